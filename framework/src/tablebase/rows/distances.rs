//! Stores the distances of a slice's long wins and losses, row by row.
//!
//! A class stands for a distance: 0 for a short one, otherwise one more than the number of two-ply steps beyond
//! [`Value::LONG`]. Only wins and losses have a class. The classes of similar positions with the same result predict
//! whether a position's distance is long, and the class of a long distance. Each bit has a context: a case of this
//! prediction, with a probability of its own for the bit.

use super::super::sliced::{RowPosition, Sliced};
use super::bits::CodedRow;
use super::results::{DRAW, MAX_VOTES, VOTE_COUNTS};
use crate::search::{Value, Wdl};

/// Class of the longest distance that a value can have.
const MAX_CLASS: u8 = ((Value::MAX_PLIES - Value::LONG) / 2 + 1) as u8;
/// Number of contexts of the bit that is set for a long distance. A context consists of the position's result and of
/// three counts of similar positions: with a short distance, with a long one, and with another result.
const LONG_CONTEXTS: usize = 2 * VOTE_COUNTS.pow(3);
/// Maximum number of similar positions with a long distance that the contexts of a class distinguish. A greater number
/// counts as this one.
const MAX_LONG: usize = 3;
/// Lowest class of each range of predicted classes, except the first range. Contexts distinguish these ranges, but not
/// the classes within them.
const RANGES: [u8; 4] = [4, 9, 17, 31];
/// Maximum difference from the predicted class that contexts distinguish, up or down. A greater difference counts as
/// this one.
const MAX_DIFFERENCE: i32 = 12;
const DIFFERENCES: usize = 2 * MAX_DIFFERENCE as usize + 1;
/// Number of contexts of the bits of a class. A class is coded in unary: the coder counts up from 1, and a bit for each
/// step says whether the count ends there.
const CLASS_CONTEXTS: usize = (MAX_LONG + 1) * (RANGES.len() + 1) * DIFFERENCES;

/// Number of all contexts.
pub(super) const CONTEXTS: usize = LONG_CONTEXTS + CLASS_CONTEXTS;

/// Returns the class of the distance of a win or loss.
pub(super) fn class_of(plies: u32) -> u8 {
    if plies < Value::LONG { 0 } else { ((plies - Value::LONG) / 2 + 1) as u8 }
}

/// Returns the value of a position with this result and this class of distance. Class 0 gives a short win or loss of
/// unknown distance. A class that stands for more than [`Value::MAX_PLIES`] plies gives a win or loss of unknown
/// distance. The class of a draw is ignored.
pub(in crate::tablebase) fn value_of(result: Wdl, class: u8) -> Value {
    match (result, class) {
        (Wdl::Draw, _) => Value::DRAW,
        (Wdl::Win, 0) => Value::SHORT_WIN,
        (Wdl::Loss, 0) => Value::SHORT_LOSS,
        _ => {
            let plies = Value::LONG + 2 * u32::from(class - 1) + u32::from(result == Wdl::Win);
            Value::decided_in(plies).unwrap_or(Value::from(result))
        }
    }
}

/// A row of distances: its slice, its first index, and the results in the same row, as
/// [`ResultRow`](super::results::ResultRow) decodes them.
#[derive(Clone, Copy)]
pub(super) struct DistanceRow<'a, G: Sliced> {
    pub(super) game: &'a G,
    pub(super) slice: G::Slice,
    pub(super) start: u64,
    pub(super) results: &'a [u8],
}

impl<G: Sliced> CodedRow for DistanceRow<'_, G> {
    /// The byte of an index is its class, 0 for a draw or an index without a position.
    fn walk(&self, code: &mut impl FnMut(usize, bool) -> bool, class: impl Fn(u64) -> u8) -> Vec<u8> {
        let mut classes = vec![0; self.results.len()];
        let range = self.start..self.start + self.results.len() as u64;
        self.game.walk_row(self.slice, range, &mut |index, RowPosition { similar, .. }| {
            let at = (index - self.start) as usize;
            let result = self.results[at];
            if result == DRAW {
                return;
            }
            let similar = self.count_similar(similar, at, &classes);
            let known = class(index);
            if code(similar.context(result > DRAW), known > 0) {
                classes[at] = similar.code_class(code, known);
            }
        });
        classes
    }
}

impl<G: Sliced> DistanceRow<'_, G> {
    /// Counts the positions that are similar to the position at index `at` of the row. `classes` holds the classes of
    /// the positions before it.
    fn count_similar(&self, similar: &[u32], at: usize, classes: &[u8]) -> Similar {
        let mut counts = Similar::default();
        for distance in similar.iter().take(MAX_VOTES) {
            let Some(other) = at.checked_sub(*distance as usize) else { continue };
            let (result, class) = (self.results[other], classes[other]);
            if result == 0 {
                continue;
            }
            if result != self.results[at] {
                counts.others += 1;
            } else if class == 0 {
                counts.short += 1;
            } else {
                counts.long += 1;
                counts.sum += usize::from(class);
            }
        }
        counts
    }
}

/// Numbers of similar positions, by result and distance.
#[derive(Default)]
struct Similar {
    /// Number of similar positions with the same result and a short distance.
    short: usize,
    /// Number of similar positions with the same result and a long distance.
    long: usize,
    /// Number of similar positions with another result.
    others: usize,
    /// Sum of the classes of the positions that `long` counts.
    sum: usize,
}

impl Similar {
    /// Returns the context of a position's first bit, which is set for a long distance.
    fn context(&self, is_win: bool) -> usize {
        ((usize::from(is_win) * VOTE_COUNTS + self.short) * VOTE_COUNTS + self.long) * VOTE_COUNTS
            + self.others
    }

    /// Calls `code` for the bits of the class of a long distance and returns the class. Decoding ignores `known`.
    fn code_class(&self, code: &mut impl FnMut(usize, bool) -> bool, known: u8) -> u8 {
        let predicted = (self.sum / self.long.max(1)).max(1) as u8;
        let range = RANGES.iter().filter(|bound| predicted >= **bound).count();
        let base = LONG_CONTEXTS + (self.long.min(MAX_LONG) * (RANGES.len() + 1) + range) * DIFFERENCES;
        for class in 1..MAX_CLASS {
            let difference = i32::from(class) - i32::from(predicted);
            let difference = difference.clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE) + MAX_DIFFERENCE;
            if code(base + difference as usize, class == known) {
                return class;
            }
        }
        MAX_CLASS
    }
}
