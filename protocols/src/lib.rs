//! Text protocols for game engines. The crate knows no game.
//!
//! A [`Session`] holds the game so far. It executes [`Command`]s with a
//! [`DynEngine`](plywright::engine::DynEngine) and reports [`Event`]s; both are plain data. A [`Dialect`] only
//! translates lines of text to commands, and events to lines. Each protocol therefore serves every game: N games and
//! M protocols need N + M implementations.
//!
//! | module | protocol |
//! |---|---|
//! | [`uci`] | the Universal Chess Interface |
//! | [`ugi`] | the Universal Game Interface, and another interface called UGI |
//! | [`json`] | positions and actions in JSON, for programs that show a board |
//!
//! # Adding a protocol
//!
//! A new protocol is one file with a type that implements [`Dialect`]. [`Session::run`] takes the dialect.
//! This file is a complete protocol:
//!
//! ```
#![doc = include_str!("../tests/suite/sentences.rs")]
//! ```
//!
//! To make a protocol selectable by name, add it to [`AnyDialect`] in `selection.rs`, to the framework's
//! `Protocol` in `game/info.rs`, and to the program's `commands/serve.rs`. Matches against engines that speak it need a
//! player in `bins/matches/src/player`, and fuzzing takes its target in `bins/fuzz/src/targets/mod.rs`. A new kind of
//! request needs a [`Command`] and an [`Event`]. Other dialects may support them, too.

mod command;
mod dialect;
mod event;
pub mod json;
mod lines;
mod output;
mod selection;
mod session;
mod task_thread;
pub mod uci;
pub mod ugi;

pub use command::{Command, InputError, Question, Topic};
pub use dialect::Dialect;
pub use event::{Board, Event, Program, Reply};
pub use json::{ActionForm, Json};
pub use selection::AnyDialect;
pub use session::Session;
pub use uci::Uci;
pub use ugi::{Ugi, UgiForm};
