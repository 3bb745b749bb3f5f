//! The board in the browser: its server with clients of every kind, and its page in a real Chromium.
//!
//! The tests of the page need the programs `chromium` and `chromedriver`. Without them they print a notice
//! and pass, or fail if `BOARD_BROWSER` is set in the environment; they also pass over themselves if it is
//! `none`. If `BOARD_PICTURES` names a folder, they
//! save pictures of the games there. All tests read the server's process information from Linux, so they run
//! on no other system.

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
