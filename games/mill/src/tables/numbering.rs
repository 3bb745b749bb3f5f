//! Indices of positions with given numbers of stones on the board.
//!
//! One side, usually the side to move, is the numbering side, and its stones are called own stones. An orbit is the set
//! of all images of a set of stones under the symmetries of the board, and one of these images represents it. A
//! symmetry maps own stones to the representative of their orbit; the same symmetry is applied to the other side's
//! stones. The index of the position is the number of the orbit times [`Numbering::orbit_len`], plus the rank of the
//! other side's stones among all sets of this size on the points without own stones. If several symmetries map own
//! stones to the representative, the other side's stones have several images. Only the index of the least image, as a
//! number, has a position.

use plywright::tablebase::choose;

use super::geometry::Geometry;
use super::orbits::{Member, Orbits, Ranks, count_orbits, set_at};
use crate::board::PointSet;

/// The numbering of the positions with given numbers of stones on the board. A copy is cheap, because it refers to
/// tables that numberings of the same board share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    pub(super) geometry: &'static Geometry,
    pub(super) orbits: &'static Orbits,
    /// Ranks of the other side's sets of stones among all sets of this size. The sets are extracted sets: bit `i`
    /// stands for the `i`-th point without own stones.
    pub(super) ranks: &'static Ranks,
    /// Number of indices for one orbit of own stones.
    pub(super) orbit_len: u64,
    /// Number of the other side's stones on the board.
    pub(super) other_count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionIndex {
    pub(crate) index: u64,
    /// Number of symmetries that map the position to itself, including the identity.
    pub(crate) symmetries: u32,
}

impl Numbering {
    /// Creates the numbering of positions. `stones` are the numbers of own stones and of the other side's stones.
    pub(crate) fn new(geometry: &'static Geometry, stones: [u8; 2]) -> Self {
        let [own, other] = stones.map(usize::from);
        Self {
            geometry,
            orbits: geometry.orbits(own),
            ranks: geometry.ranks(other),
            orbit_len: orbit_len(geometry, own, other),
            other_count: other,
        }
    }

    /// Returns the number of indices, including those without a position.
    pub(crate) fn len(&self) -> u64 {
        self.orbits.representatives.len() as u64 * self.orbit_len
    }

    /// Returns [`Numbering::len`] of the numbering with these numbers of stones, without creating its tables.
    pub(crate) fn count_indices(geometry: &Geometry, stones: [u8; 2]) -> u64 {
        let [own, other] = stones.map(usize::from);
        count_orbits(geometry.board, own) * orbit_len(geometry, own, other)
    }

    /// Returns the index of the position with these stones, and the number of its symmetries. The numbers of stones
    /// must be those of the numbering.
    #[inline]
    pub(crate) fn locate(&self, own: PointSet, other: PointSet) -> PositionIndex {
        let member = self.orbits.member(own);
        self.locate_image(member, self.geometry.image(other, member.symmetry()))
    }

    /// Returns the index of a position and the number of its symmetries. `member` is the orbit of its own stones.
    /// `other` is the image of the other side's stones under the symmetry that maps the position's own stones to their
    /// representative.
    #[inline]
    pub(super) fn locate_image(&self, member: Member, mut other: PointSet) -> PositionIndex {
        let orbit = member.orbit();
        let mut symmetries = 1;
        if member.is_symmetric() {
            (other, symmetries) = self.canonical_image(orbit, other);
        }
        let free = self.geometry.board.points() - self.orbits.representatives[orbit];
        let extracted = self.geometry.pext(other.bits(), free.bits(), self.orbits.shifts[orbit]);
        let rank = self.ranks.of(extracted);
        PositionIndex { index: orbit as u64 * self.orbit_len + u64::from(rank), symmetries }
    }

    /// Returns the least image of the other side's stones under the symmetries that map the representative of `orbit`
    /// to itself, and the number of these symmetries that map the stones to that image.
    pub(super) fn canonical_image(&self, orbit: usize, other: PointSet) -> (PointSet, u32) {
        let (mut least, mut count) = (PointSet::ALL, 0);
        let mut symmetries = self.orbits.stabilizers[orbit];
        while symmetries != 0 {
            let image = self.geometry.image(other, symmetries.trailing_zeros() as usize);
            symmetries &= symmetries - 1;
            if image.bits() < least.bits() {
                (least, count) = (image, 1);
            } else if image == least {
                count += 1;
            }
        }
        (least, count)
    }

    /// Returns the two sides' stones that an index stands for, own stones first. If the index has no position, they are
    /// a symmetric image of a position with a smaller index.
    pub(crate) fn sets_at(&self, index: u64) -> [PointSet; 2] {
        let own = self.orbits.representatives[(index / self.orbit_len) as usize];
        let extracted = set_at(index % self.orbit_len, self.other_count);
        [own, points_of(self.geometry.board.points() - own, extracted)]
    }

    /// Returns the two sides' stones in the position at an index, own stones first; `None` if the index has no
    /// position.
    pub(crate) fn position_at(&self, index: u64) -> Option<[PointSet; 2]> {
        let [own, other] = self.sets_at(index);
        self.is_canonical((index / self.orbit_len) as usize, other).then_some([own, other])
    }

    /// Whether `other` is its own least image under the symmetries that map the representative of `orbit` to itself.
    /// Otherwise, these stones and the representative are an image of a position with a smaller index.
    pub(super) fn is_canonical(&self, orbit: usize, other: PointSet) -> bool {
        if !self.orbits.is_symmetric(orbit) {
            return true;
        }
        let (least_image, _) = self.canonical_image(orbit, other);
        least_image == other
    }

    /// Returns the symmetries that map the position at an index to itself. Bit `i` is set for symmetry `i`. `other`
    /// must be the other side's stones in this position.
    pub(crate) fn stabilizer(&self, index: u64, other: PointSet) -> u16 {
        let symmetries = self.orbits.stabilizers[(index / self.orbit_len) as usize];
        let keeps = |symmetry: &usize| {
            symmetries >> symmetry & 1 != 0 && self.geometry.image(other, *symmetry) == other
        };
        (0..self.geometry.symmetries()).filter(keeps).map(|symmetry| 1 << symmetry).sum()
    }
}

/// Returns the points that an extracted set stands for: bit `i` of `extracted` stands for the `i`-th point of `free`.
/// [`Row::points`](super::row::Row::points) is faster, but needs a table.
pub(super) fn points_of(free: PointSet, extracted: u32) -> PointSet {
    free.iter().enumerate().filter(|(place, _)| extracted >> place & 1 != 0).map(|(_, point)| point).collect()
}

/// Returns the number of sets of `other` points among the points that `own` stones leave free.
fn orbit_len(geometry: &Geometry, own: usize, other: usize) -> u64 {
    choose(geometry.board.points().count() as usize - own, other)
}
