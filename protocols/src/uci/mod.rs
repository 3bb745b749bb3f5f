//! The Universal Chess Interface, for any game. A line is a command with its arguments. The module also has what the
//! two interfaces called UGI share with UCI.
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

/// Keywords and conventions in which UCI and the two interfaces called UGI differ.
#[derive(Debug)]
pub(crate) struct Keywords {
    /// Command that asks for the engine's identity and options.
    pub(crate) handshake: &'static str,
    /// Last line of the answer to `handshake`.
    pub(crate) introduced: &'static str,
    /// Command that starts a new game.
    pub(crate) new_game: &'static str,
    /// Arguments of `go` for the clocks: the time of the first and of the second side, then their increments.
    pub(crate) clocks: [&'static str; 4],
    /// Converts the score of a proven win or loss to the distance in the interface's unit, moves or plies. The distance
    /// is negative if the side to move loses. `None` for other scores.
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
            // UCI has this command for engines that need a registration. This engine needs none, so nothing is done.
            "register" => Some(Vec::new()),
            _ => shared_request(word, words, &KEYWORDS),
        })
    }

    fn write(&self, event: &Event) -> Vec<String> {
        write(event, &KEYWORDS)
    }
}
