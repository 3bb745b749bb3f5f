//! Two protocols of the name UGI behind one reader: the Universal Game Interface, in which a program that
//! knows no rules runs a match and asks the engine how the game stands, and the older Universal Gyges
//! Interface.
//!
//! What comes in cannot be mistaken for the other, so all of it is understood at any time. What goes out can:
//! it has the form of the first command that only one of the two has, or the form that was chosen beforehand.
//! Until that is known only lines are written that mean the same in both.
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
    /// Limits that were set as options and hold for every search.
    limits: Mutex<OptionLimits>,
}

impl Ugi {
    /// A dialect that writes in that form from the start, or in the one that the client turns out to speak.
    pub fn new(form: Option<UgiForm>) -> Self {
        Self { form: Form::new(form), limits: Mutex::default() }
    }

    /// Whether a conversation that begins with this line is held in one of these interfaces and in no other
    /// protocol.
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
