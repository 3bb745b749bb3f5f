//! Traits of the learned evaluation: the features of a game, and an evaluation that may have a slot for a network.

use std::sync::Arc;

use super::error::NetworkError;
use super::feature_set::FeatureSet;
use super::weights::{FeatureShape, Network};
use crate::rules::Game;
use crate::search::{Eval, NoEval};

/// Defines the features of a game: how many there are, and which of them a position activates.
///
/// Good features are cheap to compute, and a move changes few of them. Both perspectives use the same feature
/// numbers: swapping the two sides of a position swaps its two feature sets.
pub trait Features<G: Game>: Send + Sync + 'static {
    /// Name of the feature set, such as `my-game-points-1`. It must change whenever the meaning of a feature
    /// changes. Networks for a feature set of another name are refused.
    const NAME: &'static str;

    /// Number of features, 1 to [`MAX_FEATURES`](super::weights::MAX_FEATURES).
    const COUNT: usize;

    /// Maximum number of features that a position activates in one perspective. A network is refused if this many
    /// features could make a sum in the hidden layer exceed 16 bits. If a position activates more features, a debug
    /// build panics, and in a release build the sums can wrap around, which gives a wrong evaluation.
    const MAX_ACTIVE: usize = Self::COUNT;

    /// Number of buckets, 1 to [`MAX_BUCKETS`](super::weights::MAX_BUCKETS). A bucket is a class of positions, such as
    /// a phase of the game, with its own output weights.
    const BUCKETS: usize = 1;

    /// Static evaluation at which a side wins about three games of four. It is used if the hand-written
    /// evaluation leaves [`SearchParams::win_scale`](crate::SearchParams::win_scale) at 0.
    const WIN_SCALE: i32 = 100;

    /// Number of planes, height and width, if the features are numbered plane by plane over a grid; `None` by
    /// default. Programs that learn get them by [`Playable::planes`](crate::Playable::planes).
    const PLANES: Option<[usize; 3]> = None;

    /// Inserts the active features of a position: from the first side's perspective into the first set, from
    /// the second side's perspective into the second set. Both sets are empty before the call. Equal
    /// positions must give equal sets.
    fn active(game: &G, state: &G::State, perspectives: &mut [FeatureSet; 2]);

    /// Returns the position's bucket, below [`Features::BUCKETS`]; 0 by default. A greater number counts as the last
    /// bucket.
    #[inline]
    fn bucket(_game: &G, _state: &G::State) -> usize {
        0
    }

    /// Returns the network that the game ships for this variant, if any.
    fn shipped(_game: &G) -> Option<Arc<Network>> {
        None
    }
}

/// Evaluation of a [`Playable`](crate::Playable) game, with or without a slot for a network. Without a slot,
/// `impl Learnable<MyGame> for MyEval {}` is enough.
pub trait Learnable<G: Game>: Eval<G> {
    /// Returns the features of the networks that fit into the evaluation's slot. `None`, the default, without a slot.
    fn features(&self) -> Option<NetworkFeatures<G>> {
        None
    }

    /// Evaluates with `network` from now on, or with the hand-written evaluation if it is `None`.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if there is no slot, the network does not have the shape of the slot, or
    /// sums in its hidden layer could exceed 16 bits.
    fn set_network(&mut self, network: Option<Arc<Network>>) -> Result<(), NetworkError> {
        match network {
            Some(_) => Err(NetworkError::content("a network", "a game without networks")),
            None => Ok(()),
        }
    }
}

impl<G: Game> Learnable<G> for NoEval {}

/// The features of a game's networks: a [`Features`] without its type.
#[derive(Debug)]
pub struct NetworkFeatures<G: Game> {
    /// Shape that a network must have.
    pub shape: FeatureShape,
    /// [`Features::PLANES`].
    pub planes: Option<[usize; 3]>,
    /// [`Features::active`].
    pub active: fn(&G, &G::State, &mut [FeatureSet; 2]),
    /// [`Features::bucket`].
    pub bucket: fn(&G, &G::State) -> usize,
    /// [`Features::shipped`]. Returns `None` if the evaluation does not use the shipped network.
    pub shipped: fn(&G) -> Option<Arc<Network>>,
}
