//! The choice among the dialects of this crate, made once per session.

use enum_dispatch::enum_dispatch;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::json::Json;
use crate::uci::Uci;
use crate::ugi::Ugi;

/// Any dialect of this crate.
#[enum_dispatch(Dialect)]
#[derive(Debug)]
pub enum AnyDialect {
    /// The Universal Chess Interface, for any game.
    Uci(Uci),
    /// The two interfaces of the name UGI, for any game.
    Ugi(Ugi),
    /// Lines of JSON, for any game.
    Json(Json),
}
