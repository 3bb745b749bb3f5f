//! A client that could not say beforehand which protocol it speaks: its first line tells.

use std::sync::OnceLock;

use crate::command::Command;
use crate::dialect::{AnyDialect, Dialect};
use crate::event::Event;
use crate::uci::Uci;
use crate::ugi::Ugi;

/// The dialect that the first line with a word in it belongs to: the Universal Chess Interface, unless the line begins
/// with the first word of another protocol.
#[derive(Debug, Default)]
pub struct ByFirstLine {
    chosen: OnceLock<Box<AnyDialect>>,
}

impl Dialect for ByFirstLine {
    fn read(&self, line: &str) -> Vec<Command> {
        let Some(first) = line.split_whitespace().next() else { return Vec::new() };
        let choose = || match first {
            "ugi" => Ugi::default().into(),
            _ => Uci.into(),
        };
        self.chosen.get_or_init(|| Box::new(choose())).read(line)
    }

    fn write(&self, event: &Event) -> Vec<String> {
        self.chosen.get().map_or_else(Vec::new, |dialect| dialect.write(event))
    }
}
