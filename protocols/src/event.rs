//! Events: reports of a session as plain data, independent of protocols.

use plywright::engine::{Board, Outcome};
use plywright::{OptionSpec, Score};

use crate::command::InputError;

/// Identity of a program, as reported to users and clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name, as in `id name`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Author, as in `id author`.
    pub author: &'static str,
}

impl Program {
    /// The program of this workspace.
    pub const PLYWRIGHT: Self =
        Self { name: "Plywright", version: env!("CARGO_PKG_VERSION"), author: "the Plywright authors" };
}

/// One report of the session to the client. A running task reports
/// [`TaskEvent`](plywright::engine::TaskEvent)s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The answer to the handshake.
    Identity {
        /// The program's name and author.
        program: Program,
        /// The game's name.
        game: &'static str,
        /// All options.
        options: Vec<OptionSpec>,
    },
    /// Requests are accepted from now on.
    Started,
    /// All requests so far are done or running; the line is the one from the request.
    Echo(String),
    /// A request was accepted, with a warning.
    Notice {
        /// The kind of request.
        topic: Topic,
        /// What is odd.
        message: String,
    },
    /// A request was refused and had no effect.
    Refused {
        /// The kind of request.
        topic: Topic,
        /// The reason.
        message: String,
    },
    /// A line or a part of it is invalid.
    Misread(InputError),
    /// The answer to the question of a program.
    Reply(Reply),
    /// The present position.
    Board(Board),
    /// The static evaluation for the side to move, in reported units; `None` when the game is over.
    Evaluation(Option<Score>),
    /// The legal moves.
    Moves(Vec<String>),
    /// The position text.
    Position(String),
    /// The client asked for the list of requests.
    Help,
}

impl Event {
    /// Whether this event refuses a request of this kind.
    pub(crate) fn is_refusal_of(&self, kind: Topic) -> bool {
        matches!(self, Self::Refused { topic, .. } if *topic == kind)
    }
}

/// Kind of a request. A dialect writes it in its own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Another game.
    NewGame,
    /// A position with moves.
    Position,
    /// The position alone.
    SetUp,
    /// Moves to play.
    Moves,
    /// An option.
    Option,
    /// A search or a perft.
    Search,
    /// A benchmark.
    Bench,
    /// An analysis.
    Analysis,
    /// A list of the legal moves' results.
    NextMoves,
}

/// Answer to the [`Question`](crate::Question) of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Whether it is so.
    Truth(bool),
    /// Result of the game, including draws by repetition or move limit.
    Result(Outcome),
    /// The position text.
    Position(String),
}
