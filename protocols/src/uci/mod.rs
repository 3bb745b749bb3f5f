//! The Universal Chess Interface, for any game. The first word of a line is the command, the others are its
//! arguments.
//!
#![doc = include_str!("page.md")]

use plywright::Score;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::lines::Words;
use crate::uci_family::{self, Keywords, shared_request};

/// The Universal Chess Interface; see [the module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci;

pub(crate) const KEYWORDS: Keywords = Keywords {
    handshake: "uci",
    introduced: "uciok",
    new_game: "ucinewgame",
    clocks: ["wtime", "btime", "winc", "binc"],
    mate: Score::mate_in_moves,
    help: "\
Standard: uci, isready, ucinewgame, position startpos|fen TEXT [moves ...], go, stop, ponderhit,
setoption name NAME [value VALUE], debug on|off, quit.
go takes depth, nodes, movetime, mate, wtime, btime, winc, binc, movestogo, infinite, ponder and searchmoves;
go perft N counts the sequences of N moves.
For people: d (board), fen (position), moves (legal moves), eval (static evaluation), bench [DEPTH], help.",
};

impl Uci {
    /// Whether a session that begins with this line can only be in this protocol.
    pub(crate) fn begins_with(line: &str) -> bool {
        matches!(Words::new(line).next(), Some("uci" | "ucinewgame"))
    }
}

impl Dialect for Uci {
    fn read(&self, line: &str) -> Vec<Command> {
        uci_family::read(line, |word, words| match word {
            // Accepted without effect: the engine needs no registration.
            "register" => Some(Vec::new()),
            _ => shared_request(word, words, &KEYWORDS),
        })
    }

    fn write(&self, event: &Event) -> Vec<String> {
        uci_family::write(event, &KEYWORDS)
    }
}

#[cfg(test)]
mod tests {
    use plywright::engine::Setup;

    use super::*;
    use crate::command::InputError;

    fn read(line: &str) -> Vec<Command> {
        Uci.read(line)
    }

    fn option(name: &str, value: &str) -> Vec<Command> {
        vec![Command::SetOption { name: name.to_owned(), value: value.to_owned() }]
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(read("joho isready"), [Command::Echo("readyok".to_owned())]);
        assert_eq!(read(" \t debug  on "), [Command::Debug(true)]);
        assert!(matches!(read("show moves please")[..], [Command::Invalid(InputError::Unknown { .. })]));
        assert_eq!(read("  "), []);
    }

    #[test]
    fn option_names_and_values_may_have_blanks() {
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(read("setoption  name Move  Overhead value  20 "), option("Move Overhead", "20"));
        assert_eq!(read("setoption name F value /a  b/value c"), option("F", "/a  b/value c"));
        assert_eq!(read("setoption name F value"), option("F", ""));
        for line in ["setoption", "setoption F value 1", "setoption name", "setoption name value 3"] {
            assert!(matches!(read(line)[..], [Command::Invalid(_)]), "{line}");
        }
    }

    #[test]
    fn positions_come_with_or_without_moves() {
        let position = |setup, moves: &[&str]| {
            vec![Command::Position { setup, moves: moves.iter().map(|mv| (*mv).to_owned()).collect() }]
        };
        assert_eq!(read("position startpos"), position(Setup::Start, &[]));
        assert_eq!(read("position startpos moves"), position(Setup::Start, &[]));
        assert_eq!(read("position fen a b  moves x y"), position(Setup::Text("a b".to_owned()), &["x", "y"]));
        for line in
            ["position", "position fen", "position fen moves a", "position startpos a b", "position x"]
        {
            assert!(matches!(read(line)[..], [Command::InvalidPosition(_)]), "{line}");
        }
    }
}
