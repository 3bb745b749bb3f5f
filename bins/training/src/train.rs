//! Trains a network on recorded games.
//!
//! Each batch is split into a fixed number of parts, and the gradients of the parts are added in a fixed
//! order. The weights therefore do not depend on the number of threads.

use std::iter;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use plywright::Key;
use plywright::network::{self, FeatureShape, Network, NetworkError};
use plywright::search::{Rng, lock, side_by_side};
use plywright_matches::files::{LocatedError, Naming};

use crate::MakeEngine;
use crate::chance::chance;
use crate::checkpoint::Checkpoint;
use crate::data::{Data, Expansion};
use crate::error::TrainingError;
use crate::examples::{Example, Examples};
use crate::model::{Floats, Scratch};
use crate::outputs::Outputs;
use crate::settings::{Epoch, Training, TrainingProgress};

/// Number of parts into which each batch is split. At most this many threads compute gradients.
const PARTS: usize = 8;
/// Final learning rate as a fraction of the initial one.
const LAST_RATE: f32 = 0.05;

/// Trains a network and returns it. Each epoch writes the network to `out`, and the state of the training to `out` with
/// `.checkpoint` appended. A later run continues from this state unless `training.force` is set. The network with the
/// lowest loss on the validation set is written to `out` with `.best` appended.
///
/// Calls `stopped` before every game of the data and before every batch.
///
/// # Errors
/// Returns an error if the data or an existing output file cannot be used, a setting is invalid, or a file
/// cannot be written. Unless `training.force` is set, also returns an error if an existing network cannot be
/// continued under these settings. Returns [`TrainingError::Stopped`] if `stopped` returned `true`.
pub fn train(
    training: &Training,
    make_engine: &MakeEngine,
    out: &Path,
    stopped: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(TrainingProgress),
) -> Result<Network, TrainingError> {
    let game = make_engine()?.dyn_game();
    let shape = game.network_shape().ok_or(TrainingError::NoFeatures(game.facts().game))?;
    // Checks that need no data come first, because reading the data takes long.
    let outputs = Outputs::open(out, training.force)?;
    let weights = training.start_weights(&shape)?;
    let data = Data::read(make_engine, &training.data, training.expansion, stopped, &mut |games| {
        progress(TrainingProgress::Reading(games));
    })?;
    let zeros = Floats::zeros(shape.count, training.hidden, shape.buckets);
    let recipe = training.recipe(shape.name, &data, &weights);
    let start = Checkpoint::start(weights, &zeros);
    let mut state = if training.force { start } else { training.resume(start, &recipe, out)? };
    progress(TrainingProgress::Start {
        training: data.training.len(),
        validation: data.validation.len(),
        exact: data.exact,
        epochs: state.epochs,
    });
    if outputs.best.before().is_empty() {
        // The file with the best network is missing or empty. The best network of the remaining epochs becomes its new
        // content, even if an earlier epoch was better.
        state.best_loss = f64::INFINITY;
    }
    let active = data.training.perspectives_by_feature(shape.count);
    let gradients = vec![zeros; PARTS];
    let mut run = Run { training, shape, data, active, recipe, outputs, state, gradients };
    while run.state.epochs < training.epochs {
        progress(TrainingProgress::Epoch(run.next_epoch(stopped)?));
    }
    // The network is written even if no epoch remained to be trained, because its file may be missing.
    let (_, network) = run.network()?;
    run.outputs.network.write(&network::to_bytes(&network))?;
    Ok(network)
}

/// A training run whose data has been read.
struct Run<'a> {
    training: &'a Training,
    shape: FeatureShape,
    data: Data,
    /// For each feature, the number of perspectives of training positions in which it is active.
    active: Vec<usize>,
    /// A line with everything that determines the weights except the number of epochs; see [`Training::recipe`].
    recipe: String,
    outputs: Outputs,
    state: Checkpoint,
    /// One buffer for each part of a batch.
    gradients: Vec<Floats>,
}

