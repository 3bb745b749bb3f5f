//! Rows of a slice. A row is the set of positions that share one side's stones, called own stones. Positions
//! are numbered by these stones, so the positions of a row have consecutive indices.
//!
//! An extracted set is a set of points without own stones, packed into the low bits of a word: bit `i` stands
//! for the `i`-th of these points.

use std::ops::Range;

use super::numbering::Numbering;
use super::orbits::{next_set, set_at};
use crate::board::{MAX_POINTS, Point, PointSet, SetTable};

pub(super) struct Row {
    /// Number of the orbit that all positions of the row share.
    pub(super) orbit: usize,
    pub(super) first_index: u64,
    /// Own stones of all positions of the row: the representative of the orbit.
    pub(super) own: PointSet,
    /// Whether a symmetry other than the identity maps `own` to itself.
    pub(super) is_symmetric: bool,
    /// Maps an extracted set to a set of points.
    points: SetTable,
    /// For each point, the bit that stands for it in extracted sets; 0 for points with own stones.
    extracted: [u32; MAX_POINTS],
}

/// Cursor over the extracted sets of a given size in ascending order. Stepping to the next set is much faster than
/// computing a set from its rank.
pub(super) struct SetCursor {
    rank: u64,
    set: u32,
    count: usize,
}

impl Row {
    pub(super) fn new(numbering: &Numbering, orbit: usize) -> Self {
        let own = numbering.orbits.representatives[orbit];
        let (mut points, mut extracted) = ([0; MAX_POINTS], [0; MAX_POINTS]);
        for (place, point) in (numbering.geometry.board.points() - own).iter().enumerate() {
            points[place] = PointSet::of(point).bits();
            extracted[point.index()] = 1 << place;
        }
        let first_index = orbit as u64 * numbering.orbit_len;
        let is_symmetric = numbering.orbits.is_symmetric(orbit);
        Self { orbit, first_index, own, is_symmetric, points: SetTable::new(&points), extracted }
    }

    pub(super) fn points(&self, extracted: u32) -> PointSet {
        PointSet::from_bits(self.points.of(extracted))
    }

    /// Returns the bit that stands for the point in extracted sets; 0 for a point of `own`.
    pub(super) fn extracted(&self, point: Point) -> u32 {
        self.extracted[point.index() % MAX_POINTS]
    }
}

/// Returns the rows that contain an index of `range`, each with the ranks within the row that `range` covers.
pub(super) fn rows(numbering: &Numbering, range: Range<u64>) -> impl Iterator<Item = (Row, Range<u64>)> {
    let orbit_len = numbering.orbit_len;
    (range.start / orbit_len..range.end.div_ceil(orbit_len)).map(move |orbit| {
        let row = Row::new(numbering, orbit as usize);
        let ranks = range.start.saturating_sub(row.first_index)..orbit_len.min(range.end - row.first_index);
        (row, ranks)
    })
}

impl SetCursor {
    /// Maximum distance in ranks that the cursor covers by single steps forward. It computes all other sets from their
    /// ranks.
    const STEPS: u64 = 16;

    /// Creates a cursor at the first set of `count` points.
    pub(super) fn new(count: usize) -> Self {
        Self { rank: 0, set: set_at(0, count), count }
    }

    /// Moves to the set with this rank, forward or backward, and returns it.
    #[inline]
    pub(super) fn go_to(&mut self, rank: u64) -> u32 {
        match rank.checked_sub(self.rank) {
            Some(steps) if steps <= Self::STEPS => {
                for _ in 0..steps {
                    self.set = next_set(self.set).unwrap_or(self.set);
                }
            }
            _ => self.set = set_at(rank, self.count),
        }
        self.rank = rank;
        self.set
    }
}
