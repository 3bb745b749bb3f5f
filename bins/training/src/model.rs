//! The network in floating-point numbers: its output, and the gradient of its loss.
//!
//! A position has features from two perspectives: that of the side to move and that of the other side. Its bucket, such
//! as the phase of the game, selects the output weights.
//!
//! Dot products are summed in sixteen lanes, in a fixed order. The compiler can vectorise them, and every
//! machine gets the same bits.

use plywright::network::{FeatureShape, MAX_OUTPUT, Network, NetworkError, Provenance, QA, QB, Weights};
use plywright::search::Rng;

use crate::chance::chance;
use crate::examples::Example;

/// Number of partial sums of a dot product. It must divide the number of neurons in a hidden layer.
const LANES: usize = 16;
/// Maximum absolute value of an output weight that the integer network can represent.
const OUTPUT_LIMIT: f32 = MAX_OUTPUT as f32 / QB as f32;
/// Maximum absolute value of a feature's weight. A sum of about ninety such weights fits in the 16 bits of
/// the integer network.
const ROW_LIMIT: f32 = 1.98;
/// Factor that makes the random output weights of added neurons smaller, so that the network's output changes little.
const NEW_OUTPUT: f32 = 0.25;
/// Maximum absolute value of a feature's random weight.
const RANDOM_ROW: f32 = 0.15;
/// Middle of the random biases. It is positive, because a neuron whose sum is negative has no gradient.
const MIDDLE_BIAS: f32 = 0.3;
/// Maximum distance of a random bias from [`MIDDLE_BIAS`].
const RANDOM_BIAS: f32 = 0.2;
/// Maximum absolute value of a random output weight.
const RANDOM_OUTPUT: f32 = 0.2;

/// Numbers of a network: its weights, or for each weight a gradient or a running mean of the optimiser.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Floats {
    /// Number of neurons in the hidden layer of one perspective.
    pub(crate) hidden: usize,
    /// One row of `hidden` weights for each feature.
    pub(crate) rows: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    /// For each bucket, `hidden` weights of the side to move, then as many of the other side.
    pub(crate) output: Vec<f32>,
    pub(crate) output_bias: Vec<f32>,
}

impl Floats {
    pub(crate) fn zeros(inputs: usize, hidden: usize, buckets: usize) -> Self {
        Self {
            hidden,
            rows: vec![0.0; inputs * hidden],
            bias: vec![0.0; hidden],
            output: vec![0.0; 2 * buckets * hidden],
            output_bias: vec![0.0; buckets],
        }
    }

    /// Creates a network with random weights. The output weights are the same for all buckets.
    pub(crate) fn random(inputs: usize, hidden: usize, buckets: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut around = |middle: f32, width: f32| middle + width * (2.0 * rng.unit() as f32 - 1.0);
        let mut weights = Self::zeros(inputs, hidden, buckets);
        weights.rows.fill_with(|| around(0.0, RANDOM_ROW));
        weights.bias.fill_with(|| around(MIDDLE_BIAS, RANDOM_BIAS));
        let output: Vec<_> = std::iter::repeat_with(|| around(0.0, RANDOM_OUTPUT)).take(2 * hidden).collect();
        weights.output.chunks_mut(2 * hidden).for_each(|bucket| bucket.copy_from_slice(&output));
        weights
    }

