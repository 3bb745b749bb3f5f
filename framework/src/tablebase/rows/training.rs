//! Trains the network of a slice on random positions of the slice.
//!
//! Training is plain stochastic gradient descent on the cross entropy, one position at a time. The seed is
//! fixed, so equal tables give equal networks on the same machine.

use pulp::{Arch, Simd, WithSimd};

use super::predictor::{COLUMNS, HIDDEN, Network, ONE, VALUES};
use crate::search::{Rng, Wdl};

/// Initial learning rate. It falls linearly to [`LEAST_RATE`] of this value.
const RATE: f32 = 0.02;
const LEAST_RATE: f32 = 0.02;
/// Factor on the learning rate of direct votes and on that of biases. It applies twice to the biases of direct votes.
const DIRECT: f32 = 0.3;
/// Error below which the network does not learn from a position. The error is 1 minus the probability that the network
/// gives to the position's value.
const MIN_ERROR: f32 = 0.01;
/// Width of the range, around 0, of the random initial weights of hidden neurons.
const INITIAL_RANGE: f32 = 0.1;
/// Width of the range, around 0, of the random initial weights of the second layer.
const INITIAL_OUTPUT_RANGE: f32 = 0.5;
/// Initial bias of hidden neurons. It lies between their limits 0 and 1, because a neuron at a limit does not learn.
const INITIAL_BIAS: f32 = 0.3;
/// Maximum absolute value of a weight, so that it fits into a byte.
const MAX_WEIGHT: f32 = 127.0 / ONE as f32;
/// Seed of the initial weights. It is fixed, so that equal tables give equal networks on the same machine.
const SEED: u64 = 0x9e37_79b9;

/// Network in training. It has the layers of [`Network`], with floating-point weights.
pub(super) struct Trainer {
    rows: Vec<[f32; COLUMNS]>,
    bias: [f32; COLUMNS],
    outputs: [[f32; HIDDEN]; VALUES],
}

/// A batch of positions from which a network learns.
#[derive(Default)]
pub(super) struct Lessons {
    /// For each position, its value and the share of the whole training that comes before it, 0 to 1.
    pub(super) targets: Vec<(Wdl, f32)>,
    /// The active features of all positions, one position after another. Each position has the same number of them.
    pub(super) features: Vec<u16>,
}

/// Runs [`Trainer::learn`] for all positions, with vector instructions. This is a struct and not a closure, because the
/// compiler need not inline a closure, and a closure that is not inlined does not use these instructions.
struct Learn<'a> {
    trainer: &'a mut Trainer,
    lessons: &'a Lessons,
}

impl WithSimd for Learn<'_> {
    type Output = ();

    #[expect(clippy::inline_always)]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Lessons { targets, features } = self.lessons;
        let active = (features.len() / targets.len().max(1)).max(1);
        for ((value, progress), features) in targets.iter().zip(features.chunks(active)) {
            self.trainer.learn(features, *value as usize, *progress);
        }
    }
}

impl Trainer {
    pub(super) fn new(features: usize) -> Self {
        let mut rng = Rng::new(SEED);
        let mut noise = |range: f32| (rng.below(1 << 16) as f32 / 65_536.0 - 0.5) * range;
        let mut rows = vec![[0.0; COLUMNS]; features];
        for weight in rows.iter_mut().flat_map(|row| &mut row[VALUES..]) {
            *weight = noise(INITIAL_RANGE);
        }
        let outputs = std::array::from_fn(|_| std::array::from_fn(|_| noise(INITIAL_OUTPUT_RANGE)));
        let bias = std::array::from_fn(|column| if column < VALUES { 0.0 } else { INITIAL_BIAS });
        Self { rows, bias, outputs }
    }

    pub(super) fn learn_all(&mut self, lessons: &Lessons) {
        Arch::new().dispatch(Learn { trainer: self, lessons });
    }

