//! Checks that a game's numbering of positions is consistent, for the test kit. Without this check, a fault might show
//! only as wrong values in finished tables.
//!
//! The check is a sample: it covers the given positions and some random indices.

use std::collections::HashMap;
use std::fmt::Display;

use super::error::SolveError;
use super::sliced::{Reached, SliceIndex, SliceName, Sliced, each_turn};
use crate::rules::perft;
use crate::search::Rng;

/// Maximum number of slices in which random indices are checked. A slice may be drawn several times.
const SLICES: usize = 16;
/// Number of random indices to check each time that a slice is drawn.
const INDICES: usize = 16;
/// Depth in plies of the perft counts, which must be equal for positions that share an index.
const PERFT_DEPTH: u32 = 2;

/// A fault in a game's numbering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberingFault {
    /// Text of the position with the fault. For a fault in [`Sliced::groups`], text of the start position.
    pub position: String,
    /// Description of the correct behaviour.
    pub expected: String,
    /// Description of the faulty behaviour.
    pub found: String,
}

/// Checks that no slice is in two groups, and the numbering at `positions` and at random indices. Skips `positions`
/// that end the game or have no number, and indices without a position. Returns the number of positions checked, or the
/// first fault.
pub(super) fn check<G: Sliced>(
    game: &G,
    positions: &[G::State],
    rng: &mut Rng,
) -> Result<usize, NumberingFault> {
    let mut checker = NumberingChecker { game, group_of: HashMap::new() };
    let groups = game.groups(None);
    for (number, group) in groups.iter().enumerate() {
        for slice in group {
            if checker.group_of.insert(*slice, number).is_some() {
                let found = format!("slice {slice} twice");
                return Err(checker.fault(&game.start(), "every slice in one group", found));
            }
        }
    }
    let mut count = 0;
    for state in positions.iter().filter(|state| game.ending(state).is_none()) {
        if let Some(place) = game.locate(state) {
            checker.check_shared(state, place)?;
            checker.check_turns(state, place)?;
            count += 1;
        }
    }
    let slices = groups.concat();
    for _ in 0..slices.len().min(SLICES) {
        let slice = slices[rng.below(slices.len())];
        for _ in 0..INDICES {
            let index = rng.below(game.size(slice) as usize) as u64;
            if let Some(state) = game.position(SliceIndex { slice, index }) {
                checker.check_inverse(&state, SliceIndex { slice, index })?;
                count += 1;
            }
        }
    }
    Ok(count)
}

struct NumberingChecker<'a, G: Sliced> {
    game: &'a G,
    /// For each slice, the index of its group in the order of solving.
    group_of: HashMap<G::Slice, usize>,
}

impl<G: Sliced> NumberingChecker<'_, G> {
    fn fault(&self, state: &G::State, expected: impl Display, found: impl Display) -> NumberingFault {
        let position = self.game.position_text(state);
        NumberingFault { position, expected: expected.to_string(), found: found.to_string() }
    }

    /// Checks `place`, the result of `locate` for `state`. The position at `place` may be an image of `state` under a
    /// symmetry, or differ from it in the lead in points. So only the perft counts of the two are compared.
    fn check_shared(&self, state: &G::State, place: SliceIndex<G::Slice>) -> Result<(), NumberingFault> {
        let SliceIndex { slice, index } = place;
        if !self.group_of.contains_key(&slice) {
            return Err(self.fault(state, "a slice of `groups`", format!("slice {slice}")));
        }
        let size = self.game.size(slice);
        if index >= size {
            let expected = format!("an index below {size}, the size of slice {slice}");
            return Err(self.fault(state, expected, index));
        }
        let Some(image) = self.game.position(place) else {
            let expected = format!("`position` to know index {index} of slice {slice}, from `locate`");
            return Err(self.fault(state, expected, "no position"));
        };
        self.check_inverse(&image, place)?;
        let [own, of_image] = [state, &image].map(|state| perft(self.game, state, PERFT_DEPTH));
        if own == of_image {
            return Ok(());
        }
        let expected = format!("index {index} of slice {slice} for this position and its images only");
        let other = self.game.position_text(&image);
        let found = format!(
            "the same index for '{other}', where perft({PERFT_DEPTH}) is {of_image} instead of {own}"
        );
        Err(self.fault(state, expected, found))
    }

    /// Checks that `locate` returns `place` for `state`, which is the position that `position` returns for `place`.
    fn check_inverse(&self, state: &G::State, place: SliceIndex<G::Slice>) -> Result<(), NumberingFault> {
        let located = self.game.locate(state);
        if located == Some(place) {
            return Ok(());
        }
        let expected = format!("`locate` to return the index passed to `position`, {}", in_words(place));
        Err(self.fault(state, expected, located.map_or_else(|| "none".to_owned(), in_words)))
    }

    /// Checks that the turns from `state` alternate between the sides, and that each of them ends the game, stays in
    /// the group of `place`, or leads to a slice of an earlier group that `exits` allows.
    fn check_turns(&self, state: &G::State, place: SliceIndex<G::Slice>) -> Result<(), NumberingFault> {
        let own = self.group_of.get(&place.slice);
        let exits = self.game.exits(place.slice);
        let mut wrong = None;
        let result = each_turn::<_, SolveError>(self.game, state, &mut |reached| {
            let Reached::Position(next) = reached else { return Ok(()) };
            let slice = self.game.locate(next).ok_or(SolveError::Unnumbered)?.slice;
            let group = self.group_of.get(&slice);
            let is_exit = exits.as_ref().is_none_or(|exits| exits.contains(&slice));
            let is_earlier = group.is_some() && group < own;
            let is_allowed = group == own || (is_earlier && is_exit);
            if !is_allowed && wrong.is_none() {
                wrong = Some(slice);
            }
            Ok(())
        });
        let expected = || format!("turns from slice {} into its group and earlier `exits`", place.slice);
        match (result, wrong) {
            (Err(error), _) => Err(self.fault(state, "turns that tables can hold", error)),
            (Ok(()), Some(slice)) => Err(self.fault(state, expected(), format!("one into slice {slice}"))),
            (Ok(()), None) => Ok(()),
        }
    }
}

fn in_words<S: SliceName>(place: SliceIndex<S>) -> String {
    format!("index {} of slice {}", place.index, place.slice)
}
