//! Rows of a slice: the positions that share the side to move's stones. Their indices are consecutive, and
//! many of their successors follow from the shared stones alone.

use super::geometry::{Geometry, full_lines};
use super::images::MAX_POINTS;
use super::numbering::{Numbering, Pdep};
use super::orbits::{next_set, set_at};

/// A row, given by a representative of the side to move's stones.
pub(super) struct Row {
    /// Stones of the side to move.
    pub(super) own: u32,
    /// Whether another symmetry than the identity maps these stones to themselves.
    pub(super) is_symmetric: bool,
    /// Lines without a stone of the side to move.
    pub(super) lines: Vec<u32>,
    pdep: Pdep,
    /// Bit of each point in extracted sets; 0 for the points of own stones.
    extracted: [u32; MAX_POINTS],
}

/// Cursor over the extracted sets of a row in ascending order.
pub(super) struct SetCursor {
    rank: u64,
    set: u32,
    count: usize,
}

impl Row {
    pub(super) fn new(geometry: &Geometry, numbering: &Numbering, orbit: usize) -> Self {
        let own = numbering.orbits.representatives[orbit];
        let (mut extracted, mut bit) = ([0; MAX_POINTS], 1);
        for (point, extracted) in extracted.iter_mut().enumerate().take(geometry.points) {
            if own >> point & 1 == 0 {
                *extracted = bit;
                bit <<= 1;
            }
        }
        Self {
            own,
            is_symmetric: numbering.orbits.is_symmetric(orbit),
            lines: geometry.lines.iter().copied().filter(|line| line & own == 0).collect(),
            pdep: Pdep::new(geometry.all & !own),
            extracted,
        }
    }

    /// Spreads an extracted set over the points without own stones.
    #[inline]
    pub(super) fn pdep(&self, extracted: u32) -> u32 {
        self.pdep.of(extracted)
    }

    /// Bit in extracted sets of a point without an own stone.
    #[inline]
    pub(super) fn pext(&self, point: u32) -> u32 {
        self.extracted[point.trailing_zeros() as usize % MAX_POINTS]
    }

    /// Stones of the other side that stand in mills.
    #[inline]
    pub(super) fn in_mills(&self, other: u32) -> u32 {
        full_lines(&self.lines, other)
    }
}

impl SetCursor {
    /// Maximum number of sets that the cursor steps over; it computes a farther set from its rank.
    const STEPS: u64 = 16;

    pub(super) fn new(count: usize) -> Self {
        Self { rank: 0, set: set_at(0, count), count }
    }

    /// Moves to the set with this rank and returns it.
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
