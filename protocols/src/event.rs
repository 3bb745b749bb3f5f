//! Events: reports of a session as plain data, independent of protocols.

use plywright::engine::{BenchReport, Finding, NextMoves, Outcome, PerftReport, SearchReport};
use plywright::game::DynLine;
use plywright::{Key, OptionSpec, Score, Side};

use crate::command::{InputError, Topic};

/// Identity of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name, as in `id name`.
    pub name: &'static str,
    /// Version of the program, as a text.
    pub version: &'static str,
    /// Author, as in `id author`.
    pub author: &'static str,
}

impl Program {
    /// The program of this workspace.
    pub const PLYWRIGHT: Self =
        Self { name: "Plywright", version: env!("CARGO_PKG_VERSION"), author: "the Plywright authors" };
}

/// A position for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The drawing, in several lines.
    pub drawing: String,
    /// The position text.
    pub position: String,
    /// Key of the position.
    pub key: Key,
    /// The current variant.
    pub variant: String,
    /// The side to move.
    pub side: Side,
    /// Number of legal moves.
    pub legal_moves: usize,
    /// State of the game, including draws by repetition and move limit.
    pub outcome: Outcome,
}

impl Board {
    pub(crate) fn of(line: &dyn DynLine) -> Self {
        Self {
            drawing: line.drawing(),
            position: line.text(),
            key: line.key(),
            variant: line.facts().variant.clone(),
            side: line.side(),
            legal_moves: line.moves().len(),
            outcome: line.outcome(),
        }
    }
}

/// One report of the session or of a running task to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The answer to the handshake.
    Identity {
        /// The program's name, version and author.
        program: Program,
        /// The game's name.
        game: &'static str,
        /// All options.
        options: Vec<OptionSpec>,
    },
    /// The session has started and accepts requests.
    Started,
    /// Answer to [`Command::Echo`](crate::Command::Echo), with its line.
    Echo(String),
    /// A request was accepted, with a warning or a note.
    Notice {
        /// The kind of request.
        topic: Topic,
        /// Text of the warning or note.
        message: String,
    },
    /// A request was refused or failed.
    Refused {
        /// The kind of request.
        topic: Topic,
        /// The reason.
        message: String,
    },
    /// A line or a part of it is invalid.
    Misread(InputError),
    /// The answer to a program's question.
    Reply(Reply),
    /// The current position.
    Board(Board),
    /// The exact value for the side to move if it is known, otherwise the static evaluation, in reported
    /// units. `None` if the position itself ends the game.
    Evaluation(Option<Score>),
    /// The legal moves.
    Moves(Vec<String>),
    /// The position text.
    Position(String),
    /// The list of the protocol's requests.
    Help,
    /// A report of a search.
    Search(SearchReport),
    /// A report of an analysis.
    Finding(Finding),
    /// The positions after each legal move.
    NextMoves(NextMoves),
    /// A report of a perft.
    Perft(PerftReport),
    /// A report of a benchmark.
    Bench(BenchReport),
    /// A task was stopped before it had a result.
    Abandoned,
}

impl Event {
    pub(crate) fn is_refusal_of(&self, kind: Topic) -> bool {
        matches!(self, Self::Refused { topic, .. } if *topic == kind)
    }
}

/// Answer to a program's [`Question`](crate::Question).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Answer to a yes-or-no question.
    Truth(bool),
    /// Result of the game, including draws by repetition or move limit.
    Result(Outcome),
    /// The position text.
    Position(String),
}
