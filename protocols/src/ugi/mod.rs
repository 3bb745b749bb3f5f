//! Two protocols called UGI, read by one parser: the Universal Game Interface, in which a match program
//! without rules asks the engine about the state of the game, and the older Universal Gyges Interface.
//!
//! No command has two meanings, so the commands of both are understood at any time. Output differs: it takes
//! the form of the first command that belongs to only one of them, or the form selected in advance. Until the
//! form is known, only lines that mean the same in both are written.
//!
#![doc = include_str!("page.md")]

mod form;
mod keywords;
mod limits;
mod read;
mod write;

use std::sync::{Mutex, PoisonError};

use form::Form;
pub use form::UgiForm;
use limits::OptionLimits;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::words::Words;

/// The Universal Game Interface and the Universal Gyges Interface; see [the module](self).
#[derive(Debug, Default)]
pub struct Ugi {
    form: Form,
    /// Limits that were set as options. They apply to every search.
    limits: Mutex<OptionLimits>,
}

impl Ugi {
    /// Makes a dialect that writes in `form`, or in the detected form if it is `None`.
    pub fn new(form: Option<UgiForm>) -> Self {
        Self { form: Form::new(form), limits: Mutex::default() }
    }

    /// Whether a session that begins with this line can only be in one of these interfaces.
    pub(crate) fn begins_with(line: &str) -> bool {
        let mut words = Words::new(line);
        match words.next() {
            Some("ugi" | "uginewgame" | "setpos" | "query") => true,
            Some("setoption") => words.next().is_some_and(|word| word != "name"),
            _ => false,
        }
    }
}

impl Dialect for Ugi {
    fn read(&self, line: &str) -> Vec<Command> {
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        read::read(line, &self.form, &mut limits)
    }

    fn write(&self, event: &Event) -> Vec<String> {
        write::write(event, self.form.get())
    }
}
