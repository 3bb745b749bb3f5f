//! What a search is given, and the trait [`Search`].

use std::sync::Arc;

use enum_dispatch::enum_dispatch;

use super::control::Control;
use super::eval::Eval;
use super::memory::Memory;
use super::oracle::Oracle;
use super::params::SearchParams;
use super::report::{Report, SearchResult};
use super::table::Table;
use crate::rules::{Depth, Game, Hints, Moves, PositionHistory, State, Symmetric};

/// The requirements of a search on a game: rules, hints and symmetries.
pub trait SearchGame: Hints + Symmetric {}

impl<G: Hints + Symmetric> SearchGame for G {}

/// The start of a search.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position.
    pub state: G::State,
    /// History of the game up to the root.
    pub history: PositionHistory,
    /// Root moves: legal moves that lead to all successors or to some of them. Empty if the game is over.
    pub moves: Moves<G::Move>,
}

impl<G: Hints> Root<G> {
    /// Creates the root for a position without history, with moves to all successors.
    pub fn new(game: &G, state: G::State) -> Self {
        let mut moves = Moves::new();
        game.distinct_moves(&state, &mut moves);
        Self { history: PositionHistory::new(state.key(), game.halfmove_clock(&state)), state, moves }
    }
}

/// Limits of a search; [`Control`](super::Control) limits its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<Depth>,
    /// Maximum number of nodes: exact with one thread, approximate with several.
    pub nodes: Option<u64>,
    /// Stop after proving a win in at most this number of the winner's moves.
    pub mate: Option<u32>,
}

/// Resources of a search.
#[derive(Clone)]
pub struct Resources<G: Game> {
    /// The transposition table.
    pub table: Arc<Table>,
    /// What earlier searches left for this one.
    pub memory: Arc<Memory>,
    /// Number of search threads, including the calling one; at least 1.
    pub threads: usize,
    /// Number of lines to search; at least 1.
    pub multi_pv: usize,
    /// Parameters that replace those of the evaluation.
    pub params: Option<SearchParams>,
    /// Whether the search prunes, reduces and extends as the parameters allow. Otherwise its value is plain
    /// minimax's.
    pub selective: bool,
    /// Iterative deepening: whether to search depths 1, 2, 3 and so on up to the given depth, rather than
    /// that depth at once.
    pub deepening: bool,
    /// Exact knowledge.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// Seed of random choices.
    pub seed: u64,
    /// Whether [`Statistics`](super::Statistics) of each iteration are reported.
    pub statistics: bool,
}

impl<G: Game> Resources<G> {
    /// Resources with this table, one thread, one line and all techniques that the parameters allow.
    pub fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            memory: Arc::default(),
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

/// What every thread of a search receives.
pub(super) struct Task<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) resources: &'a Resources<G>,
    pub(super) root: &'a Root<G>,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
}

/// A search algorithm.
#[enum_dispatch]
pub trait Search<G: SearchGame, E: Eval<G>> {
    /// Searches until a limit is reached or `control` ends the search. Returns a legal move whenever
    /// `root.moves` is not empty, even if it is stopped at once.
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move>;
}
