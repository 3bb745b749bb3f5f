//! Lines of JSON out, words or JSON in: a protocol for programs that show a board and lead a person through a
//! move step by step. There is no turn to take: a position that is set is searched until the client says
//! otherwise.
//!
#![doc = include_str!("page.md")]

mod lines;
mod read;
mod step;
mod write;

pub use step::ActionForm;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::words::Words;

/// The JSON protocol; see [the module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    form: ActionForm,
}

impl Json {
    /// A dialect whose actions say as much as `form` asks for. [`ActionForm::Detailed`] is for later clients,
    /// which also get a move before anything is known about it.
    pub const fn new(form: ActionForm) -> Self {
        Self { form }
    }

    /// Whether a conversation that begins with this line is held in this protocol and in no other.
    pub(crate) fn begins_with(line: &str) -> bool {
        let word = Words::new(line).next().unwrap_or_default();
        word.starts_with('{')
            || matches!(word, "set_position" | "next_moves" | "ping" | "set_option" | "options" | "new_game")
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
