//! Tests of the board's server with clients of every kind. The tests of its page are in `bins/board/tests`.
//!
//! Some tests read the server's process information from `/proc`, so the tests run on Linux only.

#![cfg(target_os = "linux")]

mod addresses;
mod floods;
mod guests;
mod how_to_play;
mod server;
