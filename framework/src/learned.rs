//! The evaluation that asks a network: [`Learned`].

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::eval::{Eval, Ranks};
use crate::game::{Game, State};
use crate::network::{
    Accumulator, FeatureSet, FeatureShape, Features, Network, NetworkError, NetworkSlot, QA, QB,
};
use crate::params::SearchParams;
use crate::score::Score;
use crate::side::Side;

/// Steps of an estimate between even chances and three games of four.
const STEPS: i32 = 50;

/// An evaluation by a network over the features `F`, or by the hand-written evaluation `H` where no network
/// is loaded. Move ordering and search parameters are the hand-written evaluation's in either case, and so is
/// the unit: an estimate means the same chances.
pub struct Learned<F, H> {
    hand_written: H,
    /// Behind a pointer: without a network the value is as small, and cloned as fast, as the evaluation alone.
    loaded: Option<Box<Loaded>>,
    of: PhantomData<fn() -> F>,
}

/// A network that is asked.
struct Loaded {
    network: Arc<Network>,
    /// Steps of an estimate in one unit of the network's output.
    unit: f64,
    /// The evaluation's units in a step: finer differences are noise, and cost a search by null windows many
    /// passes.
    step: i32,
    /// The hidden layers as the first and as the second side see the position evaluated last.
    accumulators: [Accumulator; 2],
    features: FeatureSet,
}

impl<F, H> Learned<F, H> {
    /// The hand-written evaluation, until a network is loaded.
    pub const fn new(hand_written: H) -> Self {
        Self { hand_written, loaded: None, of: PhantomData }
    }

    /// The hand-written evaluation.
    pub const fn hand_written(&self) -> &H {
        &self.hand_written
    }
}

impl<F, H: Default> Default for Learned<F, H> {
    fn default() -> Self {
        Self::new(H::default())
    }
}

impl<F, H: Clone> Clone for Learned<F, H> {
    #[inline]
    fn clone(&self) -> Self {
        Self { hand_written: self.hand_written.clone(), loaded: self.loaded.clone(), of: PhantomData }
    }
}

/// A clone has the network but none of the hidden layers: it costs little where it is never asked.
impl Clone for Loaded {
    fn clone(&self) -> Self {
        let Self { network, unit, step, features, .. } = self;
        Self {
            network: Arc::clone(network),
            unit: *unit,
            step: *step,
            accumulators: Default::default(),
            features: features.clone(),
        }
    }
}

impl<F, H: fmt::Debug> fmt::Debug for Learned<F, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = self.loaded.as_ref().map(|loaded| &loaded.network.provenance().name);
        f.debug_struct("Learned")
            .field("hand_written", &self.hand_written)
            .field("network", &network)
            .finish_non_exhaustive()
    }
}

impl Loaded {
    /// The network's estimate.
    fn evaluate<G: Game, F: Features<G>>(&mut self, game: &G, state: &G::State) -> Score {
        for side in Side::BOTH {
            self.features.clear();
            F::active(game, state, side, &mut self.features);
            self.accumulators[side.index()].move_to(&self.network, &self.features);
        }
        let side = state.side();
        let [own, other] = [side, !side].map(|side| self.accumulators[side.index()].hidden());
        let bucket = F::bucket(game, state).min(F::BUCKETS - 1);
        let output = self.network.output(own, other, bucket);
        Score((f64::from(output) * self.unit) as i32 * self.step).clamp_to_estimate()
    }
}

impl<G: Game, F: Features<G>, H: Eval<G>> Eval<G> for Learned<F, H> {
    #[inline]
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score {
        match &mut self.loaded {
            None => self.hand_written.evaluate(game, state),
            Some(loaded) => loaded.evaluate::<G, F>(game, state),
        }
    }

    #[inline]
    fn params(&self) -> SearchParams {
        let params = self.hand_written.params();
        match self.loaded {
            Some(_) if params.win_scale == 0 => SearchParams { win_scale: F::WIN_SCALE, ..params },
            _ => params,
        }
    }

    #[inline]
    fn order(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        self.hand_written.order(game, state, mv)
    }

    #[inline]
    fn order_all(&self, game: &G, state: &G::State, moves: &[G::Move], ranks: &mut Ranks) {
        self.hand_written.order_all(game, state, moves, ranks);
    }

    fn slot(&mut self) -> Option<&mut dyn NetworkSlot<G>> {
        Some(self)
    }
}

impl<G: Game, F: Features<G>, H: Eval<G>> NetworkSlot<G> for Learned<F, H> {
    fn shape(&self) -> FeatureShape {
        FeatureShape { name: F::NAME, count: F::COUNT, buckets: F::BUCKETS }
    }

    fn fill(&mut self, network: Option<Arc<Network>>) -> Result<(), NetworkError> {
        let Some(network) = network else {
            self.loaded = None;
            return Ok(());
        };
        network.fits(&self.shape())?;
        let win_scale = match self.hand_written.params().win_scale {
            0 => F::WIN_SCALE,
            win_scale => win_scale,
        };
        let one = f64::from(QA) * f64::from(QA) * f64::from(QB);
        let step = (win_scale / STEPS).max(1);
        self.loaded = Some(Box::new(Loaded {
            network,
            unit: f64::from(win_scale) / 3_f64.ln() / one / f64::from(step),
            step,
            accumulators: Default::default(),
            features: FeatureSet::new(F::COUNT),
        }));
        Ok(())
    }

    fn active(&self, game: &G, state: &G::State, side: Side, set: &mut FeatureSet) {
        F::active(game, state, side, set);
    }

    fn bucket(&self, game: &G, state: &G::State) -> usize {
        F::bucket(game, state)
    }
}
