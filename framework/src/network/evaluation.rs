//! [`Learned`], an evaluation by a network. While no network is loaded, it uses a hand-written evaluation.
//!
//! Successive positions of a search differ in few features. Each evaluation therefore only updates the hidden layers
//! of the previous evaluation, at the cost of one row of weights for each changed feature.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use pulp::{Arch, Simd, WithSimd};

use super::error::NetworkError;
use super::feature_set::FeatureSet;
use super::features::{Features, Learnable, NetworkFeatures};
use super::weights::{Block, FeatureShape, Network, OUTPUT_ONE};
use crate::rules::{Game, Moves, Score, Side, State};
use crate::search::{Eval, MoveScores, SearchParams};

/// Hidden layer of one perspective, with the features that it was computed from.
#[derive(Debug)]
struct Accumulator {
    set: FeatureSet,
    hidden: Box<[Block]>,
    /// Buffer for the features that an update adds.
    added: Box<[u16]>,
    /// Buffer for the features that an update removes.
    removed: Box<[u16]>,
}

impl Accumulator {
    fn new(network: &Network) -> Self {
        let set = FeatureSet::new(network.inputs());
        let buffer = vec![0; set.capacity()].into_boxed_slice();
        Self { set, hidden: network.bias().into(), added: buffer.clone(), removed: buffer }
    }

    /// Updates the hidden layer for the features in `set`: adds the weights of new features, and subtracts those of
    /// features that are gone.
    #[inline(always)]
    fn update(&mut self, network: &Network, set: &FeatureSet) {
        let [added, removed] = set.copy_to(&mut self.set, &mut self.added, &mut self.removed);
        network.apply(&mut self.hidden, &self.added[..added], &self.removed[..removed]);
    }
}

/// Updates both hidden layers to `features` with vector instructions, and returns the network's output, in which
/// [`OUTPUT_ONE`] stands for 1. It is not a closure, because the compiler might not inline one, and code that is not
/// inlined cannot use these instructions.
struct Inference<'a> {
    accumulators: &'a mut [Accumulator; 2],
    features: &'a [FeatureSet; 2],
    network: &'a Network,
    side: Side,
    bucket: usize,
}

impl WithSimd for Inference<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        for (set, accumulator) in self.features.iter().zip(&mut *self.accumulators) {
            accumulator.update(self.network, set);
        }
        let [own, other] = [self.side, !self.side].map(|side| &self.accumulators[side.index()].hidden);
        self.network.output(own, other, self.bucket)
    }
}

/// Minimum number of score steps between an even position and one that is won in three games of four. If their scores
/// differ by less than this number, a step is one score unit. The network's scores are truncated to whole steps.
const STEPS: i32 = 50;

/// Evaluation by a network over the features `F`, or by the hand-written evaluation `H` while no network is
/// loaded. Move ordering and search parameters come from the hand-written evaluation. With a network, a win scale
/// of 0 in these parameters becomes [`Features::WIN_SCALE`].
pub struct Learned<F, H> {
    hand_written: H,
    /// Whether the shipped network may be loaded.
    takes_shipped: bool,
    network: Option<Arc<Network>>,
    /// Factor that converts the network's output to score steps.
    output_to_steps: f64,
    /// Size of a score step in score units. Finer differences are noise, and cost null-window searches many
    /// passes.
    step: i32,
    /// Hidden layers of both perspectives for the last evaluated position; `None` before the first one.
    accumulators: Option<[Accumulator; 2]>,
    /// Features of the position that is being evaluated, for both perspectives.
    features: [FeatureSet; 2],
    /// Widest vector instructions of this machine, detected at run time.
    instructions: Arch,
    feature_type: PhantomData<fn() -> F>,
}

impl<F, H> Learned<F, H> {
    /// Creates an evaluation that uses `hand_written` until a network is loaded.
    pub fn new(hand_written: H) -> Self {
        Self {
            hand_written,
            takes_shipped: true,
            network: None,
            output_to_steps: 0.0,
            step: 1,
            accumulators: None,
            features: Default::default(),
            instructions: Arch::new(),
            feature_type: PhantomData,
        }
    }

    /// Turns off the shipped network. A network from a file can still be loaded.
    pub fn without_shipped(self) -> Self {
        Self { takes_shipped: false, ..self }
    }
}

