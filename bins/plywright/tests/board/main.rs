//! Tests of the board: its server with clients of every kind, and its page in a real browser.
//!
//! The tests of the page need the programs `chromium` and `chromedriver`. Without them, each of these tests
//! prints a notice and passes. Environment variables change what is tested:
//!
//! * `BOARD_BROWSER` names the browser and makes a missing one an error: `chromium`, or `firefox`, which
//!   needs the program `firefox-esr`. If it is `none`, the tests of the page are skipped.
//! * `BOARD_ADDRESS` is the address of another page to test, such as one that holds the engine itself. The
//!   page's drawings are still compared with the answers of the program's own server.
//! * `BOARD_PICTURES` names a folder for pictures of the games.
//! * `BOARD_ALL` adds slow tests: every game on a phone in the dark, with motion, and over a slow network.
//!
//! Some tests read the server's process information from `/proc`, so the tests run on Linux only.

#![cfg(target_os = "linux")]

mod browser;
mod chromium;
mod everyone;
mod firefox;
mod floods;
mod games;
mod guests;
mod languages;
mod layout;
mod learn;
mod page;
mod pictures;
mod scenes;
mod server;
mod setup;
mod state;
mod steps;
mod study;
mod tabs;
mod truth;
