//! What a running task reports: plain data, no game's types.

use std::time::Duration;

use super::bench::BenchRow;
use super::request::{BestMove, PvInfo};
use crate::rules::{Depth, Score};
use crate::text::Action;

/// One report of a running [`Task`](super::Task).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskEvent {
    /// A search found a line, or its value became better known.
    PvInfo(PvInfo),
    /// The search of this root move, number `number` from 1, has begun. Reported only when a search takes
    /// long.
    RootMove {
        /// The move.
        text: String,
        /// Its number.
        number: usize,
    },
    /// Something about the request is odd; the task goes on.
    Notice(String),
    /// What an iteration of a search was like, for people who work on it; only where it was asked for.
    Debug(String),
    /// The course of a search, where the verbose mode is on.
    Verbose(Verbose),
    /// A search has ended.
    BestMove(BestMove),
    /// An analysis found a better move, or has ended.
    Finding(Finding),
    /// The legal moves of a position with what they lead to.
    NextMoves(NextMoves),
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
    /// The task was stopped before it had a result.
    Abandoned,
    /// The task cannot be done: why.
    Failed(String),
}

/// One step of a search in the verbose mode; each search reports all three, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verbose {
    /// The search starts at this depth.
    Started(Depth),
    /// The search has ended.
    Counted {
        /// Nodes visited.
        nodes: u64,
        /// The time it took.
        time: Duration,
    },
    /// The move to play.
    Found {
        /// The move.
        text: String,
        /// Its value for the side to move, in reported units or as a distance.
        score: Score,
    },
}

/// Why an analysis reports a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Nothing is known yet: any legal move.
    Seed,
    /// The best answer of earlier searches of the position.
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
    /// Why it is reported.
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
    /// Its value for the side to move as logit; see [`SearchParams::logit`](crate::SearchParams::logit).
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
