//! Dialects: how commands and events are written.

use enum_dispatch::enum_dispatch;

use crate::command::Command;
use crate::event::Event;

/// A way to write commands and events. It translates and does nothing else.
///
/// Both directions take `&self`: lines are read in one thread and written in others, and reading must go on
/// while a client is slow to take what is written.
#[enum_dispatch]
pub trait Dialect: Send + Sync {
    /// What a line without its end asks for: nothing, one command, or several.
    fn read(&self, line: &str) -> Vec<Command>;

    /// The lines for `event`; none when the protocol has no words for it.
    fn write(&self, event: &Event) -> Vec<String>;
}
