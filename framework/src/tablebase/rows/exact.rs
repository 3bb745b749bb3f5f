//! Stores the value of each position in a row, with the distance of each win and loss.
//!
//! A row consists of parts of [`Sliced::row_len`] indices. A bit says whether all positions of a part are drawn, as
//! they often are in endings. In other parts, each similar position votes for its own value, and the values with votes
//! are candidates for the value of a position. Candidates are tried in the order of their votes: a bit says whether the
//! candidate is the value. If no candidate is right, the eight bits of the value follow. Each bit has a context: a case
//! with a probability of its own for the bit.

use std::ops::Range;

use super::super::sliced::{RowPosition, Sliced};
use super::bits::{CodedRow, Probabilities};
use super::results::{MAX_VOTES, VOTE_COUNTS};

/// Maximum number of candidates.
const MAX_CANDIDATES: usize = 5;
/// Number of classes of values: one of draws, the others of wins and losses by increasing distance.
const CLASSES: usize = 16;
/// Maximum number of votes for the second candidate that contexts distinguish. A greater number counts as this one.
const MAX_SECOND: usize = 3;
/// Number of cases of the last similar position: its value is the first candidate, its value is another one, or it lies
/// before the row.
const LAST_CASES: usize = 3;
/// Number of contexts of the bit that says whether a candidate is the value, for each rank of the candidate. A context
/// is a combination of five facts: the class of the first candidate, the number of all votes, the number of votes for
/// the first and for the second candidate, and the case of the last similar position.
const CANDIDATE_CONTEXTS: usize = CLASSES * VOTE_COUNTS * VOTE_COUNTS * (MAX_SECOND + 1) * LAST_CASES;
/// Number of contexts of the eight bits of a value, for each class of the first candidate. A context is the sequence of
/// the bits before the bit.
const BIT_CONTEXTS: usize = 256;

/// First of the two contexts of the bit that says whether a part is drawn. The second context is for a part that
/// follows a drawn part.
const DRAWN_CONTEXTS: usize = MAX_CANDIDATES * CANDIDATE_CONTEXTS + CLASSES * BIT_CONTEXTS;

/// Number of all contexts.
pub(super) const CONTEXTS: usize = DRAWN_CONTEXTS + 2;

/// Returns the bytes of the probabilities. They are compressed, because most contexts do not occur, and so have the
/// same byte.
pub(super) fn model_bytes(probabilities: &Probabilities) -> Vec<u8> {
    lz4_flex::block::compress(&probabilities.to_bytes())
}

/// Reads bytes from [`model_bytes`]; `None` if they are damaged.
pub(super) fn read_model(bytes: &[u8]) -> Option<Probabilities> {
    Probabilities::from_bytes(&lz4_flex::block::decompress(bytes, CONTEXTS).ok()?, CONTEXTS)
}

/// Calls `code` for the bits of a position's value and returns the value, as [`CodedRow::walk`] does. `values` are the
/// values before the position in its row, and `similar` is [`RowPosition::similar`]. Decoding ignores `known`.
#[inline]
fn code_value(code: &mut impl FnMut(usize, bool) -> bool, values: &[u8], similar: &[u32], known: u8) -> u8 {
    let similar = &similar[..similar.len().min(MAX_VOTES)];
    let (mut first, mut all, mut last, mut agree) = (0, 0, None, true);
    for distance in similar {
        last = values.len().checked_sub(*distance as usize).map(|at| values[at]);
        if let Some(value) = last {
            first = if all == 0 { value } else { first };
            agree &= value == first;
            all += 1;
        }
    }
    if agree {
        // In the usual case, all similar positions have the same value, so that no votes need to be counted. Without
        // similar positions, the candidate is a draw.
        let is_first = code(context(first, all, [all, 0], last), known == first);
        return if is_first { first } else { spell_out(code, first, known) };
    }
    let Candidates { values: candidates, votes, count } = Candidates::new(values, similar);
    let first_context = context(candidates[0], all, [votes[0], votes[1]], last);
    for (number, value) in candidates[..count].iter().enumerate() {
        if code(number * CANDIDATE_CONTEXTS + first_context, known == *value) {
            return *value;
        }
    }
    spell_out(code, candidates[0], known)
}

