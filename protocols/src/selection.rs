//! A dialect that stands for any protocol of this crate. A program may fix the protocol at its start, or leave the
//! choice to the client's first lines, so that one command line serves clients of several protocols.

use std::sync::OnceLock;

use plywright::Protocol;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::json::{ActionForm, Json};
use crate::lines::Words;
use crate::uci::Uci;
use crate::ugi::{Ugi, UgiForm};

/// Any dialect of this crate, fixed or detected from the client's first lines.
///
/// Detection begins with an expected protocol, which is used until a line selects one for good:
///
/// * A line whose first words belong to only one protocol selects this protocol.
/// * If UCI or UGI is expected, any other line selects the expected protocol, unless it is blank.
/// * If JSON is expected, any other line selects UCI, unless it is blank or also a valid JSON request, such as `stop`.
///   Such a line leaves the choice open.
#[derive(Debug)]
pub struct AnyDialect {
    expected: Protocol,
    chosen: OnceLock<Protocol>,
    ugi: Ugi,
    json: Json,
}

impl AnyDialect {
    /// Creates the dialect of a fixed protocol. `ugi` and `json` select the forms of UGI and JSON. If `ugi` is `None`,
    /// the form of UGI is detected.
    pub fn new(protocol: Protocol, ugi: Option<UgiForm>, json: ActionForm) -> Self {
        Self { chosen: protocol.into(), ..Self::detected(protocol, ugi, json) }
    }

    /// Creates a dialect that detects the protocol; clients probably speak `expected`. `ugi` and `json` are as for
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
            // The session has greeted the client in the expected protocol, so it repeats the greeting in the selected
            // protocol.
            commands.insert(0, Command::Begin);
        }
        commands
    }

    fn write(&self, event: &Event) -> Vec<String> {
        self.dialect(*self.chosen.get().unwrap_or(&self.expected)).write(event)
    }
}
