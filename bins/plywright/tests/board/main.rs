//! Tests of the board: its server with clients of every kind, and its page in the browser Chromium.
//!
//! The tests of the page need the programs `chromium` and `chromedriver`. Without them, each test prints a
//! notice and passes, or fails if the environment variable `BOARD_BROWSER` is set. If `BOARD_BROWSER` is
//! `none`, the tests of the page are skipped. If `BOARD_PICTURES` names a folder, pictures of the games are
//! saved in it. All tests read the server's process information from `/proc`, so they run on Linux only.

#![cfg(target_os = "linux")]

mod browser;
mod everyone;
mod games;
mod guests;
mod page;
mod pictures;
mod server;
mod setup;
mod steps;
mod study;
mod tabs;
