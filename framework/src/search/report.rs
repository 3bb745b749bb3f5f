//! What a search reports while it runs, and its outcome.

use std::time::Duration;

use super::statistics::Statistics;
use crate::rules::{Depth, Score};

/// Whether a reported score is the value itself or a bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// Whether a score of this kind answers a window: by the value itself or by the side of the window on
    /// which it lies.
    #[inline]
    pub(in crate::search) fn settles(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}

/// A move with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// Its value for the side to move at the root, in the evaluation's units.
    pub score: Score,
    /// Value or bound.
    pub bound: Bound,
    /// The principal variation; not empty.
    pub moves: Vec<M>,
}

/// What a search has found out so far.
#[derive(Clone, Debug)]
pub struct Info<M> {
    /// Nominal depth of the iteration.
    pub depth: Depth,
    /// Greatest depth reached, extensions and quiescence included.
    pub selective_depth: Depth,
    /// 1 for the best line, 2 for the next best ...
    pub rank: usize,
    /// The line.
    pub line: Line<M>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Part of the table filled by this search, in hashfull.
    pub hashfull: u32,
    /// Answers of oracles.
    pub tb_hits: u64,
}

/// Takes what a search has to say while it runs.
pub trait Report<M> {
    /// A new line, or a better value of a known one.
    fn info(&mut self, info: &Info<M>);
    /// The search of root move number `number` (from 1) begins.
    fn root_move(&mut self, _mv: M, _number: usize) {}
    /// What the iteration to `depth` was like; only of searches that were asked for it.
    fn statistics(&mut self, _depth: Depth, _statistics: &Statistics) {}
}

/// Says nothing.
impl<M> Report<M> for () {
    fn info(&mut self, _info: &Info<M>) {}
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The best lines, best first: one unless more were asked for, none when there is no move.
    pub lines: Vec<Line<M>>,
    /// The last depth that was searched to its end.
    pub depth: Depth,
    /// Nodes visited by all threads.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// The best move, if there is any move.
    pub fn best(&self) -> Option<M> {
        self.lines.first().map(|line| line.moves[0])
    }

    /// The value of the best move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
