//! Rows of a slice: the positions that share the stones of the side to move. Their numbers are neighbours,
//! and much of what their moves lead to follows from the shared stones alone.

use super::geometry::{Geometry, full_lines};
use super::images::MOST_POINTS;
use super::numbering::{Numbering, Pdep};
use super::orbits::{next_set, set_at};

/// A representative of the side to move's stones.
pub(super) struct Row {
    /// The stones of the side to move.
    pub(super) own: u32,
    /// Whether a symmetry besides the identity keeps these stones.
    pub(super) is_symmetric: bool,
    /// The lines on which the side to move has no stone.
    pub(super) lines: Vec<u32>,
    pdep: Pdep,
    /// The bit in extracted sets of each point, 0 for the points of own stones.
    extracted: [u32; MOST_POINTS],
}

/// Goes through the extracted sets of a row in ascending order.
pub(super) struct SetCursor {
    rank: u64,
    set: u32,
    count: usize,
}

impl Row {
    pub(super) fn new(geometry: &Geometry, numbering: &Numbering, orbit: usize) -> Self {
        let own = numbering.orbits.representatives[orbit];
        let (mut extracted, mut bit) = ([0; MOST_POINTS], 1);
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

    /// The other side's stones as a set of points.
    #[inline]
    pub(super) fn pdep(&self, extracted: u32) -> u32 {
        self.pdep.of(extracted)
    }

    /// The bit in extracted sets of a point that has no own stone.
    #[inline]
    pub(super) fn pext(&self, point: u32) -> u32 {
        self.extracted[point.trailing_zeros() as usize % MOST_POINTS]
    }

    /// Those of the other side's stones that stand in mills.
    #[inline]
    pub(super) fn in_mills(&self, other: u32) -> u32 {
        full_lines(&self.lines, other)
    }
}

impl SetCursor {
    /// Maximum number of sets that are stepped over; a set farther on is computed from its rank.
    const STEPS: u64 = 16;

    pub(super) fn new(count: usize) -> Self {
        Self { rank: 0, set: set_at(0, count), count }
    }

    /// The set of that rank.
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
