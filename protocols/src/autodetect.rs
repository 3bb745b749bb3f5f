//! A client that could not say beforehand which protocol it speaks: its first line decides.

use std::sync::OnceLock;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::dialects::AnyDialect;
use crate::event::Event;
use crate::json::{ActionForm, Json};
use crate::uci::Uci;
use crate::ugi::{Ugi, UgiForm};

/// The dialect that the first line with a word in it belongs to: the Universal Chess Interface, unless the
/// line begins with words of another protocol.
#[derive(Debug, Default)]
pub struct Autodetect {
    chosen: OnceLock<AnyDialect>,
    ugi: Option<UgiForm>,
    json: ActionForm,
}

impl Autodetect {
    /// A dialect that will have one of these forms if the protocol turns out to have several.
    pub fn new(ugi: Option<UgiForm>, json: ActionForm) -> Self {
        Self { chosen: OnceLock::new(), ugi, json }
    }

    fn choose(&self, line: &str) -> AnyDialect {
        if Ugi::begins_with(line) {
            Ugi::new(self.ugi).into()
        } else if Json::begins_with(line) {
            Json::new(self.json).into()
        } else {
            Uci.into()
        }
    }
}

impl Dialect for Autodetect {
    fn read(&self, line: &str) -> Vec<Command> {
        if line.trim().is_empty() {
            return Vec::new();
        }
        let is_first = self.chosen.get().is_none();
        let mut commands = self.chosen.get_or_init(|| self.choose(line)).read(line);
        if is_first {
            // When the session began there was nobody to write to.
            commands.insert(0, Command::Begin);
        }
        commands
    }

    fn write(&self, event: &Event) -> Vec<String> {
        self.chosen.get().map_or_else(Vec::new, |dialect| dialect.write(event))
    }
}
