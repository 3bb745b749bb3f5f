//! Reports of a running search, and its result.

use std::time::Duration;

use super::statistics::Statistics;
use crate::rules::{Depth, Score};

/// Whether a reported score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is the exact value.
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

impl Bound {
    /// Whether a score with this bound settles a search in the window: the score is exact, or proves that the value is
    /// outside.
    #[inline]
    pub(in crate::search) fn settles(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}

/// A line of best play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// Value for the side to move at the root, in the evaluation's units.
    pub score: Score,
    /// Whether `score` is exact or a bound.
    pub bound: Bound,
    /// Moves of the line; not empty.
    pub moves: Vec<M>,
}

/// A report of a running search about one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<M> {
    /// Nominal depth of the iteration in plies, or the length of the mate solver's win if that is greater. In MCTS,
    /// number of moves of the line, at most the depth limit. 1 if the move was chosen at random or by exact values.
    pub depth: Depth,
    /// Maximum depth reached in plies, including extensions and quiescence; in MCTS, the same as `depth`.
    pub selective_depth: Depth,
    /// Rank of the line: 1 for the best, 2 for the second best and so on.
    pub rank: usize,
    /// The line with its score.
    pub line: Variation<M>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Share of the transposition table filled by this search, in thousandths; in MCTS, share of the tree's
    /// memory in use.
    pub hashfull: u32,
    /// Number of oracle hits of all threads.
    pub tb_hits: u64,
}

impl<M> Info<M> {
    /// Creates the report of a line. The selective depth equals `depth`; `hashfull` and `tb_hits` are 0.
    pub(crate) fn new(depth: Depth, rank: usize, line: Variation<M>, nodes: u64, time: Duration) -> Self {
        Self { depth, selective_depth: depth, rank, line, nodes, time, hashfull: 0, tb_hits: 0 }
    }

    /// Returns a copy of the report with `moves`, of any type, in place of its moves.
    pub(crate) fn with_moves<N>(&self, moves: Vec<N>) -> Info<N> {
        let Self { depth, selective_depth, rank, ref line, nodes, time, hashfull, tb_hits } = *self;
        let line = Variation { score: line.score, bound: line.bound, moves };
        Info { depth, selective_depth, rank, line, nodes, time, hashfull, tb_hits }
    }

    /// Whether the score is exact and its distance to the end of the game is known and at most `depth`.
    pub(crate) fn is_proven(&self) -> bool {
        let distance = self.line.score.plies_to_end();
        self.line.bound == Bound::Exact && distance.is_some_and(|plies| plies <= self.depth.0.into())
    }
}

/// Returns a rate per second, such as nodes per second. Durations of less than a microsecond count as one
/// microsecond.
pub fn per_second(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// Time from the start of a search after which events within an iteration are reported to a person: the root move that
/// is being searched, and better moves.
pub(crate) const ANNOUNCE_AFTER: Duration = Duration::from_secs(3);

/// Receives the reports of a running search.
pub trait Report<M> {
    /// Receives a line with its current score.
    fn info(&mut self, info: &Info<M>);
    /// Receives a line that begins with a better move than the best one so far, found before the end of an iteration.
    /// Its score is a lower bound. Only alpha-beta reports these lines, at depth 2 or more, and only if it searches for
    /// a single line.
    fn better_move(&mut self, _info: &Info<M>) {}
    /// Receives a root move and its number, counted from 1, when the search of the move begins. Alpha-beta reports root
    /// moves only after three seconds of search, and MCTS and the random player report none.
    fn root_move(&mut self, _mv: M, _number: usize) {}
    /// Receives the first thread's statistics of the iteration to `depth`, which may have been stopped early. Called
    /// only if [`Resources::statistics`](super::Resources::statistics) is set.
    fn statistics(&mut self, _depth: Depth, _statistics: &Statistics) {}
}

/// Ignores all reports.
impl<M> Report<M> for () {
    fn info(&mut self, _info: &Info<M>) {}
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The best lines, best first; empty if there is no root move.
    pub lines: Vec<Variation<M>>,
    /// Depth of the last completed iteration in plies, 0 if none was completed. In MCTS, number of moves of
    /// the best line, at most the depth limit. 1 if the move was chosen at random or by exact values.
    pub depth: Depth,
    /// Nodes visited by all threads.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// Returns the best move; `None` if there is no root move.
    pub fn best(&self) -> Option<M> {
        self.lines.first().map(|line| line.moves[0])
    }

    /// Returns the score of the best line; `None` if there is no root move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
