//! Events: the reports of a session as plain data. A dialect writes them as lines of its protocol, or leaves them out.

use plywright::engine::{BenchReport, Finding, NextMoves, Outcome, PerftReport, SearchReport};
use plywright::game::DynLine;
use plywright::{Key, OptionSpec, Score, Side};

use crate::command::{InputError, Topic};

/// How a program introduces itself to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of the program, which UCI writes after `id name`.
    pub name: &'static str,
    /// Version of the program, which UCI writes after the name.
    pub version: &'static str,
    /// Author of the program, which UCI writes after `id author`.
    pub author: &'static str,
}

impl Program {
    /// The program `plywright` of this workspace.
    pub const PLYWRIGHT: Self =
        Self { name: "Plywright", version: env!("CARGO_PKG_VERSION"), author: "the Plywright authors" };
}

/// What a person wants to see of the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Drawing of the board, in several lines.
    pub drawing: String,
    /// The position text.
    pub position: String,
    /// Hash of the position, without its history. A transposition table may use the key of a symmetric image instead.
    pub key: Key,
    /// Name of the current variant of the rules.
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

/// One report to the client, of the session itself or of a running task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Answer to [`Command::Handshake`](crate::Command::Handshake).
    Identity {
        /// The program's name, version and author.
        program: Program,
        /// The game's name.
        game: &'static str,
        /// All options: those of the engine and the game, and the session's option for a log.
        options: Vec<OptionSpec>,
    },
    /// The session has started and accepts requests.
    Started,
    /// Answer to [`Command::Echo`](crate::Command::Echo), with its line.
    Echo(String),
    /// A request was accepted, but there is a warning or a note about it.
    Notice {
        /// Kind of the request that the notice is about.
        topic: Topic,
        /// Text of the warning or note.
        message: String,
    },
    /// A request was refused or failed.
    Refused {
        /// Kind of the request that was refused or failed.
        topic: Topic,
        /// The reason.
        message: String,
    },
    /// A line or a part of it is invalid.
    Misread(InputError),
    /// Answer to a [`Question`](crate::Question) that is meant for programs.
    Reply(Reply),
    /// Answer to [`Question::Board`](crate::Question::Board).
    Board(Board),
    /// Answer to [`Question::Evaluation`](crate::Question::Evaluation): the exact value for the side to move if it is
    /// known, otherwise the static evaluation, in reported units. Draws by repetition and move limit are ignored.
    /// `None` if the position itself ends the game.
    Evaluation(Option<Score>),
    /// Answer to [`Question::Moves`](crate::Question::Moves): the texts of the legal moves.
    Moves(Vec<String>),
    /// Answer to [`Question::Position`](crate::Question::Position): the position text, for people.
    Position(String),
    /// Answer to [`Command::Help`](crate::Command::Help). The dialect supplies the text.
    Help,
    /// A principal variation, the final best move or another report of a search from
    /// [`Command::Go`](crate::Command::Go).
    Search(SearchReport),
    /// A best move of an analysis from [`Command::Analyse`](crate::Command::Analyse).
    Finding(Finding),
    /// Answer to [`Command::NextMoves`](crate::Command::NextMoves): the legal moves of a position, as board actions,
    /// with the position after each move.
    NextMoves(NextMoves),
    /// A count or the progress of a [`Command::Perft`](crate::Command::Perft).
    Perft(PerftReport),
    /// A row or the total of a [`Command::Bench`](crate::Command::Bench).
    Bench(BenchReport),
    /// A task was stopped before it had a result, so no result follows.
    Abandoned,
}

/// Answer to a [`Question`](crate::Question) that is meant for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Answer to a yes-or-no question; `true` for yes.
    Truth(bool),
    /// Result of the game, including draws by repetition or move limit.
    Result(Outcome),
    /// The position text, in the form that the game's parser reads.
    Position(String),
}
