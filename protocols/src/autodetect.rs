//! A client that could not say beforehand which protocol it speaks: its first line decides.

use std::sync::OnceLock;

use plywright::Protocol;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::dialects::AnyDialect;
use crate::event::Event;
use crate::json::{ActionForm, Json};
use crate::uci::Uci;
use crate::ugi::{Ugi, UgiForm};

/// The dialect that the first line belongs to.
///
/// A line that begins with a word of one protocol alone chooses that protocol. Other lines choose the expected
/// one if it is of the UCI family, and the Universal Chess Interface if not. Until a line has chosen, the
/// expected protocol greets the client.
#[derive(Debug)]
pub struct Autodetect {
    expected: Protocol,
    greeter: AnyDialect,
    chosen: OnceLock<AnyDialect>,
    ugi: Option<UgiForm>,
    json: ActionForm,
}

impl Autodetect {
    /// A dialect for clients that probably speak the expected protocol. Where the chosen protocol has several
    /// forms, it takes the given one.
    pub fn new(expected: Protocol, ugi: Option<UgiForm>, json: ActionForm) -> Self {
        let greeter = AnyDialect::new(expected, ugi, json);
        Self { expected, greeter, chosen: OnceLock::new(), ugi, json }
    }

    /// The protocol that a line chooses; `None` for a line that every protocol has.
    fn choose(&self, line: &str) -> Option<Protocol> {
        if Uci::begins_with(line) {
            Some(Protocol::Uci)
        } else if Ugi::begins_with(line) {
            Some(Protocol::Ugi)
        } else if Json::begins_with(line) {
            Some(Protocol::Json)
        } else if self.expected != Protocol::Json {
            Some(self.expected)
        } else {
            let is_understood = !matches!(self.greeter.read(line)[..], [Command::Invalid(_)]);
            (!is_understood).then_some(Protocol::Uci)
        }
    }
}

impl Dialect for Autodetect {
    fn read(&self, line: &str) -> Vec<Command> {
        if let Some(chosen) = self.chosen.get() {
            return chosen.read(line);
        }
        if line.trim().is_empty() {
            return Vec::new();
        }
        let Some(protocol) = self.choose(line) else { return self.greeter.read(line) };
        let chosen = self.chosen.get_or_init(|| AnyDialect::new(protocol, self.ugi, self.json));
        let mut commands = chosen.read(line);
        if protocol != self.expected {
            // Another protocol has greeted the client.
            commands.insert(0, Command::Begin);
        }
        commands
    }

    fn write(&self, event: &Event) -> Vec<String> {
        self.chosen.get().unwrap_or(&self.greeter).write(event)
    }
}