impl Run<'_> {
    /// Trains for one epoch, and writes the networks and the checkpoint.
    fn next_epoch(&mut self, stopped: &dyn Fn() -> bool) -> Result<Epoch, TrainingError> {
        let started = Instant::now();
        let positions = &self.data.training;
        let loss = self.training.train_epoch(&mut self.state, positions, &mut self.gradients, stopped)?;
        self.state.epochs += 1;
        let (weights, network) = self.network()?;
        let (validation_loss, rounding) = validate(&weights, &network, &self.data.validation);
        self.outputs.write_epoch(&mut self.state, &self.recipe, &network, validation_loss)?;
        let time = started.elapsed();
        Ok(Epoch {
            number: self.state.epochs,
            loss,
            validation_loss,
            best: self.state.best_epoch,
            rounding,
            positions: self.data.training.len(),
            time,
            left: time * (self.training.epochs - self.state.epochs),
        })
    }

    /// Returns the weights after the last epoch, with [`Floats::settled`] applied, and the integer network made of
    /// them.
    fn network(&self) -> Result<(Floats, Network), NetworkError> {
        let weights = self.state.weights.settled(&self.active, 2 * self.data.training.len());
        let network = weights.quantised(&self.shape, &self.training.provenance)?;
        Ok((weights, network))
    }
}

/// Reads the network that a training starts from.
///
/// # Errors
/// Returns an error if the file cannot be read or the network has other features or more neurons.
fn open_trained(path: &Path, shape: &FeatureShape, hidden: usize) -> Result<Network, LocatedError> {
    let network =
        network::open(path).and_then(|network| network.fits(shape).map(|()| network)).naming(path)?;
    let found = network.hidden();
    if found > hidden {
        let error = format!("it has {found} hidden neurons, expected at most --hidden, which is {hidden}");
        return Err(LocatedError::new(path, error));
    }
    Ok(network)
}

impl Training {
    /// Returns the weights with which the training starts: random ones, or those of the network [`Training::from`].
    /// Checks that an engine could load them.
    fn start_weights(&self, shape: &FeatureShape) -> Result<Floats, TrainingError> {
        let seed = Key::mix(self.expansion.seed).0;
        let mut weights = Floats::random(shape.count, self.hidden, shape.buckets, seed);
        if let Some(path) = &self.from {
            weights.start_from(&open_trained(path, shape, self.hidden)?);
        }
        weights.quantised(shape, &self.provenance)?;
        Ok(weights)
    }

    /// Returns the state after the last complete epoch of an earlier run; `start` if there was none. Returns an error
    /// if the earlier run has completed more epochs than this training asks for.
    fn resume(&self, start: Checkpoint, recipe: &str, out: &Path) -> Result<Checkpoint, LocatedError> {
        let state = start.load(recipe, out)?;
        if state.epochs > self.epochs {
            let error = format!(
                "it has {} complete epochs, expected --epochs to be at least that, not {}; --force begins a new training",
                state.epochs, self.epochs
            );
            return Err(LocatedError::new(out, error));
        }
        Ok(state)
    }

    /// Returns the recipe of the training: a line with everything that determines the weights, except the
    /// number of epochs. The recipe must stay the same when a run resumes.
    fn recipe(&self, features: &str, data: &Data, start: &Floats) -> String {
        let Self { hidden, batch, rate, expansion, .. } = self;
        let Expansion { result_share, exact_share, images, seed } = expansion;
        // The initial weights follow from the seed, unless they come from a network.
        let from = self.from.as_ref().map(|_| format!(" from {:08x}", start.checksum())).unwrap_or_default();
        let Data { training, validation, games, exact, .. } = data;
        format!(
            "plywright-training 2 {features} hidden {hidden} batch {batch} rate {rate} result-share {result_share} \
             exact-share {exact_share} images {images} seed {seed} games {games} positions {} exact {exact} content \
             {:08x}-{:08x}{from}",
            training.len(),
            training.checksum(),
            validation.checksum()
        )
    }

