//! The board in the browser: its server as clients of every kind see it, and its page in a real Chromium.
//!
//! The tests of the page need the programs `chromium` and `chromedriver`. Where they are not installed, these tests say
//! so and pass; with `BOARD_BROWSER=required` in the environment they fail then. With `BOARD_PICTURES` set to a folder
//! they leave their pictures of the games there.

mod guests;
mod server;
