//! The trait [`Search`], and the inputs of a search: root, limits and resources.

use std::sync::Arc;

use enum_dispatch::enum_dispatch;

use super::control::Control;
use super::eval::Eval;
use super::kept_data::KeptData;
use super::oracle::Oracle;
use super::params::SearchParams;
use super::report::{Report, SearchResult};
use super::transposition_table::Table;
use crate::rules::{Depth, Game, Hints, Moves, PositionHistory, State, Symmetric};

/// A game that searches can play: rules, hints and symmetries. Every type with these traits implements it.
pub trait SearchGame: Hints + Symmetric {}

impl<G: Hints + Symmetric> SearchGame for G {}

/// The root of a search: position, history and root moves.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// Position to search.
    pub state: G::State,
    /// History of the game up to the root, which is its last position.
    pub history: PositionHistory,
    /// Legal moves to search, all or a selection; empty if the game is over.
    pub moves: Moves<G::Move>,
}

impl<G: Hints> Root<G> {
    /// Creates the root for a position without history, with the moves of [`Hints::distinct_moves`].
    pub fn new(game: &G, state: G::State) -> Self {
        let mut moves = Moves::new();
        game.distinct_moves(&state, &mut moves);
        Self { history: PositionHistory::new(state.key(), game.halfmove_clock(&state)), state, moves }
    }
}

/// Limits of a search other than time, which [`Control`](super::Control) limits. `None` sets no limit. In an engine,
/// `engine/search_limits.rs` combines the limits of a client's `go`, the options and the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Maximum nominal depth in plies, which extensions and quiescence search may exceed. In MCTS, it also limits the
    /// simulations, to 2,000 for each ply and thread. Random play ignores it.
    pub depth: Option<Depth>,
    /// Maximum number of nodes; approximate with several threads. With one thread, a search exceeds it by a few nodes
    /// at most, or by more if the mate solver completes the line of a win. Minimax and random play ignore it.
    pub nodes: Option<u64>,
    /// Length of a win in turns of the winner: an alpha-beta search stops once it has proven a win of at most
    /// this length. Other searches ignore it.
    pub mate: Option<u32>,
}

/// What a search uses besides its root, limits and control: memory, threads, exact values, parameters and settings.
#[derive(Clone)]
pub struct Resources<G: Game> {
    /// The transposition table. A search does not call [`Table::next_search`]; its caller does. MCTS uses only the
    /// table's size, from which the size of the search tree follows.
    pub table: Arc<Table>,
    /// Data that successive searches share. A search takes what earlier searches have kept, and keeps data for later
    /// ones.
    pub kept: Arc<KeptData>,
    /// Number of search threads, including the calling one; at least 1.
    pub threads: usize,
    /// Number of best lines to find (`MultiPV`); 0 counts as 1.
    pub multi_pv: usize,
    /// Search parameters; `None` for the evaluation's own.
    pub params: Option<SearchParams>,
    /// Whether alpha-beta prunes, reduces and extends as the parameters allow. If `false`, alpha-beta searches the
    /// full width to the given depth, and its value equals that of plain minimax.
    pub selective: bool,
    /// Whether alpha-beta uses iterative deepening, with depths 1, 2, 3 and so on. If `false`, alpha-beta with a depth
    /// limit runs a single iteration, to that depth.
    pub deepening: bool,
    /// Source of exact values, such as endgame tables.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// Seed of the random choices of MCTS and of random play. Alpha-beta makes no random choices.
    pub seed: u64,
    /// Whether alpha-beta reports the [`Statistics`](super::Statistics) of each iteration. Measuring the times slows
    /// the search down.
    pub statistics: bool,
}

impl<G: Game> Resources<G> {
    /// Creates resources with this table, one thread, one line, and all techniques that the parameters allow.
    pub fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            kept: Arc::default(),
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

/// The inputs of one search, by reference. Each thread of the search is created from them.
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
    /// Searches until a limit is reached, `control` ends the search, or a longer search could not change the result.
    /// Returns a legal move whenever `root.moves` is not empty, even if the search is stopped at once.
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move>;
}
