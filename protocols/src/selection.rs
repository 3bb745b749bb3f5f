//! Selection of a dialect, at start-up or by the client's first lines.

use std::sync::OnceLock;

use plywright::Protocol;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::json::{ActionForm, Json};
use crate::lines::Words;
use crate::uci::Uci;
use crate::ugi::{Ugi, UgiForm};

/// Any dialect of this crate, given or detected from the client's first lines.
///
/// In detection, a line whose first words belong to only one protocol selects that protocol. Any other line selects the
/// expected protocol if that is UCI or UGI. If JSON is expected, a line that is also a JSON request leaves
/// the choice open, and any other line selects UCI. Until a line selects a protocol, the expected protocol is
/// used.
#[derive(Debug)]
pub struct AnyDialect {
    expected: Protocol,
    chosen: OnceLock<Protocol>,
    ugi: Ugi,
    json: Json,
}

impl AnyDialect {
    /// Creates the dialect of a protocol. `ugi` and `json` select the forms of those two protocols. If `ugi`
    /// is `None`, the form of UGI is detected.
    pub fn new(protocol: Protocol, ugi: Option<UgiForm>, json: ActionForm) -> Self {
        Self { chosen: protocol.into(), ..Self::detected(protocol, ugi, json) }
    }

    /// Creates a dialect for clients that probably speak the expected protocol. `ugi` and `json` are as for
    /// [`AnyDialect::new`].
    pub fn detected(expected: Protocol, ugi: Option<UgiForm>, json: ActionForm) -> Self {
        Self { expected, chosen: OnceLock::new(), ugi: Ugi::new(ugi), json: Json::new(json) }
    }

    fn dialect(&self, protocol: Protocol) -> &dyn Dialect {
        match protocol {
            Protocol::Uci => &Uci,
            Protocol::Ugi => &self.ugi,
            Protocol::Json => &self.json,
        }
    }

    /// Returns the protocol that a line selects; `None` if the line leaves the choice open.
    fn choose(&self, line: &str) -> Option<Protocol> {
        if let Some(protocol) = protocol_of(line) {
            return Some(protocol);
        }
        match self.expected {
            Protocol::Json if !matches!(self.json.read(line)[..], [Command::Invalid(_)]) => None,
            Protocol::Json => Some(Protocol::Uci),
            expected => Some(expected),
        }
    }
}

/// Returns the protocol of the line's first words, if they belong to exactly one protocol; otherwise `None`.
fn protocol_of(line: &str) -> Option<Protocol> {
    let mut words = Words::new(line);
    match words.next()? {
        "uci" | "ucinewgame" => Some(Protocol::Uci),
        "ugi" | "uginewgame" | "setpos" | "query" => Some(Protocol::Ugi),
        "setoption" if words.next().is_some_and(|word| word != "name") => Some(Protocol::Ugi),
        "set_position" | "next_moves" | "ping" | "set_option" | "options" | "new_game" => {
            Some(Protocol::Json)
        }
        word => word.starts_with('{').then_some(Protocol::Json),
    }
}

impl Dialect for AnyDialect {
    fn read(&self, line: &str) -> Vec<Command> {
        if let Some(chosen) = self.chosen.get() {
            return self.dialect(*chosen).read(line);
        }
        if line.trim().is_empty() {
            return Vec::new();
        }
        let Some(protocol) = self.choose(line) else { return self.json.read(line) };
        let mut commands = self.dialect(*self.chosen.get_or_init(|| protocol)).read(line);
        if protocol != self.expected {
            // The client was greeted in another protocol, so the greeting is repeated.
            commands.insert(0, Command::Begin);
        }
        commands
    }

    fn write(&self, event: &Event) -> Vec<String> {
        self.dialect(*self.chosen.get().unwrap_or(&self.expected)).write(event)
    }
}
