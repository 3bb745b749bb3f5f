//! The engine of a game for a page that needs no server.
//!
//! The script `build` compiles each game and this crate as a `WebAssembly` module. The module exports a few
//! functions with a C interface. The page writes bytes into a buffer of the module and then calls a function. The
//! module calls the page to send messages, which have the form of the board server's messages. All code runs in one
//! thread, a worker of the page, so a search lets the page read its messages at intervals.

mod buffer;
mod catalogue;
mod exports;
mod page;
mod tables;

pub use catalogue::load;
