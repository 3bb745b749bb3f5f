//! The Universal Chess Interface, for any game. A line is a command with its arguments.
//!
#![doc = include_str!("page.md")]

mod go;
mod read;
mod write;

use plywright::Score;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
pub(crate) use read::{read, set_option, shared_request};
pub(crate) use write::{identity, option, write};

/// Keywords in which UCI and the two interfaces called UGI differ.
#[derive(Debug)]
pub(crate) struct Keywords {
    /// Requests the engine's identity and options.
    pub(crate) handshake: &'static str,
    /// Last line of the answer to `handshake`.
    pub(crate) introduced: &'static str,
    /// Starts a new game.
    pub(crate) new_game: &'static str,
    /// Keywords of the clocks in `go`: the time of each side, then the increment of each side.
    pub(crate) clocks: [&'static str; 4],
    /// Converts a score to the distance to a proven end, in the interface's unit; `None` for other scores.
    pub(crate) mate: fn(Score) -> Option<i32>,
    /// Lines that `help` prints.
    pub(crate) help: &'static str,
}

/// The Universal Chess Interface; see [the module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci;

const KEYWORDS: Keywords = Keywords {
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
For people: d (board), fen (position), moves (legal moves), bench [DEPTH], help,
eval (exact value if it is known, otherwise static evaluation).",
};

impl Dialect for Uci {
    fn read(&self, line: &str) -> Vec<Command> {
        read(line, |word, words| match word {
            // Accepted without effect: the engine needs no registration.
            "register" => Some(Vec::new()),
            _ => shared_request(word, words, &KEYWORDS),
        })
    }

    fn write(&self, event: &Event) -> Vec<String> {
        write(event, &KEYWORDS)
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
        assert_eq!(read("show moves please"), [Command::Invalid(InputError::unknown("show"))]);
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
