//! Stores the result of each position in a row: win, draw or loss. The results of similar positions and a network
//! predict it.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::super::reader::Reader;
use super::super::sliced::{RowPosition, Sliced};
use super::bits::{BitCounts, CodedRow, Probabilities};
use super::predictor::{Network, ODDS, Patterns};
use crate::search::Wdl;

/// Bytes of a row for the three results; 0 stands for an index without a position.
const LOSS: u8 = byte_of(Wdl::Loss);
pub(super) const DRAW: u8 = byte_of(Wdl::Draw);
const WIN: u8 = byte_of(Wdl::Win);
/// Maximum number of similar positions that vote on the value of a position.
pub(super) const MAX_VOTES: usize = 8;
/// Number of different counts of similar positions: 0 to [`MAX_VOTES`].
pub(super) const VOTE_COUNTS: usize = MAX_VOTES + 1;
/// Number of vote classes. A vote class consists of the numbers of losses and wins among the similar
/// positions.
const VOTES: usize = VOTE_COUNTS * (VOTE_COUNTS + 1) / 2;
/// Number of contexts. A context, made of a vote class and the network's odds, determines the probabilities
/// with which a value is encoded.
const CONTEXTS: usize = VOTES * ODDS * ODDS;
pub(super) const PROBABILITIES: usize = 2 * CONTEXTS;
/// Combined odds class, as in [`Network::odds`], of even odds for both win and loss against draw. Used if
/// there is no network.
const EVEN_ODDS: usize = ODDS * ODDS / 2;

/// Returns the byte of a result in a row; see [`result_of`](super::result_of).
pub(super) const fn byte_of(result: Wdl) -> u8 {
    result as u8 + 1
}

/// Data with which all rows of a file of results are encoded and decoded.
#[derive(Debug)]
pub(in crate::tablebase) struct Model {
    pub(super) patterns: Patterns,
    pub(super) network: Option<Network>,
    /// For each context, two probabilities: that the value is a draw, and that a value other than a draw is a win.
    pub(super) probabilities: Probabilities,
}

/// Computes [`Network::odds`] with vector instructions. This is a struct and not a closure, because the compiler need
/// not inline a closure, and a closure that is not inlined does not use these instructions.
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

/// Returns the counts that a model without a network would have: the sums over all contexts with the same vote class.
pub(super) fn without_network(counts: &BitCounts) -> BitCounts {
    let mut merged = BitCounts::new(PROBABILITIES);
    for (number, [clear, set]) in counts.0.iter().enumerate() {
        let (context, kind) = (number / 2, number % 2);
        let votes = context / (ODDS * ODDS);
        let [all_clear, all_set] = &mut merged.0[2 * (votes * ODDS * ODDS + EVEN_ODDS) + kind];
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

    /// Reads bytes from [`Model::to_bytes`]; `None` if they are damaged.
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
}

pub(super) struct ResultRow<'a, G: Sliced> {
    pub(super) model: &'a Model,
    pub(super) game: &'a G,
    pub(super) slice: G::Slice,
    pub(super) range: Range<u64>,
}

impl<G: Sliced> CodedRow for ResultRow<'_, G> {
    /// The byte of an index is 0 for no position, 1 for a loss, 2 for a draw, 3 for a win.
    fn walk(&self, code: &mut impl FnMut(usize, bool) -> bool, byte: impl Fn(u64) -> u8) -> Vec<u8> {
        let Range { start, end } = self.range;
        let Model { patterns, network, .. } = self.model;
        let mut values = vec![0; (end - start) as usize];
        let mut states = patterns.empty();
        let instructions = Arch::new();
        self.game.walk_row(self.slice, start..end, &mut |index, RowPosition { own, other, similar }| {
            let at = (index - start) as usize;
            let (mut losses, mut wins) = (0, 0);
            for distance in similar.iter().take(MAX_VOTES) {
                let value = at.checked_sub(*distance as usize).map_or(0, |at| values[at]);
                losses += usize::from(value == LOSS);
                wins += usize::from(value == WIN);
            }
            // Numbers the vote classes by the sum of losses and wins, then by the wins.
            let votes = (losses + wins) * (losses + wins + 1) / 2 + wins;
            let odds = network.as_ref().map_or(EVEN_ODDS, |network| {
                states.set(patterns, [own, other]);
                instructions.dispatch(Odds { network, features: &states.features })
            });
            let context = votes * ODDS * ODDS + odds;
            let known = byte(index);
            values[at] = if code(2 * context, known == DRAW) {
                DRAW
            } else if code(2 * context + 1, known == WIN) {
                WIN
            } else {
                LOSS
            };
        });
        values
    }
}
