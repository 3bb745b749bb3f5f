//! Predicts, encodes and decodes the values of a row, position by position.

use std::ops::Range;

use pulp::Arch;

use super::super::coder::{Decoder, Encoder};
use super::super::sliced::{RowPosition, Sliced};
use super::predictor::{Network, ODDS, Patterns};
use super::probability::Probability;
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

/// Two probabilities for each context. The first is that a value is a draw. The second is that a decided
/// value is a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contexts(Vec<[Probability; 2]>);

/// For each context, the numbers of losses, draws and wins.
#[derive(Clone, Debug)]
pub(super) struct Counts(Vec<[u32; 3]>);

#[derive(Debug)]
pub(super) struct Model {
    pub(super) patterns: Patterns,
    pub(super) network: Option<Network>,
    pub(super) contexts: Contexts,
}

impl Counts {
    pub(super) fn new() -> Self {
        Self(vec![[0; 3]; CONTEXTS])
    }

    pub(super) fn add(&mut self, context: usize, value: Wdl) {
        self.0[context][value as usize] += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }

    /// Returns the counts of a model without a network: merges the contexts of each vote class.
    pub(super) fn without_network(&self) -> Self {
        let mut merged = Self::new();
        for (context, counts) in self.0.iter().enumerate() {
            let votes = context / (ODDS * ODDS) * ODDS * ODDS + EVEN_ODDS;
            merged.0[votes].iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        }
        merged
    }

    pub(super) fn contexts(&self) -> Contexts {
        let fitting = |[loss, draw, win]: &[u32; 3]| {
            [Probability::of_counts(loss + win, *draw), Probability::of_counts(*loss, *win)]
        };
        Contexts(self.0.iter().map(fitting).collect())
    }

    /// Estimates the encoded size of the counted values in bytes: their entropy.
    pub(super) fn bytes(&self) -> f64 {
        let bits = |counts: &[u32; 3]| {
            let all = f64::from(counts.iter().sum::<u32>());
            counts
                .iter()
                .filter(|count| **count > 0)
                .map(|count| {
                    let count = f64::from(*count);
                    count * (all / count).log2()
                })
                .sum::<f64>()
        };
        self.0.iter().map(bits).sum::<f64>() / 8.0
    }
}

impl Contexts {
    pub(super) const BYTES: usize = 2 * CONTEXTS;

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flatten().map(|probability| probability.0).collect()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let pairs = bytes.chunks_exact(2).map(|pair| [Probability(pair[0]), Probability(pair[1])]);
        (bytes.len() == Self::BYTES).then(|| Self(pairs.collect()))
    }
}

impl Model {
    /// Calls `code` with the index and the context of each position in a row. `code` encodes or decodes the
    /// value of the position and returns the value. Returns one byte for each index: 0 for no position, 1 for
    /// a loss, 2 for a draw, 3 for a win.
    pub(super) fn walk<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        mut code: impl FnMut(u64, usize) -> Wdl,
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
                instructions.dispatch(|| network.odds(&states.features))
            });
            values[at] = code(index, votes * ODDS * ODDS + odds) as u8 + 1;
        });
        values
    }

    /// `row` is the row's range of indices in the slice.
    pub(super) fn encode<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        value: impl Fn(u64) -> Wdl,
    ) -> Vec<u8> {
        let mut encoder = Encoder::default();
        self.walk(game, slice, row, |index, context| {
            let value = value(index);
            let [draw, win] = self.contexts.0[context];
            encoder.bit(draw.share(), value == Wdl::Draw);
            if value != Wdl::Draw {
                encoder.bit(win.share(), value == Wdl::Win);
            }
            value
        });
        encoder.finish()
    }

    /// Returns one byte for each index, like [`Model::walk`].
    pub(super) fn decode<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        row: Range<u64>,
        bytes: &[u8],
    ) -> Vec<u8> {
        let mut decoder = Decoder::new(bytes);
        self.walk(game, slice, row, |_, context| {
            let [draw, win] = self.contexts.0[context];
            match () {
                () if decoder.bit(draw.share()) => Wdl::Draw,
                () if decoder.bit(win.share()) => Wdl::Win,
                () => Wdl::Loss,
            }
        })
    }
}
