//! Text protocols for game engines. Knows no game.
//!
//! A [`Session`] executes plain [`Command`]s on a [`DynEngine`](plywright::engine::DynEngine), which every
//! engine is, and reports what happens as plain [`Event`]s. A [`Dialect`] turns lines of text into commands
//! and events into lines of text and does nothing else, so each protocol serves every game: N games and M
//! protocols are N + M pieces of code.
//!
//! | module | protocol |
//! |---|---|
//! | [`uci`] | the Universal Chess Interface |
//! | [`ugi`] | the Universal Game Interface, and another of that abbreviation |
//! | [`json`] | positions and actions in JSON, for programs that show a board |
//!
//! # Another protocol
//!
//! is one file: a type that is a [`Dialect`], handed to [`Session::run`]. This one is whole:
//!
//! ```
#![doc = include_str!("../tests/suite/sentences.rs")]
//! ```
//!
//! To offer it by name, add a line for it to [`AnyDialect`] and one to the program's list of protocols. What
//! no command asks for yet becomes a [`Command`] and an [`Event`] of their own, which every other dialect may
//! take up.

mod autodetect;
mod background;
mod command;
mod dialect;
mod dialects;
mod event;
pub mod json;
mod lines;
mod output;
mod program;
mod session;
pub mod uci;
mod uci_family;
pub mod ugi;
mod words;

pub use autodetect::Autodetect;
pub use command::{Command, InputError, Question, View};
pub use dialect::Dialect;
pub use dialects::AnyDialect;
pub use event::{Event, Reply, Topic};
pub use json::{ActionForm, Json};
pub use program::Program;
pub use session::Session;
pub use uci::Uci;
pub use ugi::{Ugi, UgiForm};
