//! Weights of a network, and its inference in integers.
//!
//! A hidden neuron is the sum of a bias and one weight of each active feature, in units of 1 / [`QA`].
//! `SCReLU` clips it to 0..=1 and squares it. The output is a bias plus the weighted sum of the activations
//! in both perspectives. The output weights are in units of 1 / [`QB`]. They differ between the side to move
//! and the other side, and between buckets. The output is the natural logarithm of the odds that the side to
//! move wins.
//!
//! The inner loops are in `Network::apply` and `Network::output`. The module `evaluation` has them compiled for vector
//! instructions (SIMD).

use std::cmp::Reverse;
use std::fmt::Display;

use super::error::NetworkError;

/// Integer that represents an activation of 1. With a greater one, an output sum might not fit into 32 bits; see
/// [`MAX_OUTPUT`].
pub const QA: i16 = 181;
/// Integer that represents an output weight of 1.
pub const QB: i16 = 64;
/// Number that represents an output of 1 in the integers of [`Network::output`].
pub(super) const OUTPUT_ONE: f64 = QA as f64 * QA as f64 * QB as f64;
/// Maximum absolute value of an output weight. It bounds the output sum of two hidden layers with
/// [`MAX_HIDDEN`] neurons by 2 * 256 * [`QA`]² * 127 = 2,130,251,264, which fits into 32 bits.
pub const MAX_OUTPUT: i16 = 127;
/// Number of hidden neurons that are computed together: as many as fill a cache line. The size of a hidden layer is
/// a multiple of this number.
pub const LANES: usize = 32;
/// Maximum number of hidden neurons of a perspective.
pub const MAX_HIDDEN: usize = 256;
/// Maximum number of features.
pub const MAX_FEATURES: usize = 4096;
/// Maximum number of buckets. Each bucket has its own output weights.
pub const MAX_BUCKETS: usize = 16;

/// Feature set, sizes and limits that a network must match to fit a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureShape {
    /// Name of the feature set; see [`Features::NAME`](super::Features::NAME).
    pub name: &'static str,
    /// Number of features; see [`Features::COUNT`](super::Features::COUNT).
    pub count: usize,
    /// Maximum number of active features; see [`Features::MAX_ACTIVE`](super::Features::MAX_ACTIVE).
    pub max_active: usize,
    /// Number of buckets; see [`Features::BUCKETS`](super::Features::BUCKETS).
    pub buckets: usize,
}

/// Values or weights of [`LANES`] hidden neurons. They fill a cache line of 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Block(pub(super) [i16; LANES]);

impl Block {
    #[inline(always)]
    fn add(&mut self, row: &Self) {
        for (lane, weight) in self.0.iter_mut().zip(&row.0) {
            *lane = lane.wrapping_add(*weight);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, row: &Self) {
        for (lane, weight) in self.0.iter_mut().zip(&row.0) {
            *lane = lane.wrapping_sub(*weight);
        }
    }

    /// Returns the sum of the activations of these neurons, each multiplied by its weight in `weights`, in units of 1 /
    /// (QA * QA * QB). For an activation, the neuron's value is clipped to 0..=1 and then squared.
    #[inline(always)]
    fn activated(&self, weights: &Self) -> i32 {
        let product = |(lane, weight): (&i16, &i16)| {
            let clipped = (*lane).clamp(0, QA);
            // The absolute value of the 16-bit product is at most 181 * 127 = 22,987, so it cannot wrap.
            i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped)
        };
        self.0.iter().zip(&weights.0).map(product).sum()
    }
}

/// Origin of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Name of the network.
    pub name: String,
    /// Description of the training data.
    pub data: String,
    /// The command that trained the network.
    pub command: String,
}

/// Weights as plain numbers, in the form that files store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Weights {
    /// For each feature, one weight for each hidden neuron, in units of 1 / QA.
    pub rows: Vec<i16>,
    /// Bias of each hidden neuron, in units of 1 / QA.
    pub bias: Vec<i16>,
    /// For each bucket, one weight for each hidden neuron of the side to move, then one for each of the other
    /// side; -127 to 127, in units of 1 / QB.
    pub output: Vec<i16>,
    /// For each bucket, the constant added to the output, in units of 1 / (QA * QA * QB).
    pub output_bias: Vec<i32>,
}