    /// Trains on all positions once, in an order that the seed and the number of the epoch determine. Returns the mean
    /// squared error of the predicted winning chance. The error of a position is measured before its batch updates the
    /// weights.
    fn train_epoch(
        &self,
        state: &mut Checkpoint,
        examples: &Examples,
        gradients: &mut [Floats],
        stopped: &dyn Fn() -> bool,
    ) -> Result<f64, TrainingError> {
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        Rng::new(Key::mix(self.expansion.seed ^ (u64::from(state.epochs) << 32)).0).shuffle(&mut order);
        let batch_size = self.batch.max(1);
        let batches = order.len().div_ceil(batch_size);
        let mut loss = 0.0;
        for (number, batch) in order.chunks(batch_size).enumerate() {
            if stopped() {
                return Err(TrainingError::Stopped);
            }
            let done = (state.epochs as f32 + number as f32 / batches as f32) / self.epochs as f32;
            loss += self.compute_gradients(&state.weights, examples, batch, gradients);
            let (first, others) = gradients.split_at_mut(1);
            let total = &mut first[0];
            for other in others {
                for (sums, slopes) in total.parts_mut().into_iter().zip(other.parts()) {
                    sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
            }
            let scale = 1.0 / batch.len() as f32;
            total.parts_mut().into_iter().flatten().for_each(|slope| *slope *= scale);
            state.adam.step(&mut state.weights, total, self.rate_at(done));
        }
        Ok(loss / order.len() as f64)
    }

    /// Returns the learning rate when the fraction `done` of the training is complete. It falls linearly, to
    /// [`LAST_RATE`] of the initial rate.
    fn rate_at(&self, done: f32) -> f32 {
        self.rate * (1.0 - (1.0 - LAST_RATE) * done)
    }

    /// Replaces `gradients` by the gradient of each part of a batch. Returns the sum of the squared errors of the
    /// predicted winning chances.
    fn compute_gradients(
        &self,
        weights: &Floats,
        examples: &Examples,
        batch: &[u32],
        gradients: &mut [Floats],
    ) -> f64 {
        let mut losses = [0.0_f64; PARTS];
        // If the batch is small, the last parts have no examples.
        let chunks = batch.chunks(batch.len().div_ceil(PARTS).max(1)).chain(iter::repeat(&[][..]));
        let parts = Mutex::new(gradients.iter_mut().zip(&mut losses).zip(chunks));
        let run = || {
            let mut scratch = Scratch::default();
            loop {
                let part = lock(&parts).next();
                let Some(((gradient, loss), indices)) = part else { return };
                gradient.parts_mut().into_iter().for_each(|slopes| slopes.fill(0.0));
                // The losses of all parts share a cache line, so each is written only once.
                let mut sum = 0.0;
                for index in indices {
                    sum += f64::from(weights.learn(examples.get(*index as usize), gradient, &mut scratch));
                }
                *loss = sum;
            }
        };
        side_by_side(self.threads.min(PARTS), &run);
        losses.iter().sum()
    }
}

/// Returns the mean squared error of the winning chance that `weights` predict for `examples`, and the maximum
/// difference between the outputs of `weights` and of `network`, the same weights in integers.
fn validate(weights: &Floats, network: &Network, examples: &Examples) -> (f64, f64) {
    let mut scratch = Scratch::default();
    let (mut loss, mut rounding) = (0.0, 0.0_f64);
    for index in 0..examples.len() {
        let example @ Example { own, other, bucket, target } = examples.get(index);
        let logit = weights.logit(example, &mut scratch);
        loss += f64::from(chance(logit) - target).powi(2);
        rounding = rounding.max((f64::from(logit) - network.logit(own, other, bucket)).abs());
    }
    (loss / examples.len() as f64, rounding)
}
