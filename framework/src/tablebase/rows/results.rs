//! Predicts, encodes and decodes the values of a row, position by position.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::super::coder::{Decoder, Encoder};
use super::super::reader::Reader;
use super::super::sliced::{RowPosition, Sliced};
use super::bits::{BitCounts, Bits, Probabilities};
use super::predictor::{Network, ODDS, Patterns};
use crate::search::Wdl;

/// Maximum number of similar positions whose values are counted.
pub(super) const MAX_VOTES: usize = 8;
/// Number of vote classes. A vote class consists of the numbers of losses and wins among the similar
/// positions.
const VOTES: usize = (MAX_VOTES + 1) * (MAX_VOTES + 2) / 2;
/// Number of contexts. A context, made of a vote class and the network's odds, determines the probabilities
/// with which a value is encoded.
const CONTEXTS: usize = VOTES * ODDS * ODDS;
/// Combined odds class, as in [`Network::odds`], of even odds for both win and loss against draw. Used if
/// there is no network.
const EVEN_ODDS: usize = ODDS * ODDS / 2;

#[derive(Debug)]
pub(in crate::tablebase) struct Model {
    pub(super) patterns: Patterns,
    pub(super) network: Option<Network>,
    /// For each context, the probability that a value is a draw, and that a decided value is a win.
    pub(super) probabilities: Probabilities,
}

/// [`Network::odds`] with vector instructions. This is a struct and not a closure, because the compiler need not inline
/// a closure, and a closure that is not inlined does not use these instructions.
struct Odds<'a> {
    network: &'a Network,
    features: &'a [u16],
}

impl WithSimd for Odds<'_> {
    type Output = usize;

    #[expect(clippy::inline_always)]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        self.network.odds(self.features)
    }
}

/// Number of probabilities: two for each context.
pub(super) const PROBABILITIES: usize = 2 * CONTEXTS;

/// Returns the counts of a model without a network: merges the contexts of each vote class.
pub(super) fn without_network(counts: &BitCounts) -> BitCounts {
    let mut merged = BitCounts::new(PROBABILITIES);
    for (number, [clear, set]) in counts.0.iter().enumerate() {
        let votes = number / 2 / (ODDS * ODDS) * ODDS * ODDS + EVEN_ODDS;
        let [all_clear, all_set] = &mut merged.0[2 * votes + number % 2];
        *all_clear += clear;
        *all_set += set;
    }
    merged
}

impl Model {
    /// Returns the network and the probabilities, both compressed.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let network = self.network.as_ref().map(Network::to_bytes).unwrap_or_default();
        let mut bytes = Vec::new();
        for part in [network, self.probabilities.to_bytes()] {
            let packed = lz4_flex::block::compress(&part);
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
        bytes
    }

    pub(super) fn from_bytes(patterns: Patterns, bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let max_bytes = Network::bytes(patterns.features).max(PROBABILITIES);
        let mut part = || {
            let (length, packed) = (reader.number(4)? as usize, reader.number(4)? as usize);
            let packed = reader.take(packed)?;
            if length > max_bytes { None } else { lz4_flex::block::decompress(packed, length).ok() }
        };
        let network = match part()? {
            bytes if bytes.is_empty() => None,
            bytes => Some(Network::from_bytes(patterns.features, &bytes)?),
        };
        let probabilities = Probabilities::from_bytes(&part()?, PROBABILITIES)?;
        Some(Self { patterns, network, probabilities })
    }

    /// Passes the bits of each value in a row to `bits`. `value` returns the value at an index; decoding ignores it.
    /// Returns one byte for each index: 0 for no position, 1 for a loss, 2 for a draw, 3 for a win.
    fn walk<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        bits: &mut impl Bits,
        value: impl Fn(u64) -> Wdl,
    ) -> Vec<u8> {
        let mut values = vec![0; (row.end - row.start) as usize];
        let mut states = self.patterns.empty();
        let instructions = Arch::new();
        game.walk_row(slice, row.clone(), &mut |index, RowPosition { own, other, similar }| {
            let at = (index - row.start) as usize;
            let (mut losses, mut wins) = (0, 0);
            for distance in similar.iter().take(MAX_VOTES) {
                let value = at.checked_sub(*distance as usize).map_or(0, |at| values[at]);
                losses += usize::from(value == Wdl::Loss as u8 + 1);
                wins += usize::from(value == Wdl::Win as u8 + 1);
            }
            let votes = (losses + wins) * (losses + wins + 1) / 2 + wins;
            let odds = self.network.as_ref().map_or(EVEN_ODDS, |network| {
                states.set(&self.patterns, [own, other]);
                instructions.dispatch(Odds { network, features: &states.features })
            });
            let context = votes * ODDS * ODDS + odds;
            let known = value(index);
            let found = if bits.bit(2 * context, known == Wdl::Draw) {
                Wdl::Draw
            } else if bits.bit(2 * context + 1, known == Wdl::Win) {
                Wdl::Win
            } else {
                Wdl::Loss
            };
            values[at] = found as u8 + 1;
        });
        values
    }

    /// Adds the bits of a row to `counts`. `row` is the row's range of indices in the slice.
    pub(super) fn count<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        counts: &mut BitCounts,
        value: impl Fn(u64) -> Wdl,
    ) {
        self.walk(game, slice, row, counts, value);
    }

    pub(super) fn encode<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        value: impl Fn(u64) -> Wdl,
    ) -> Vec<u8> {
        let mut bits = (&self.probabilities, Encoder::default());
        self.walk(game, slice, row, &mut bits, value);
        bits.1.finish()
    }

    /// Decodes a row. Returns one byte for each index, like [`Model::walk`].
    pub(super) fn decode<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        bytes: &[u8],
    ) -> Vec<u8> {
        self.walk(game, slice, row, &mut (&self.probabilities, Decoder::new(bytes)), |_| Wdl::Draw)
    }
}