impl<F, H: Default> Default for Learned<F, H> {
    fn default() -> Self {
        Self::new(H::default())
    }
}

/// A clone shares the network and starts without hidden layers, so an unused clone is cheap.
impl<F, H: Clone> Clone for Learned<F, H> {
    fn clone(&self) -> Self {
        Self {
            takes_shipped: self.takes_shipped,
            network: self.network.clone(),
            output_to_steps: self.output_to_steps,
            step: self.step,
            features: self.features.clone(),
            ..Self::new(self.hand_written.clone())
        }
    }
}

impl<F, H: fmt::Debug> fmt::Debug for Learned<F, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = self.network.as_ref().map(|network| &network.provenance().name);
        f.debug_struct("Learned")
            .field("hand_written", &self.hand_written)
            .field("network", &network)
            .finish_non_exhaustive()
    }
}

impl<F: 'static, H> Learned<F, H> {
    /// Returns the network's score; `None` if no network is loaded.
    #[inline]
    fn score_by_network<G: Game>(&mut self, game: &G, state: &G::State) -> Option<Score>
    where
        F: Features<G>,
    {
        let network = self.network.as_ref()?;
        let accumulators =
            self.accumulators.get_or_insert_with(|| std::array::from_fn(|_| Accumulator::new(network)));
        for set in &mut self.features {
            set.clear();
        }
        F::active(game, state, &mut self.features);
        debug_assert!(self.features.iter().all(|set| set.len() <= F::MAX_ACTIVE), "{}", F::NAME);
        let bucket = F::bucket(game, state).min(F::BUCKETS - 1);
        let side = state.side();
        let output = self.instructions.dispatch(Inference {
            accumulators,
            features: &self.features,
            network,
            side,
            bucket,
        });
        Some(Score((f64::from(output) * self.output_to_steps) as i32 * self.step).clamp_to_evaluation())
    }
}

impl<G: Game, F: Features<G>, H: Eval<G>> Eval<G> for Learned<F, H> {
    #[inline]
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score {
        self.score_by_network(game, state).unwrap_or_else(|| self.hand_written.evaluate(game, state))
    }

    #[inline]
    fn params(&self) -> SearchParams {
        let params = self.hand_written.params();
        match self.network {
            Some(_) if params.win_scale == 0 => SearchParams { win_scale: F::WIN_SCALE, ..params },
            _ => params,
        }
    }

    #[inline]
    fn order(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        self.hand_written.order(game, state, mv)
    }

    #[inline]
    fn order_all(&self, game: &G, state: &G::State, moves: &[G::Move], scores: &mut MoveScores) {
        self.hand_written.order_all(game, state, moves, scores);
    }

    #[inline]
    fn most_promising(&self, game: &G, state: &G::State, limit: usize, out: &mut Moves<G::Move>) -> bool {
        self.hand_written.most_promising(game, state, limit, out)
    }
}

/// Returns the shape of networks over the features `F`.
fn shape_of<G: Game, F: Features<G>>() -> FeatureShape {
    FeatureShape { name: F::NAME, count: F::COUNT, max_active: F::MAX_ACTIVE, buckets: F::BUCKETS }
}

impl<G: Game, F: Features<G>, H: Eval<G>> Learnable<G> for Learned<F, H> {
    fn features(&self) -> Option<NetworkFeatures<G>> {
        Some(NetworkFeatures {
            shape: shape_of::<G, F>(),
            planes: F::PLANES,
            active: F::active,
            bucket: F::bucket,
            shipped: if self.takes_shipped { F::shipped } else { |_| None },
        })
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) -> Result<(), NetworkError> {
        if let Some(network) = &network {
            network.fits(&shape_of::<G, F>())?;
        }
        self.features = std::array::from_fn(|_| FeatureSet::new(F::COUNT));
        self.accumulators = None;
        self.network = network;
        // These parameters depend on whether `self.network` is set.
        let params = Eval::<G>::params(self);
        self.step = (params.win_scale / STEPS).max(1);
        // At a score of `win_scale`, the odds are 3 to 1.
        self.output_to_steps = f64::from(params.win_scale) / 3_f64.ln() / OUTPUT_ONE / f64::from(self.step);
        Ok(())
    }
}
