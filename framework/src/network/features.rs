//! The features that a game defines for a learned evaluation: [`Features`].

use std::sync::Arc;

use super::feature_set::FeatureSet;
use super::weights::Network;
use crate::rules::Game;

/// The features of a game's positions: their number, and which are active.
///
/// Good features are cheap to compute, and a move changes few of them. Both perspectives use the same list:
/// swapping the two sides of a position swaps their feature sets.
pub trait Features<G: Game>: Send + Sync + 'static {
    /// Name of the feature set, such as `my-game-points-1`. It changes whenever the meaning of a feature
    /// changes; network files with another name are refused.
    const NAME: &'static str;

    /// Number of features, 1 to [`MAX_FEATURES`](super::constants::MAX_FEATURES).
    const COUNT: usize;

    /// Maximum number of active features in one set. Networks whose hidden sums could exceed 16 bits with
    /// this number are refused. If the number is too small, sums can wrap around.
    const MAX_ACTIVE: usize = Self::COUNT;

    /// Number of buckets, 1 to [`MAX_BUCKETS`](super::constants::MAX_BUCKETS). Each bucket has its own output
    /// weights.
    const BUCKETS: usize = 1;

    /// Static evaluation at which a side wins about three of four games, if the hand-written evaluation does
    /// not define it; see [`SearchParams::win_scale`](crate::SearchParams::win_scale).
    const WIN_SCALE: i32 = 100;

    /// Inserts the active features: those from the first side's perspective into the first set, those from
    /// the second side's into the second. Both sets are empty at the call. Equal positions have equal sets.
    fn active(game: &G, state: &G::State, views: &mut [FeatureSet; 2]);

    /// The position's bucket, below [`Features::BUCKETS`].
    #[inline]
    fn bucket(_game: &G, _state: &G::State) -> usize {
        0
    }

    /// The shipped network for this variant, if any. It is used unless the option `EvalFile` selects another
    /// evaluation.
    fn shipped(_game: &G) -> Option<Arc<Network>> {
        None
    }
}
