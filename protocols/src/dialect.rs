//! The interface of all dialects.

use enum_dispatch::enum_dispatch;
use plywright::engine::TaskEvent;

use crate::command::Command;
use crate::event::Event;

/// Text format of commands and events. A dialect only translates.
///
/// All methods take `&self` because one thread reads lines while others write them. Reading must not wait
/// for a client that is slow to receive output.
#[enum_dispatch]
pub trait Dialect: Send + Sync {
    /// Parses a line, given without its end, into any number of commands.
    fn read(&self, line: &str) -> Vec<Command>;

    /// Formats `event` as lines; none if the protocol has no words for it.
    fn write(&self, event: &Event) -> Vec<String>;

    /// Formats a report of a running task as lines; none if the protocol has no words for it.
    fn report(&self, event: &TaskEvent) -> Vec<String>;
}
