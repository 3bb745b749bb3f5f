//! The dialects of this crate, one of which is chosen at start-up.

use enum_dispatch::enum_dispatch;
use plywright::Protocol;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::json::{ActionForm, Json};
use crate::uci::Uci;
use crate::ugi::{Ugi, UgiForm};

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
