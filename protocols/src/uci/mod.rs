//! The Universal Chess Interface, for any game: one word says what a line is, the rest are its arguments.
//!
//! Words that are no command are skipped until one is, as the protocol demands. Beyond the standard there are a few
//! words for people; those count only at the start of a line, so that chatter does not set them off.

mod go;
mod read;
mod write;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci;

impl Dialect for Uci {
    fn read(&self, line: &str) -> Vec<Command> {
        read::read(line)
    }

    fn write(&self, event: &Event) -> Vec<String> {
        write::write(event)
    }
}
