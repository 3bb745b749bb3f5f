//! Dialects: how commands and events are written.

use enum_dispatch::enum_dispatch;

use crate::autodetect::Autodetect;
use crate::command::Command;
use crate::event::Event;
use crate::json::Json;
use crate::uci::Uci;
use crate::ugi::Ugi;

/// A way to write commands and events. It translates and does nothing else.
///
/// Both directions take `&self`: lines are read in one thread and written in others, and reading must go on while a
/// client is slow to take what is written.
#[enum_dispatch]
pub trait Dialect: Send + Sync {
    /// What a line without its end asks for: nothing, one command, or several.
    fn read(&self, line: &str) -> Vec<Command>;

    /// The lines that tell of `event`; none when the protocol has no words for it.
    fn write(&self, event: &Event) -> Vec<String>;
}

/// All dialects.
#[enum_dispatch(Dialect)]
#[derive(Debug)]
pub enum AnyDialect {
    /// The Universal Chess Interface, for any game.
    Uci(Uci),
    /// The two interfaces of the name UGI, for any game.
    Ugi(Ugi),
    /// Lines of JSON, for any game.
    Json(Json),
    /// Whichever of them the client begins with.
    Autodetect(Autodetect),
}
