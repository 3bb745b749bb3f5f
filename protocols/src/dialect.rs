//! The trait that every protocol implements, [`Dialect`].

use crate::command::Command;
use crate::event::Event;

/// Translation between a protocol's lines and the session's commands and events.
///
/// Both methods take `&self`, because several threads read and write lines at the same time.
pub trait Dialect: Send + Sync {
    /// Parses a line, given without its line end, into any number of commands.
    fn read(&self, line: &str) -> Vec<Command>;

    /// Formats `event` as lines; empty if the protocol has no words for it.
    fn write(&self, event: &Event) -> Vec<String>;
}
