//! What a game writes to have a learned evaluation: [`Features`].

use std::sync::Arc;

use super::feature_set::FeatureSet;
use super::weights::Network;
use crate::rules::Game;

/// The features of a game's positions: how many there are, and which are active.
///
/// Good features are cheap, and few of them change with a move. Both sides see a position by the same list:
/// exchange the two sides and their sets are exchanged too.
pub trait Features<G: Game>: Send + Sync + 'static {
    /// Changes whenever the meaning of a feature changes: files of another name are refused. For example
    /// `my-game-points-1`.
    const NAME: &'static str;

    /// Number of features, 1 to [`MAX_FEATURES`](super::constants::MAX_FEATURES).
    const COUNT: usize;

    /// Maximum number of features that are active in one set. A network whose hidden sums could leave 16 bits
    /// with that many is refused, so a bound that is too small lets sums wrap around.
    const MAX_ACTIVE: usize = Self::COUNT;

    /// Number of buckets, 1 to [`MAX_BUCKETS`](super::constants::MAX_BUCKETS), each with output
    /// weights of its own.
    const BUCKETS: usize = 1;

    /// The estimate at which a side wins about three games of four, where the hand-written evaluation does
    /// not say it; see [`SearchParams::win_scale`](crate::SearchParams::win_scale).
    const WIN_SCALE: i32 = 100;

    /// Inserts the features of the position as the first side sees it into the first set, and as the second
    /// side sees it into the second. The sets arrive empty. Equal positions have equal sets.
    fn active(game: &G, state: &G::State, views: &mut [FeatureSet; 2]);

    /// The position's bucket, below [`Features::BUCKETS`].
    #[inline]
    fn bucket(_game: &G, _state: &G::State) -> usize {
        0
    }

    /// The network that comes with the game for this variant, if one does: it evaluates unless the option
    /// `EvalFile` says otherwise.
    fn shipped(_game: &G) -> Option<Arc<Network>> {
        None
    }
}
