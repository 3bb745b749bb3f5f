//! Reports of running tasks: plain data without the game's types.

use std::time::Duration;

use super::bench::BenchRow;
use super::request::{BestMove, PvInfo};
use crate::rules::{Depth, Score};
use crate::text::Action;

/// One report of a running [`Task`](super::Task).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskEvent {
    /// A search found a new line, or narrowed the value of a line.
    PvInfo(PvInfo),
    /// The search of root move `number`, counted from 1, has begun. Reported only in long searches.
    RootMove {
        /// The move.
        text: String,
        /// Its number.
        number: usize,
    },
    /// Warning about the request; the task continues.
    Notice(String),
    /// Details of one iteration for developers of the search; reported only on request.
    Debug(String),
    /// Progress of a search in verbose mode.
    Verbose(Verbose),
    /// A search has ended.
    BestMove(BestMove),
    /// An analysis has found a better move or has ended.
    Finding(Finding),
    /// The positions after each legal move.
    NextMoves(NextMoves),
    /// Perft count of one first move.
    PerftMove {
        /// The move.
        text: String,
        /// Number of move sequences that begin with this move.
        nodes: u64,
    },
    /// Result of one algorithm in a benchmark.
    BenchRow(BenchRow),
    /// A perft or a benchmark has ended.
    Total {
        /// All nodes.
        nodes: u64,
        /// Elapsed time.
        time: Duration,
    },
    /// The task was stopped before it had a result.
    Abandoned,
    /// The task failed, with the reason.
    Failed(String),
}

/// One report of a search in verbose mode. Each search sends all three, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verbose {
    /// The search starts with this depth.
    Started(Depth),
    /// The search has ended.
    Counted {
        /// Nodes visited.
        nodes: u64,
        /// Elapsed time.
        time: Duration,
    },
    /// The move to play.
    Found {
        /// The move.
        text: String,
        /// Value for the side to move, in reported units or as a distance.
        score: Score,
    },
}

/// Why an analysis reports a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// First report, of any legal move, because nothing is known yet.
    Seed,
    /// Best stored answer of earlier searches of the position.
    Saved,
    /// A better move was found, or the value became more exact.
    Improvement,
    /// Last report: the search was stopped or reached a limit.
    Stopped,
    /// Last report: the end of the game is proven.
    EndOfLine,
}

/// The best move of an analysis so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The reason for the report.
    pub trigger: Trigger,
    /// The position text as it was given.
    pub original: String,
    /// The position text as the game writes it.
    pub start: String,
    /// The position after the move.
    pub next: String,
    /// The move.
    pub text: String,
    /// The actions at the board that play the move.
    pub actions: Vec<Action>,
    /// Value for the side to move as logit; see [`SearchParams::logit`](crate::SearchParams::logit).
    pub logit: i32,
    /// Depth of the search that found the move, in plies.
    pub depth: Depth,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
}

/// The positions after each legal move of a position; empty if the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMoves {
    /// The position text as it was given.
    pub original: String,
    /// The position text as the game writes it.
    pub start: String,
    /// For each way to play a move, the position after it and the actions at the board.
    pub next: Vec<(String, Vec<Action>)>,
}