/// An immutable network. It holds the weights twice: as plain numbers, and in blocks for the inference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    features: String,
    provenance: Provenance,
    weights: Weights,
    /// Number of blocks in a hidden layer.
    blocks: usize,
    rows: Vec<Block>,
    bias: Vec<Block>,
    output: Vec<Block>,
}

impl Network {
    /// Creates a network for the feature set named `features`.
    ///
    /// # Errors
    ///
    /// Returns an error if the lists of weights have contradictory lengths, a size is 0 or exceeds its limit,
    /// the size of the hidden layer is not a multiple of [`LANES`], or an output weight is not in -127..=127.
    pub fn new(features: &str, provenance: Provenance, weights: Weights) -> Result<Self, NetworkError> {
        let (hidden, buckets) = (weights.bias.len(), weights.output_bias.len());
        if hidden == 0 || hidden % LANES != 0 || hidden > MAX_HIDDEN {
            return wrong("hidden neurons", hidden, "a multiple of 32 up to 256");
        }
        if buckets == 0 || buckets > MAX_BUCKETS {
            return wrong("buckets", buckets, "1 to 16");
        }
        let inputs = weights.rows.len() / hidden;
        if inputs == 0 || inputs > MAX_FEATURES || inputs * hidden != weights.rows.len() {
            let expected = "1 to 4096 rows as long as the hidden layer";
            return wrong("weights of features", weights.rows.len(), expected);
        }
        if weights.output.len() != 2 * buckets * hidden {
            return wrong("output weights", weights.output.len(), 2 * buckets * hidden);
        }
        let is_wide = |weight: &&i16| !(-MAX_OUTPUT..=MAX_OUTPUT).contains(*weight);
        if let Some(weight) = weights.output.iter().find(is_wide) {
            return wrong("an output weight of", weight, "-127 to 127");
        }
        let (rows, bias, output) =
            (to_blocks(&weights.rows), to_blocks(&weights.bias), to_blocks(&weights.output));
        let features = features.to_owned();
        Ok(Self { features, provenance, blocks: hidden / LANES, rows, bias, output, weights })
    }

    /// Returns the origin of the network.
    pub const fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Returns the name of the network's feature set.
    pub fn features(&self) -> &str {
        &self.features
    }

    /// Returns the weights.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the number of hidden neurons of a perspective.
    pub const fn hidden(&self) -> usize {
        self.blocks * LANES
    }

    /// Returns the number of features.
    pub fn inputs(&self) -> usize {
        self.rows.len() / self.blocks
    }

    /// Returns the number of buckets.
    pub fn buckets(&self) -> usize {
        self.weights.output_bias.len()
    }

    /// Checks that the network has this shape and that its hidden sums fit into 16 bits.
    ///
    /// # Errors
    ///
    /// Returns an error about the first check that fails.
    pub fn fits(&self, shape: &FeatureShape) -> Result<(), NetworkError> {
        if self.features != shape.name {
            let features = format!("'{}'", self.features);
            return wrong("a network over the features", features, format!("'{}'", shape.name));
        }
        if self.inputs() != shape.count {
            return wrong("features", self.inputs(), shape.count);
        }
        if self.buckets() != shape.buckets {
            return wrong("buckets", self.buckets(), shape.buckets);
        }
        let (sum, limit) = (self.max_sum(shape.max_active), i32::from(i16::MAX));
        if sum > limit {
            return wrong("hidden sums up to", sum, format!("at most {limit}"));
        }
        Ok(())
    }

    /// Returns the maximum absolute value of a hidden neuron before activation, over all sets of at most
    /// `active` features. Only the final sums must fit into 16 bits, because overflows of incremental updates
    /// cancel out.
    fn max_sum(&self, active: usize) -> i32 {
        let Weights { rows, bias, .. } = &self.weights;
        let mut max = 0;
        for (lane, start) in bias.iter().enumerate() {
            for sign in [1, -1] {
                let column = rows[lane..].iter().step_by(bias.len());
                let mut weights: Vec<i32> = column.map(|weight| (sign * i32::from(*weight)).max(0)).collect();
                if active < weights.len() {
                    weights.select_nth_unstable_by_key(active, |weight| Reverse(*weight));
                }
                max = max.max(sign * i32::from(*start) + weights.iter().take(active).sum::<i32>());
            }
        }
        max
    }

