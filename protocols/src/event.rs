//! What a session tells its client, as plain data that no protocol owns.

use std::time::Duration;

use plywright::engine::{BestMove, Outcome, SearchEvent};
use plywright::{Action, BenchRow, Depth, Key, OptionSpec, Score, Side};

use crate::command::InputError;

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
    /// Requests are taken from now on.
    Started,
    /// Everything asked for so far is done, or runs.
    Ready,
    /// The same, with the line that was asked for.
    Echo(String),
    /// Something that a running search found.
    SearchEvent(SearchEvent),
    /// A search has ended.
    BestMove(BestMove),
    /// Something that a running analysis found, or that it ends with.
    Finding(Finding),
    /// What the legal moves of a position lead to.
    NextMoves(NextMoves),
    /// Something is odd, but was accepted.
    Notice {
        /// What it was about.
        topic: Topic,
        /// What is odd.
        message: String,
    },
    /// A request was refused and changed nothing.
    Refused {
        /// What was asked for.
        topic: Topic,
        /// Why it was refused.
        message: String,
    },
    /// A line, or a part of it, could not be understood.
    Misread(InputError),
    /// The answer to a question.
    Reply(Reply),
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

/// What a request was about, for a dialect to call it by its own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Another game.
    NewGame,
    /// The position.
    Position,
    /// Moves to play.
    Moves,
    /// An option.
    Option,
    /// A search or a count.
    Search,
    /// A benchmark.
    Bench,
    /// An analysis.
    Analysis,
    /// What moves lead to.
    NextMoves,
}

/// Why an analysis says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Nothing is known yet: any legal move.
    Seed,
    /// An earlier search has left a move in the table.
    Saved,
    /// A better move was found, or its value became better known.
    Improvement,
    /// The search was stopped or has reached a limit; nothing follows.
    Stopped,
    /// The end of the game is proven; nothing follows.
    EndOfLine,
}

/// The best move of an analysis so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Why it is told.
    pub trigger: Trigger,
    /// The position, as it was given.
    pub original: String,
    /// The position, as the game writes it.
    pub start: String,
    /// The position after the move.
    pub next: String,
    /// The move.
    pub text: String,
    /// The things that a person does at the board to play it.
    pub actions: Vec<Action>,
    /// Its value for the side to move as logit; see [`SearchParams::logit`](plywright::SearchParams::logit).
    pub logit: i32,
    /// The depth at which it was found, in plies.
    pub depth: Depth,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
}

/// What the legal moves of a position lead to; empty when the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMoves {
    /// The position, as it was given.
    pub original: String,
    /// The position, as the game writes it.
    pub start: String,
    /// A position for every way to play a move, with the things that a person does at the board to get there.
    pub next: Vec<(String, Vec<Action>)>,
}

/// The answer to a [`Question`](crate::Question).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Is it the first side's turn?
    FirstToMove(bool),
    /// Is the game over?
    IsOver(bool),
    /// How the game stands, draws by its course included.
    Result(Outcome),
    /// May the move be played?
    IsLegal(bool),
    /// The position text.
    Position(String),
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