/// Returns the context of the bit of the first candidate. `votes` are those of the first two candidates, `all` is the
/// number of all votes, and `last` is the value of the last similar position; `None` if it lies before the row.
#[inline]
fn context(first: u8, all: usize, votes: [usize; 2], last: Option<u8>) -> usize {
    let last_case = last.map_or(2, |value| usize::from(value == first));
    let case_of_first = (class(first) * VOTE_COUNTS + all) * VOTE_COUNTS + votes[0];
    (case_of_first * (MAX_SECOND + 1) + votes[1].min(MAX_SECOND)) * LAST_CASES + last_case
}

/// Calls `code` for the eight bits of a value and returns the value. The class of `first`, the first candidate, selects
/// the contexts. Decoding ignores `known`.
fn spell_out(code: &mut impl FnMut(usize, bool) -> bool, first: u8, known: u8) -> u8 {
    let contexts = MAX_CANDIDATES * CANDIDATE_CONTEXTS + class(first) * BIT_CONTEXTS;
    let mut value = 1;
    for bit in (0..u8::BITS).rev() {
        value = value << 1 | usize::from(code(contexts + value, known >> bit & 1 != 0));
    }
    value as u8
}

/// Returns the class of a value. A value of 0 is a draw; another value is one more than the distance in plies.
#[inline]
fn class(value: u8) -> usize {
    if value == 0 { 0 } else { (1 + usize::from(value) / 2).min(CLASSES - 1) }
}

/// At most [`MAX_CANDIDATES`] different values of the similar positions, those with the most votes first. Each similar
/// position votes for its own value.
#[derive(Default)]
struct Candidates {
    values: [u8; MAX_CANDIDATES],
    votes: [usize; MAX_CANDIDATES],
    count: usize,
}

impl Candidates {
    /// Counts the votes. `values` are the values before the position in its row, and `similar` is
    /// [`RowPosition::similar`]. After [`MAX_CANDIDATES`] different values, further ones are ignored.
    fn new(values: &[u8], similar: &[u32]) -> Self {
        let Self { values: mut found, mut votes, mut count } = Self::default();
        for distance in similar {
            let Some(voter) = values.len().checked_sub(*distance as usize) else { continue };
            let value = values[voter];
            let mut at = found[..count].iter().position(|found| *found == value).unwrap_or(count);
            if at == MAX_CANDIDATES {
                continue;
            }
            count = count.max(at + 1);
            (found[at], votes[at]) = (value, votes[at] + 1);
            while at > 0 && votes[at - 1] < votes[at] {
                found.swap(at - 1, at);
                votes.swap(at - 1, at);
                at -= 1;
            }
        }
        Self { values: found, votes, count }
    }
}

pub(super) struct ExactRow<'a, G: Sliced> {
    pub(super) game: &'a G,
    pub(super) slice: G::Slice,
    pub(super) range: Range<u64>,
}

impl<G: Sliced> CodedRow for ExactRow<'_, G> {
    /// The byte of an index is its value, 0 at an index without a position.
    fn walk(&self, code: &mut impl FnMut(usize, bool) -> bool, value: impl Fn(u64) -> u8) -> Vec<u8> {
        let Range { start, end } = self.range;
        let mut values = vec![0; (end - start) as usize];
        let length = self.game.row_len(self.slice);
        let mut is_drawn = false;
        for part in (start..end).step_by(length as usize) {
            let range = part..(part + length).min(end);
            let drawn_context = DRAWN_CONTEXTS + usize::from(is_drawn);
            is_drawn = code(drawn_context, range.clone().all(|index| value(index) == 0));
            if is_drawn {
                continue;
            }
            self.game.walk_row(self.slice, range, &mut |index, RowPosition { similar, .. }| {
                let at = (index - start) as usize;
                values[at] = code_value(code, &values[..at], similar, value(index));
            });
        }
        values
    }
}
