//! The features that a game defines for a learned evaluation, [`Features`], and the access of the engine and
//! training to the network inside an evaluation, [`NetworkSlot`].

use std::sync::Arc;

use super::error::NetworkError;
use super::feature_set::FeatureSet;
use super::weights::{FeatureShape, Network};
use crate::rules::Game;
use crate::search::{Eval, NoEval};

/// The features of a game's positions: their number, and which are active.
///
/// Good features are cheap to compute, and a move changes few of them. Both perspectives use the same list:
/// swapping the two sides of a position swaps their feature sets.
pub trait Features<G: Game>: Send + Sync + 'static {
    /// Name of the feature set, such as `my-game-points-1`. It changes whenever the meaning of a feature
    /// changes; network files with another name are refused.
    const NAME: &'static str;

    /// Number of features, 1 to [`MAX_FEATURES`](super::weights::MAX_FEATURES).
    const COUNT: usize;

    /// Maximum number of active features in one set. Networks whose hidden sums could exceed 16 bits with
    /// this number are refused. If the number is too small, sums can wrap around.
    const MAX_ACTIVE: usize = Self::COUNT;

    /// Number of buckets, 1 to [`MAX_BUCKETS`](super::weights::MAX_BUCKETS). Each bucket has its own output
    /// weights.
    const BUCKETS: usize = 1;

    /// Static evaluation at which a side wins about three of four games, if the hand-written evaluation does
    /// not define it; see [`SearchParams::win_scale`](crate::SearchParams::win_scale).
    const WIN_SCALE: i32 = 100;

    /// Inserts the active features: those from the first side's perspective into the first set, those from
    /// the second side's into the second. Both sets are empty at the call. Equal positions have equal sets.
    fn active(game: &G, state: &G::State, perspectives: &mut [FeatureSet; 2]);

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

/// The evaluation of a [`Playable`](crate::Playable) game, possibly with a network. One without a network is
/// `impl Learnable<MyGame> for MyEval {}`.
pub trait Learnable<G: Game>: Eval<G> {
    /// Returns the slot for a network; `None`, the default, if there is none.
    fn slot(&mut self) -> Option<&mut dyn NetworkSlot<G>> {
        None
    }
}

impl<G: Game> Learnable<G> for NoEval {}

/// A slot for a network in an evaluation: the operations of [`Learned`](crate::Learned) that the engine and
/// training need.
pub trait NetworkSlot<G: Game> {
    /// The shape that a network must have.
    fn shape(&self) -> FeatureShape;

    /// [`Features::shipped`].
    fn shipped(&self, game: &G) -> Option<Arc<Network>>;

    /// Uses this network from now on, or the hand-written evaluation for `None`.
    ///
    /// # Errors
    ///
    /// Returns an error if the network does not fit; nothing changes then.
    fn fill(&mut self, network: Option<Arc<Network>>) -> Result<(), NetworkError>;

    /// [`Features::active`].
    fn active(&self, game: &G, state: &G::State, perspectives: &mut [FeatureSet; 2]);

    /// [`Features::bucket`].
    fn bucket(&self, game: &G, state: &G::State) -> usize;
}
