//! Mill's part of the framework's compact tables: which slices are stored, the patterns that predict values, and the
//! rows in which values are packed.
//!
//! Positions are numbered by one side's stones, called own stones. The set of all symmetric images of these stones is
//! their orbit. The positions of an orbit have consecutive indices.

use std::ops::Range;

use plywright::tablebase::{RowPosition, choose};

use super::Slice;
use super::numbering::{Numbering, points_of};
use super::row::{Row, SetCursor};
use super::table_rules::TableRules;
use crate::board::{Board, PointSet};

/// Maximum number of similar positions with the same own stones that help to predict a value. They differ in one stone
/// of the other side.
const MAX_SIMILAR: usize = 8;
/// Maximum number of indices in a row of a compact table. A lookup unpacks a whole row, which takes less than 0.1 µs
/// for each index.
const MAX_ROW: u64 = 3_000;
/// Distance between stored slices in which every turn places a stone, by the number of stones in both hands. Tables of
/// every third ply would be smaller, but a lookup could then take seconds.
const STORED_PLIES: u8 = 2;

/// Whether compact tables store the slice. A lookup of a position in another slice plays turns until it comes to stored
/// slices. If turns can move stones, a turn from a slice that is not stored leads to a stored slice or takes stones.
pub(crate) fn is_stored(rules: TableRules<'_>, slice: Slice) -> bool {
    let Slice { hand, board } = slice;
    if hand == [0; 2] || rules.places_or_moves() {
        let total = [0, 1].map(|side| hand[side] + board[side]);
        // With four stones against six, the stored slice is the one in which the side with four is to move. It has
        // fewer won and lost positions than the slice with the other side to move, so its values take half of the
        // space, its distances a third.
        if total.contains(&4) && total.contains(&6) { total[0] == 4 } else { total[0] >= total[1] }
    } else {
        (hand[0] + hand[1]).is_multiple_of(STORED_PLIES)
    }
}

/// Returns the patterns with which compact tables predict values. A pattern lists the indices of the points on one or
/// two lines that meet in a point.
pub(crate) fn patterns(board: &Board) -> Vec<Vec<u8>> {
    let mut patterns = Vec::new();
    for point in board.points() {
        let through: Vec<_> = board.lines().iter().filter(|line| line.contains(&point)).collect();
        for lines in through.chunks(2) {
            let cross: PointSet = lines.iter().copied().flatten().copied().collect();
            patterns.push(cross.iter().map(|point| point.index() as u8).collect());
        }
    }
    patterns
}

/// Returns the number of indices in a row of a compact table: all indices of an orbit, or the largest equal part of
/// them that has at most [`MAX_ROW`].
pub(crate) fn row_len(numbering: &Numbering) -> u64 {
    let fits =
        |parts: &u64| numbering.orbit_len.is_multiple_of(*parts) && numbering.orbit_len / parts <= MAX_ROW;
    (1..=numbering.orbit_len).find(fits).map_or(1, |parts| numbering.orbit_len / parts)
}

/// Calls `visit` with each index of `range` that has a position, its stones, and the distances from its index down to
/// those of similar positions. In a similar position of the same orbit, one stone of the other side stands on the next
/// lower free point. In one of the previous orbit, the other side's set has the same rank. `range` must lie within a
/// row.
pub(crate) fn walk_row(
    numbering: &Numbering,
    range: Range<u64>,
    visit: &mut dyn FnMut(u64, RowPosition<'_>),
) {
    let orbit = (range.start / numbering.orbit_len) as usize;
    let first = orbit as u64 * numbering.orbit_len;
    let own = numbering.orbits.representatives[orbit];
    let is_symmetric = numbering.orbits.is_symmetric(orbit);
    // `None` for a single position, because creating the tables of a row would take longer than they save. Training
    // visits single positions.
    let row = (range.end - range.start > 1).then(|| Row::new(numbering, orbit));
    let free = numbering.geometry.board.points() - own;
    let mut sets = SetCursor::new(numbering.other_count);
    for index in range {
        let extracted = sets.go_to(index - first);
        let other = row.as_ref().map_or_else(|| points_of(free, extracted), |row| row.points(extracted));
        if is_symmetric && !numbering.is_canonical(orbit, other) {
            continue;
        }
        let (mut similar, count) = similar_in_orbit(extracted);
        similar[count] = numbering.orbit_len as u32;
        let (own, other) = (own.bits().into(), other.bits().into());
        visit(index, RowPosition { own, other, similar: &similar[..=count] });
    }
}

/// Returns the distances from a position's index down to those of similar positions in the same orbit, and how many
/// there are. In a similar position, one stone of the other side stands on the next lower free point. `extracted` are
/// the other side's stones. The last element of the array is for the caller.
#[inline]
fn similar_in_orbit(extracted: u32) -> ([u32; MAX_SIMILAR + 1], usize) {
    let mut similar = [0; MAX_SIMILAR + 1];
    let mut count = 0;
    let (mut rest, mut number) = (extracted, 0);
    let blocked = extracted << 1 | 1;
    while rest != 0 && count < MAX_SIMILAR {
        let at = rest.trailing_zeros() as usize;
        // The first free point has none before it. It is always blocked, so the number written for it is not counted.
        similar[count] = choose(at.saturating_sub(1), number) as u32;
        count += usize::from(blocked >> at & 1 == 0);
        rest &= rest - 1;
        number += 1;
    }
    (similar, count)
}
