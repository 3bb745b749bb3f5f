//! Access to a network inside an evaluation, for the engine and training. The search does not use it.

use std::sync::Arc;

use super::error::NetworkError;
use super::feature_set::FeatureSet;
use super::shape::FeatureShape;
use super::weights::Network;
use crate::rules::Game;
use crate::search::{Eval, NoEval};

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

    /// [`Features::shipped`](super::features::Features::shipped).
    fn shipped(&self, game: &G) -> Option<Arc<Network>>;

    /// Uses this network from now on, or the hand-written evaluation for `None`.
    ///
    /// # Errors
    ///
    /// Returns an error if the network does not fit; nothing changes then.
    fn fill(&mut self, network: Option<Arc<Network>>) -> Result<(), NetworkError>;

    /// [`Features::active`](super::features::Features::active).
    fn active(&self, game: &G, state: &G::State, views: &mut [FeatureSet; 2]);

    /// [`Features::bucket`](super::features::Features::bucket).
    fn bucket(&self, game: &G, state: &G::State) -> usize;
}
