//! A protocol for programs that show a board and guide a person through a move step by step. Requests are words or
//! JSON objects; each request for a search or for a list of moves contains the position. Output is JSON, except the
//! answer to the word `ping`.
//!
#![doc = include_str!("page.md")]
//!
//! [UCI]: crate::uci

mod read;
mod write;

pub use write::ActionForm;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;

/// The JSON protocol; see [the module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    form: ActionForm,
}

impl Json {
    /// Creates a dialect that writes actions in `form`. Newer clients read [`ActionForm::Detailed`]. In this form, a
    /// search may report an arbitrary move, with the trigger `seed`, before its first result.
    pub const fn new(form: ActionForm) -> Self {
        Self { form }
    }
}

impl Dialect for Json {
    fn read(&self, line: &str) -> Vec<Command> {
        read::read(line)
    }

    fn write(&self, event: &Event) -> Vec<String> {
        write::write(event, self.form)
    }
}
