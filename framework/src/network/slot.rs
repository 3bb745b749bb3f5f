//! How the engine and training reach a network inside an evaluation. Searches never do.

use std::sync::Arc;

use super::error::NetworkError;
use super::feature_set::FeatureSet;
use super::shape::FeatureShape;
use super::weights::Network;
use crate::rules::Game;
use crate::search::{Eval, NoEval};

/// An evaluation that a game comes with: it may hold a network. One without a network is
/// `impl Learnable<MyGame> for MyEval {}`.
pub trait Learnable<G: Game>: Eval<G> {
    /// The place for a network; `None`, the default, where there is none.
    fn slot(&mut self) -> Option<&mut dyn NetworkSlot<G>> {
        None
    }
}

impl<G: Game> Learnable<G> for NoEval {}

/// The place for a network in an evaluation: what the engine and training need of
/// [`Learned`](crate::Learned).
pub trait NetworkSlot<G: Game> {
    /// What a network must fit.
    fn shape(&self) -> FeatureShape;

    /// [`Features::shipped`](super::features::Features::shipped).
    fn shipped(&self, game: &G) -> Option<Arc<Network>>;

    /// Asks this network from now on, or the hand-written evaluation.
    ///
    /// # Errors
    /// When the network does not fit; then nothing changes.
    fn fill(&mut self, network: Option<Arc<Network>>) -> Result<(), NetworkError>;

    /// [`Features::active`](super::features::Features::active).
    fn active(&self, game: &G, state: &G::State, views: &mut [FeatureSet; 2]);

    /// [`Features::bucket`](super::features::Features::bucket).
    fn bucket(&self, game: &G, state: &G::State) -> usize;
}