    /// Returns the natural logarithm of the odds that the side to move wins. `own` holds the active features
    /// from the perspective of the side to move, `other` those from the perspective of the other side. Features
    /// outside the network's range are ignored, and a bucket that is too large counts as the last one. Computes
    /// both hidden layers anew, so it is slower than [`Learned`](super::Learned).
    pub fn logit(&self, own: &[u16], other: &[u16], bucket: usize) -> f64 {
        let hidden_layer = |features: &[u16]| {
            let in_range: Vec<u16> =
                features.iter().copied().filter(|row| usize::from(*row) < self.inputs()).collect();
            let mut hidden = self.bias.clone();
            self.apply(&mut hidden, &in_range, &[]);
            hidden
        };
        let bucket = bucket.min(self.buckets() - 1);
        f64::from(self.output(&hidden_layer(own), &hidden_layer(other), bucket)) / OUTPUT_ONE
    }

    /// Returns the hidden layer of a position without features.
    pub(super) fn bias(&self) -> &[Block] {
        &self.bias
    }

    /// Adds the rows of the features in `added` to a hidden layer, and subtracts the rows of those in `removed`. The
    /// outer loop is over groups of blocks, so that a group can stay in the registers of AVX2 until it is complete.
    #[inline(always)]
    pub(super) fn apply(&self, hidden: &mut [Block], added: &[u16], removed: &[u16]) {
        let (groups, rest) = hidden.as_chunks_mut::<4>();
        for (index, group) in groups.iter_mut().enumerate() {
            // Separate variables, because the compiler keeps an array of blocks in memory.
            let [mut a, mut b, mut c, mut d] = *group;
            for feature in added {
                let [row_a, row_b, row_c, row_d] = self.row(*feature, 4 * index);
                a.add(row_a);
                b.add(row_b);
                c.add(row_c);
                d.add(row_d);
            }
            for feature in removed {
                let [row_a, row_b, row_c, row_d] = self.row(*feature, 4 * index);
                a.subtract(row_a);
                b.subtract(row_b);
                c.subtract(row_c);
                d.subtract(row_d);
            }
            *group = [a, b, c, d];
        }
        let grouped = self.blocks - rest.len();
        for (index, block) in rest.iter_mut().enumerate() {
            let mut lanes = *block;
            for feature in added {
                let [row] = self.row(*feature, grouped + index);
                lanes.add(row);
            }
            for feature in removed {
                let [row] = self.row(*feature, grouped + index);
                lanes.subtract(row);
            }
            *block = lanes;
        }
    }

    /// Returns `N` successive blocks of a feature's row, beginning with the block of index `first`.
    #[inline(always)]
    fn row<const N: usize>(&self, feature: u16, first: usize) -> &[Block; N] {
        let rest = &self.rows[usize::from(feature) * self.blocks + first..];
        rest.first_chunk().expect("every row has `self.blocks` blocks")
    }

    /// Returns the output in units of 1 / (QA * QA * QB). `own` is the hidden layer of the side to move, and
    /// `other` is the hidden layer of the other side.
    #[inline(always)]
    pub(super) fn output(&self, own: &[Block], other: &[Block], bucket: usize) -> i32 {
        let weights = &self.output[2 * bucket * self.blocks..][..2 * self.blocks];
        let (for_own, for_other) = weights.split_at(self.blocks);
        let sum = activated(own, for_own) + activated(other, for_other);
        // The bias comes from a file and can be any number.
        sum.saturating_add(self.weights.output_bias[bucket])
    }
}

/// Returns [`Block::activated`] summed over all blocks of a hidden layer.
#[inline(always)]
fn activated(hidden: &[Block], weights: &[Block]) -> i32 {
    hidden.iter().zip(weights).map(|(block, weights)| block.activated(weights)).sum()
}

/// Returns the error for `what`, a part of a network, whose number or name is `found` instead of `expected`.
fn wrong<T>(what: &str, found: impl Display, expected: impl Display) -> Result<T, NetworkError> {
    Err(NetworkError::content(format!("{what} {found}"), expected))
}

/// Divides weights into blocks. The number of weights must be a multiple of [`LANES`]; the rest would be dropped.
fn to_blocks(weights: &[i16]) -> Vec<Block> {
    let (blocks, _) = weights.as_chunks::<LANES>();
    blocks.iter().map(|lanes| Block(*lanes)).collect()
}
