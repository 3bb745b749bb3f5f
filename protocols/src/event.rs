//! What a session tells its client, as plain data that no protocol owns.

use std::time::Duration;

use plywright::engine::{Answer, Outcome, Thought};
use plywright::{BenchRow, Key, OptionSpec, Score, Side};

/// One thing told to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The answer to the handshake.
    Identity {
        /// The game's name.
        game: &'static str,
        /// Everything that can be set.
        options: Vec<OptionSpec>,
    },
    /// Everything asked for so far is done, or runs.
    Ready,
    /// Something that a running search found.
    Thought(Thought),
    /// A search has ended.
    Answer(Answer),
    /// Something is odd, but was accepted.
    Notice(String),
    /// A request was refused and changed nothing.
    Refused(String),
    /// The present position.
    Board(Board),
    /// The static evaluation for the side to move, in reported units; `None` when the game is over.
    Evaluation(Option<Score>),
    /// The legal moves.
    Moves(Vec<String>),
    /// The position text.
    Position(String),
    /// The client asked which words the protocol understands.
    Help,
    /// One move's part of a perft.
    PerftMove {
        /// The move.
        text: String,
        /// Sequences that begin with it.
        nodes: u64,
    },
    /// One algorithm's part of a benchmark.
    BenchRow(BenchRow),
    /// A count has ended: a perft or a benchmark.
    Total {
        /// All nodes.
        nodes: u64,
        /// The time it took.
        time: Duration,
    },
    /// A count was stopped before its end.
    Abandoned,
}

/// A position for a person to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The drawing, in several lines.
    pub drawing: String,
    /// The position text.
    pub position: String,
    /// Its key.
    pub key: Key,
    /// The rules in force.
    pub variant: &'static str,
    /// Whose turn it is.
    pub side: Side,
    /// How many legal moves there are.
    pub legal_moves: usize,
    /// How the game stands, draws by its course included.
    pub outcome: Outcome,
}
