//! Exact knowledge about positions: endgame tables, perfect databases, proofs.

use crate::game::Game;
use crate::score::Score;

/// Exact values of some positions.
///
/// The search probes it at every node except the root and finished positions, the horizon and quiescence
/// included. A value is final for its node.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value for the side to move; `None` if it is unknown. Wins and losses without a known
    /// distance are scores near [`Score::LIMIT`].
    fn probe(&self, game: &G, state: &G::State) -> Option<Score>;
}
