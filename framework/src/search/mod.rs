//! Search: the trait [`Search`], what goes in and what comes out, and the algorithms.
//!
//! The search never assumes that sides alternate: after each move it asks whose turn it is, and only when
//! that changed are sign and window flipped and a ply of depth charged.

mod algorithm;
mod clock;
mod control;
mod exact;
mod mcts;
mod memory;
mod minimax;
mod random;
mod statistics;
mod table;
mod tree;
mod win_solver;

use std::sync::Arc;
use std::time::Duration;

pub use algorithm::{Algorithm, AnySearch};
pub use clock::Clock;
pub use control::{Budget, Control};
pub use exact::by_oracle;
pub use mcts::Mcts;
pub use memory::Memory;
pub use minimax::Minimax;
pub use random::{RandomMover, Rng};
pub use statistics::Statistics;
pub use table::{Entry, Table, TableError};
pub use tree::TreeSearch;

use enum_dispatch::enum_dispatch;

use crate::course::PositionHistory;
use crate::eval::Eval;
use crate::game::{Game, Moves, State};
use crate::hints::Hints;
use crate::oracle::Oracle;
use crate::params::SearchParams;
use crate::score::{Depth, Score};
use crate::symmetry::Symmetric;

/// What a search needs of a game: its rules, its hints and its symmetries.
pub trait SearchGame: Hints + Symmetric {}

impl<G: Hints + Symmetric> SearchGame for G {}

/// The stack in bytes that a thread needs to search: searches recurse. The memory is taken only when it is
/// used.
pub const STACK: usize = 16 << 20;

/// Where a search starts.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position.
    pub state: G::State,
    /// How the game came there.
    pub history: PositionHistory,
    /// The moves to choose from: legal ones that lead to all successors, or some of them. Empty when the game
    /// is over.
    pub moves: Moves<G::Move>,
}

impl<G: Hints> Root<G> {
    /// A search of all successors of a position without a past.
    pub fn new(game: &G, state: G::State) -> Self {
        let mut moves = Moves::new();
        game.distinct_moves(&state, &mut moves);
        Self { history: PositionHistory::new(state.key(), game.halfmove_clock(&state)), state, moves }
    }
}

/// What a search may use.
#[derive(Clone)]
pub struct Resources<G: Game> {
    /// The transposition table.
    pub table: Arc<Table>,
    /// What earlier searches of the game have left; `None` for a search that stands alone.
    pub memory: Option<Arc<Memory<G>>>,
    /// Threads that search, the calling one included; at least 1.
    pub threads: usize,
    /// Lines that are searched; at least 1.
    pub multi_pv: usize,
    /// Parameters in place of the evaluation's own.
    pub params: Option<SearchParams>,
    /// May the search prune, reduce and extend as the parameters allow? Without, its value is plain
    /// minimax's.
    pub selective: bool,
    /// Search depth 1, 2, 3 ... up to a given depth, or that depth at once?
    pub deepening: bool,
    /// Exact knowledge.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// The seed of random choices.
    pub seed: u64,
    /// Report [`Statistics`] of each iteration?
    pub statistics: bool,
}

impl<G: Game> Resources<G> {
    /// One thread, one line, everything that the parameters allow, and that table.
    pub fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            memory: None,
            threads: 1,
            multi_pv: 1,
            params: None,
            selective: true,
            deepening: true,
            oracle: None,
            seed: 0,
            statistics: false,
        }
    }
}

/// When a search ends by itself; time is the business of [`Control`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Search so many plies.
    pub depth: Option<Depth>,
    /// Visit so many nodes: exactly at one thread, about so many at several.
    pub nodes: Option<u64>,
    /// End when a win in so many moves of the winner is proven.
    pub mate: Option<u32>,
}

/// Is a reported score the value itself or one side of it?
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
    /// Whether a score of this kind tells all that a window asks: the value itself or the side of the window
    /// on which it lies.
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
    /// A search to another depth begins. It visits a node before it can be stopped.
    fn iteration(&mut self) {}
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

/// A search algorithm.
#[enum_dispatch]
pub trait Search<G: SearchGame, E: Eval<G>> {
    /// Searches until a limit is reached or `control` says that it is over. Returns a legal move whenever
    /// `root.moves` is not empty, however early it is stopped.
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move>;
}
