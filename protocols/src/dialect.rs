//! Dialects: text formats of commands and events.

use enum_dispatch::enum_dispatch;
use plywright::Protocol;

use crate::command::Command;
use crate::event::Event;
use crate::json::{ActionForm, Json};
use crate::uci::Uci;
use crate::ugi::{Ugi, UgiForm};

/// Text format of commands and events. A dialect only translates.
///
/// Both methods take `&self` because one thread reads lines while others write them. Reading must not wait
/// for a client that is slow to receive output.
#[enum_dispatch]
pub trait Dialect: Send + Sync {
    /// Parses a line, given without its end, into any number of commands.
    fn read(&self, line: &str) -> Vec<Command>;

    /// Formats `event` as lines; none if the protocol has no words for it.
    fn write(&self, event: &Event) -> Vec<String>;
}

/// Any dialect of this crate.
#[enum_dispatch(Dialect)]
#[derive(Debug)]
pub enum AnyDialect {
    /// The Universal Chess Interface, for any game.
    Uci(Uci),
    /// The two interfaces called UGI, for any game.
    Ugi(Ugi),
    /// Lines of JSON, for any game.
    Json(Json),
}

impl AnyDialect {
    /// Makes the dialect of a protocol. `ugi` and `json` give the form of these protocols.
    pub fn new(protocol: Protocol, ugi: Option<UgiForm>, json: ActionForm) -> Self {
        match protocol {
            Protocol::Uci => Uci.into(),
            Protocol::Ugi => Ugi::new(ugi).into(),
            Protocol::Json => Json::new(json).into(),
        }
    }
}
