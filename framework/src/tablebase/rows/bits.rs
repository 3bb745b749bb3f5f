//! The bits of an encoded row. Each bit belongs to a context, and all bits of a context are encoded with the same
//! probability. Counting, encoding and decoding visit the bits of a row in the same order, so they share the code that
//! visits them, [`CodedRow::walk`].

use super::super::coder::{Decoder, Encoder};
use super::probability::Probability;

/// For each context, the number of clear bits and the number of set bits.
#[derive(Clone, Debug)]
pub(super) struct BitCounts(pub(super) Vec<[u32; 2]>);

/// For each context, the probability that a bit is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tablebase) struct Probabilities(Vec<Probability>);

/// A row that consists of one byte for each index. Each byte is predicted from the bytes before it, and encoded as bits
/// that say where the prediction errs.
pub(super) trait CodedRow {
    /// Calls `code` with the context and the value of each bit of the row, and returns the bytes of the row. The bits
    /// follow from `byte`, which returns the byte of an index. To count or encode, `code` returns its bit unchanged. To
    /// decode, `code` ignores its bit and returns the decoded one.
    fn walk(&self, code: &mut impl FnMut(usize, bool) -> bool, byte: impl Fn(u64) -> u8) -> Vec<u8>;

    /// Adds the numbers of clear and set bits in each context to `counts`.
    fn count(&self, counts: &mut BitCounts, byte: impl Fn(u64) -> u8) {
        let mut count = |context: usize, bit: bool| {
            counts.0[context][usize::from(bit)] += 1;
            bit
        };
        self.walk(&mut count, byte);
    }

    fn encode(&self, probabilities: &Probabilities, byte: impl Fn(u64) -> u8) -> Vec<u8> {
        let mut encoder = Encoder::default();
        let mut encode = |context: usize, bit: bool| {
            encoder.bit(probabilities.0[context].share(), bit);
            bit
        };
        self.walk(&mut encode, byte);
        encoder.finish()
    }

    fn decode(&self, probabilities: &Probabilities, bytes: &[u8]) -> Vec<u8> {
        let mut decoder = Decoder::new(bytes);
        self.walk(&mut |context, _| decoder.bit(probabilities.0[context].share()), |_| 0)
    }
}

impl BitCounts {
    pub(super) fn new(contexts: usize) -> Self {
        Self(vec![[0; 2]; contexts])
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = [own[0] + other[0], own[1] + other[1]];
        }
    }

    /// Doubles all counts and adds 1 to each, as if another half bit of each kind had been counted. No count is then 0.
    pub(super) fn add_half(&mut self) {
        for count in self.0.iter_mut().flatten() {
            *count = 2 * *count + 1;
        }
    }

    pub(super) fn probabilities(&self) -> Probabilities {
        Probabilities(self.0.iter().map(|[clear, set]| Probability::of_counts(*clear, *set)).collect())
    }

    /// Estimates the size in bytes of the counted bits after encoding: their entropy.
    pub(super) fn bytes(&self) -> f64 {
        let mut bits = 0.0;
        for [clear, set] in self.0.iter().copied() {
            let all = f64::from(clear + set);
            for count in [clear, set].map(f64::from) {
                if count > 0.0 {
                    bits += count * (all / count).log2();
                }
            }
        }
        bits / 8.0
    }
}

impl Probabilities {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|probability| probability.0).collect()
    }

    /// Reads a byte for each context. Returns `None` if the number of bytes is not `contexts`.
    pub(super) fn from_bytes(bytes: &[u8], contexts: usize) -> Option<Self> {
        (bytes.len() == contexts).then(|| Self(bytes.iter().copied().map(Probability).collect()))
    }
}