    /// Replaces the first neurons by those of a trained network, which must have the same features and buckets, and at
    /// most as many neurons. The output weights of the remaining neurons become smaller, so that the output is close to
    /// that of the trained network from the first step on.
    pub(crate) fn start_from(&mut self, network: &Network) {
        let (trained, hidden) = (network.hidden(), self.hidden);
        let Weights { rows, bias, output, output_bias } = network.weights();
        let (qa, qb) = (f32::from(QA), f32::from(QB));
        let copy = |to: &mut [f32], from: &[i16], unit: f32| {
            for (to, from) in to.chunks_exact_mut(hidden).zip(from.chunks_exact(trained)) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to = f32::from(*from) / unit);
            }
        };
        self.output.iter_mut().for_each(|weight| *weight *= NEW_OUTPUT);
        copy(&mut self.rows, rows, qa);
        copy(&mut self.bias, bias, qa);
        copy(&mut self.output, output, qb);
        for (to, from) in self.output_bias.iter_mut().zip(output_bias) {
            *to = *from as f32 / (qa * qa * qb);
        }
    }

    pub(crate) fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for weight in self.parts().into_iter().flatten() {
            hasher.update(&weight.to_le_bytes());
        }
        hasher.finalize()
    }

    pub(crate) fn parts(&self) -> [&Vec<f32>; 4] {
        [&self.rows, &self.bias, &self.output, &self.output_bias]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut Vec<f32>; 4] {
        [&mut self.rows, &mut self.bias, &mut self.output, &mut self.output_bias]
    }

    /// Limits the features' weights to [`ROW_LIMIT`] and the output weights to [`OUTPUT_LIMIT`]. Biases have no limit.
    pub(crate) fn clip(&mut self) {
        self.rows.iter_mut().for_each(|weight| *weight = weight.clamp(-ROW_LIMIT, ROW_LIMIT));
        self.output.iter_mut().for_each(|weight| *weight = weight.clamp(-OUTPUT_LIMIT, OUTPUT_LIMIT));
    }

    /// Computes the hidden layer of one perspective before its activation, and replaces the content of `sums` by it.
    fn sum_rows(&self, features: &[u16], sums: &mut Vec<f32>) {
        sums.clone_from(&self.bias);
        for feature in features {
            let row = &self.rows[usize::from(*feature) * self.hidden..][..self.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
    }

    /// Returns the output weights of a bucket: `hidden` for the side to move, then `hidden` for the other side.
    fn output_of(&self, bucket: usize) -> &[f32] {
        &self.output[2 * bucket * self.hidden..][..2 * self.hidden]
    }

    /// Returns the network's output: the natural logarithm of the odds that the side to move wins.
    pub(crate) fn logit(&self, example: Example, scratch: &mut Scratch) -> f32 {
        let [own, other] = scratch;
        self.sum_rows(example.own, own);
        self.sum_rows(example.other, other);
        let (for_own, for_other) = self.output_of(example.bucket).split_at(self.hidden);
        self.output_bias[example.bucket] + activated(own, for_own) + activated(other, for_other)
    }

    /// Adds the gradient of an example's cross-entropy to `gradient`. Returns the squared error of the
    /// predicted winning chance, which training reports as its loss.
    pub(crate) fn learn(&self, example: Example, gradient: &mut Self, scratch: &mut Scratch) -> f32 {
        let error = chance(self.logit(example, scratch)) - example.target;
        let (bucket, hidden) = (example.bucket, self.hidden);
        gradient.output_bias[bucket] += error;
        let features_of = [example.own, example.other];
        for (perspective, (buffer, features)) in scratch.iter_mut().zip(features_of).enumerate() {
            let at = (2 * bucket + perspective) * hidden;
            let weights = &self.output[at..][..hidden];
            let slopes = &mut gradient.output[at..][..hidden];
            // `buffer` holds the hidden sums. The loop replaces each by the derivative of the loss with respect to it,
            // which is 0 outside the clip range.
            for ((value, weight), slope) in buffer.iter_mut().zip(weights).zip(slopes) {
                let sum = *value;
                let clipped = sum.clamp(0.0, 1.0);
                *slope += error * clipped * clipped;
                let inside = if sum < 1.0 { clipped } else { 0.0 };
                *value = error * weight * 2.0 * inside;
            }
            gradient.bias.iter_mut().zip(&**buffer).for_each(|(slope, derivative)| *slope += derivative);
            for feature in features {
                let row = &mut gradient.rows[usize::from(*feature) * hidden..][..hidden];
                row.iter_mut().zip(&**buffer).for_each(|(slope, derivative)| *slope += derivative);
            }
        }
        error * error
    }

    /// Returns a copy in which the rows of some features are 0, because training learns nothing about them. Such a
    /// feature is active in none of the `all` perspectives of the training data, or in all of them. In the second case,
    /// its row is first added to the bias. `active` has the number of perspectives of each feature.
    pub(crate) fn settled(&self, active: &[usize], all: usize) -> Self {
        let mut settled = self.clone();
        for (row, active) in settled.rows.chunks_mut(self.hidden).zip(active) {
            if *active == all {
                settled.bias.iter_mut().zip(&*row).for_each(|(bias, weight)| *bias += weight);
            }
            if *active == all || *active == 0 {
                row.fill(0.0);
            }
        }
        settled
    }

    /// Rounds the weights to the integers of a network of this shape. An error says that no engine could load it.
    pub(crate) fn quantised(
        &self,
        shape: &FeatureShape,
        provenance: &Provenance,
    ) -> Result<Network, NetworkError> {
        let (qa, qb) = (f32::from(QA), f32::from(QB));
        let scaled = |weights: &[f32], scale: f32| {
            weights.iter().map(|weight| (weight * scale).round() as i16).collect()
        };
        let weights = Weights {
            rows: scaled(&self.rows, qa),
            bias: scaled(&self.bias, qa),
            output: scaled(&self.output, qb),
            output_bias: self.output_bias.iter().map(|bias| (bias * qa * qa * qb).round() as i32).collect(),
        };
        let network = Network::new(shape.name, provenance.clone(), weights)?;
        network.fits(shape)?;
        Ok(network)
    }
}

/// Buffers for the two hidden layers of a position: that of the side to move, and that of the other side.
pub(crate) type Scratch = [Vec<f32>; 2];

/// Clips each sum to 0..=1 and squares it (`SCReLU`). Returns the dot product with the output weights.
fn activated(sums: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
            let clipped = sum.clamp(0.0, 1.0);
            *lane += clipped * clipped * weight;
        }
    }
    lanes.iter().sum()
}
