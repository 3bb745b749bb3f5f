//! Where a search starts, and when it ends by itself.

use crate::rules::{Depth, Game, Hints, Moves, PositionHistory, State, Symmetric};

/// What a search needs of a game: its rules, its hints and its symmetries.
pub trait SearchGame: Hints + Symmetric {}

impl<G: Hints + Symmetric> SearchGame for G {}

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

/// When a search ends by itself; [`Control`](super::Control) limits its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<Depth>,
    /// Maximum number of nodes: exact with one thread, approximate with several.
    pub nodes: Option<u64>,
    /// Ends the search when a win in this number of the winner's moves, or fewer, is proven.
    pub mate: Option<u32>,
}
