//! Lists of the predecessors of each position in a group of slices, for games that do not implement
//! [`Sliced::unmoves`]. Building the lists takes eight bytes for each position and four for each turn within the group.

use super::error::SolveError;
use super::sliced::{SliceIndex, Sliced, inner_moves};

/// Predecessors of each position in a group. The number of a position is its index in the concatenation of
/// all slices of the group.
pub(super) struct Edges {
    /// For each slice, the number of its first position. A last entry holds the total number of positions.
    first: Vec<u64>,
    /// For each position, the start of its list of predecessors in `origins`. A last entry holds the length
    /// of `origins`.
    start: Vec<u32>,
    /// The lists, one after another, of the predecessors' numbers. A predecessor occurs once for each of its turns to
    /// the position.
    origins: Vec<u32>,
}

impl Edges {
    /// Returns the number of bytes needed to build the lists, for `positions` indices and `turns` turns
    /// within the group.
    pub(super) fn bytes(positions: u64, turns: u64) -> u64 {
        (2 * positions + turns) * size_of::<u32>() as u64
    }

    /// Builds the lists. Plays all turns within the group twice: first to count the predecessors of each position, then
    /// to store them.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError::TooManyTurns`] if the number of positions or of turns exceeds `u32`, or an error of
    /// [`inner_moves`].
    pub(super) fn collect<G: Sliced>(game: &G, group: &[G::Slice]) -> Result<Self, SolveError> {
        let mut first = vec![0];
        for slice in group {
            first.push(first[first.len() - 1] + game.size(*slice));
        }
        let all = first[group.len()] as usize;
        let mut start = vec![0_u32; all + 1];
        visit_inner_turns(game, group, &first, |_, to| {
            start[to as usize + 1] = start[to as usize + 1].checked_add(1).ok_or(SolveError::TooManyTurns)?;
            Ok(())
        })?;
        // `start[position + 1]` holds the number of the position's predecessors. Adding these numbers up gives the
        // starts of the lists.
        for position in 0..all {
            start[position + 1] =
                start[position + 1].checked_add(start[position]).ok_or(SolveError::TooManyTurns)?;
        }
        let mut origins = vec![0; start[all] as usize];
        // For each position, the place in `origins` where its next predecessor is stored.
        let mut next = start.clone();
        visit_inner_turns(game, group, &first, |from, to| {
            let place = &mut next[to as usize];
            origins[*place as usize] = from;
            *place += 1;
            Ok(())
        })?;
        Ok(Self { first, start, origins })
    }

    /// Calls `visit` for each turn within the group that leads to a position in the slice `group[part]` at one of
    /// `indexes`. `visit` gets the slice and index before the turn, and a count of turns, which is always 1.
    pub(super) fn unmoves<S: Copy>(
        &self,
        part: usize,
        indexes: &[u64],
        group: &[S],
        visit: &mut dyn FnMut(SliceIndex<S>, u8),
    ) {
        for index in indexes {
            let position = (self.first[part] + index) as usize;
            for origin in &self.origins[self.start[position] as usize..self.start[position + 1] as usize] {
                let origin = u64::from(*origin);
                let before = self.first.partition_point(|first| *first <= origin) - 1;
                visit(SliceIndex { slice: group[before], index: origin - self.first[before] }, 1);
            }
        }
    }
}

/// Calls `visit` for each turn within the group, with the numbers of the positions before and after the turn.
/// `first` holds the number of each slice's first position, as [`Edges::first`] does.
fn visit_inner_turns<G: Sliced>(
    game: &G,
    group: &[G::Slice],
    first: &[u64],
    mut visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let number = |place: SliceIndex<G::Slice>| {
        let part = group.iter().position(|slice| *slice == place.slice).ok_or(SolveError::Unnumbered)?;
        u32::try_from(first[part] + place.index).map_err(|_| SolveError::TooManyTurns)
    };
    for slice in group {
        for index in 0..game.size(*slice) {
            let place = SliceIndex { slice: *slice, index };
            for to in inner_moves(game, place, group)? {
                visit(number(place)?, number(to)?)?;
            }
        }
    }
    Ok(())
}