    /// Learns from one position, unless its error is below [`MIN_ERROR`]. `value` is 0 for a loss, 1 for a draw and 2
    /// for a win. `progress` grows from 0 to 1 during the training.
    #[expect(clippy::inline_always)] // It uses vector instructions only if it is inlined into its caller.
    #[inline(always)]
    fn learn(&mut self, features: &[u16], value: usize, progress: f32) {
        let mut sums = self.bias;
        for feature in features {
            let row = &self.rows[usize::from(*feature)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let hidden: [f32; HIDDEN] = std::array::from_fn(|unit| sums[VALUES + unit].clamp(0.0, 1.0));
        let logits: [f32; VALUES] = std::array::from_fn(|at| {
            sums[at] + hidden.iter().zip(&self.outputs[at]).map(|(unit, weight)| unit * weight).sum::<f32>()
        });
        // Subtracting the maximum keeps `exp` in range and changes no ratio.
        let max = logits.iter().copied().fold(f32::MIN, f32::max);
        let odds = logits.map(|logit| (logit - max).exp());
        let all: f32 = odds.iter().sum();
        let rate = RATE * (1.0 - progress).max(LEAST_RATE);
        let errors: [f32; VALUES] =
            std::array::from_fn(|at| f32::from(u8::from(at == value)) - odds[at] / all);
        if errors[value] < MIN_ERROR {
            return;
        }
        let mut step = [0.0; COLUMNS];
        for (at, error) in errors.iter().enumerate() {
            step[at] = rate * DIRECT * error;
            for unit in 0..HIDDEN {
                if hidden[unit] > 0.0 && hidden[unit] < 1.0 {
                    step[VALUES + unit] += rate * error * self.outputs[at][unit];
                }
                let weight = &mut self.outputs[at][unit];
                *weight = (*weight + rate * error * hidden[unit]).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
        for feature in features {
            let row = &mut self.rows[usize::from(*feature)];
            for (weight, step) in row.iter_mut().zip(&step) {
                *weight += step;
            }
        }
        for (bias, step) in self.bias.iter_mut().zip(&step) {
            *bias += DIRECT * step;
        }
    }

    /// Returns the network with integer weights: the trained ones, limited to [`MAX_WEIGHT`] and rounded.
    pub(super) fn finish(&self) -> Network {
        let round = |weight: f32| (weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) * f32::from(ONE)).round() as i16;
        Network {
            rows: self.rows.iter().map(|row| row.map(round)).collect(),
            bias: self.bias.map(round),
            outputs: self.outputs.map(|weights| weights.map(round)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::predictor::{ODDS, Patterns};
    use super::*;

    #[test]
    fn a_network_learns_which_pattern_decides() {
        let patterns = Patterns::new(&[vec![0, 1, 2], vec![3, 4]]);
        let mut trainer = Trainer::new(patterns.features);
        let mut states = patterns.empty();
        let mut rng = Rng::new(7);
        let mut random_cells = || {
            let (own, other) = (rng.below(32) as u64, rng.below(32) as u64);
            [own & !other, other & !own]
        };
        let [loss, draw, win] = [0, 1, 2];
        // The side to move wins if it holds cell 3 or both cells 0 and 1. Otherwise it loses if the other
        // side holds cell 3.
        let value = |[own, other]: [u64; 2]| {
            if own & 8 != 0 || own & 3 == 3 {
                win
            } else if other & 8 != 0 {
                loss
            } else {
                draw
            }
        };
        for number in 0..40_000 {
            let cells = random_cells();
            states.set(&patterns, cells);
            trainer.learn(&states.features, value(cells), number as f32 / 40_000.0);
        }
        let network = trainer.finish();
        let read = Network::from_bytes(patterns.features, &network.to_bytes());
        assert_eq!(read.as_ref(), Some(&network));
        for _ in 0..1000 {
            let cells = random_cells();
            states.set(&patterns, cells);
            let odds = network.odds(&states.features);
            let [for_win, for_loss] = [odds / ODDS, odds % ODDS].map(|class| class as i32 - ODDS as i32 / 2);
            let favourite = if for_win.max(for_loss) < 0 {
                draw
            } else if for_win > for_loss {
                win
            } else {
                loss
            };
            assert_eq!(favourite, value(cells), "{cells:?}: {for_win}, {for_loss}");
        }
    }
}
