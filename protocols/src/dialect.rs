//! The trait [`Dialect`], which every protocol implements. It only translates; the [`Session`](crate::Session) holds
//! the game and executes the requests.

use crate::command::Command;
use crate::event::Event;

/// Translation between a protocol's lines and the session's commands and events.
///
/// Both methods take `&self`, because several threads call them at the same time. A dialect that depends on earlier
/// lines therefore needs a lock, for example.
pub trait Dialect: Send + Sync {
    /// Parses a line, given without its line end, into the commands to execute, in order. An invalid line should give
    /// [`Command::Invalid`], which the session reports to the client unless options switch such reports off.
    fn read(&self, line: &str) -> Vec<Command>;

    /// Formats `event` as lines without line ends. Returns an empty list if the protocol has no words for the event.
    fn write(&self, event: &Event) -> Vec<String>;
}
