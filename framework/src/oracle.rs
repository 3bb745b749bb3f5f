//! Exact knowledge about positions: endgame tables, perfect databases, proofs.

use crate::game::Game;
use crate::score::Score;

/// Something that knows the exact value of some positions.
///
/// The search asks it at every node but the root's, the horizon and what lies beyond included, unless the
/// game is over there; an answer is final for that node.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value of the position from the side to move, or `None` where it is not known. Wins and
    /// losses whose distance is unknown are given as estimates near [`Score::LIMIT`].
    fn probe(&self, game: &G, state: &G::State) -> Option<Score>;
}
