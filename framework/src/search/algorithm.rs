//! The interface of all algorithms: what a search is given, and the trait [`Search`].

use enum_dispatch::enum_dispatch;

use super::control::Control;
use super::eval::Eval;
use super::report::{Report, SearchResult};
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
