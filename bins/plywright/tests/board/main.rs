//! The board in the browser: its server as clients of every kind see it, and its page in a real Chromium.
//!
//! The tests of the page need the programs `chromium` and `chromedriver`. Where they are not installed, these
//! tests say so and pass; with `BOARD_BROWSER` set in the environment they fail then. With `BOARD_PICTURES`
//! set to a folder they leave their pictures of the games there. All look at the server's process as Linux
//! shows it, and run nowhere else.

#![cfg(target_os = "linux")]

mod browser;
mod drawn;
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
