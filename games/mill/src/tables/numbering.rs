//! Indices of positions with given numbers of stones on the board.
//!
//! The side to move's stones are mapped to the representative of their orbit. The other stones are ranked in
//! ascending order, as sets of the remaining points. If further symmetries map the representative to itself,
//! the position has the index of the least image of the other stones. The indices of the other images have no
//! position.

use plywright::tablebase::choose;

use super::geometry::{Geometry, SetImages};
use super::orbits::{Member, Orbits, Ranks, count_orbits, set_at};
use crate::board::PointSet;

/// Numbering of the positions with a given number of stones of each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    geometry: &'static Geometry,
    pub(super) orbits: &'static Orbits,
    ranks: &'static Ranks,
    /// Number of sets of the other side's stones for one set of the side to move's stones.
    pub(super) others: u64,
    /// Number of stones of the other side on the board.
    pub(super) other: usize,
}

/// The index of a position, and the number of symmetries that the position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) index: u64,
    /// Number of symmetries that map the position to itself, including the identity.
    pub(crate) symmetries: u32,
}

impl Numbering {
    /// Creates the numbering for these numbers of stones, the side to move's first.
    pub(crate) fn new(geometry: &'static Geometry, stones: [u8; 2]) -> Self {
        let [own, other] = stones.map(usize::from);
        Self {
            geometry,
            orbits: geometry.orbits(own),
            ranks: geometry.ranks(other),
            others: others(geometry, own, other),
            other,
        }
    }

    /// Returns the number of indices.
    pub(crate) fn len(&self) -> u64 {
        self.orbits.representatives.len() as u64 * self.others
    }

    /// Returns the number of indices for these numbers of stones without building the numbering's tables.
    pub(crate) fn count(geometry: &Geometry, stones: [u8; 2]) -> u64 {
        let [own, other] = stones.map(usize::from);
        count_orbits(geometry.board, own) * others(geometry, own, other)
    }

    /// Returns the index of the position with these stones.
    #[inline]
    pub(crate) fn number(&self, own: PointSet, other: PointSet) -> Numbered {
        let member = self.orbits.member(own);
        self.number_of_image(member, self.geometry.image(other, member.symmetry()))
    }

    /// Returns the index of a position from the orbit of the own stones and the images of the other stones.
    #[inline]
    pub(super) fn number_of(&self, member: Member, others: &SetImages) -> Numbered {
        self.number_of_image(member, others[member.symmetry()])
    }

    /// Returns the index of a position. `other` is the image of the other stones under the symmetry that maps
    /// the own stones to their representative.
    #[inline]
    fn number_of_image(&self, member: Member, mut other: PointSet) -> Numbered {
        let orbit = member.orbit();
        let mut symmetries = 1;
        if member.is_symmetric() {
            (other, symmetries) = self.least_image(orbit, other);
        }
        Numbered { index: orbit as u64 * self.others + u64::from(self.rank(orbit, other)), symmetries }
    }

    /// Returns the rank of a set of other stones within its row. Bit `i` of `extracted` stands for the `i`-th
    /// point without a stone of the side to move.
    pub(super) fn rank_of(&self, extracted: u32) -> u32 {
        self.ranks.of(extracted)
    }

    /// Returns the least image of the other stones under the symmetries that map the representative to
    /// itself, and the number of these symmetries that lead to it.
    pub(super) fn least_image(&self, orbit: usize, other: PointSet) -> (PointSet, u32) {
        let (mut least, mut fixes) = (PointSet::ALL, 0);
        let mut symmetries = self.orbits.stabilizers[orbit];
        while symmetries != 0 {
            let image = self.geometry.image(other, symmetries.trailing_zeros() as usize);
            symmetries &= symmetries - 1;
            if image.bits() < least.bits() {
                (least, fixes) = (image, 1);
            } else if image == least {
                fixes += 1;
            }
        }
        (least, fixes)
    }

    /// Returns the rank of a set of other stones within the row of an orbit.
    #[inline]
    pub(super) fn rank(&self, orbit: usize, other: PointSet) -> u32 {
        let free = self.geometry.board.points() - self.orbits.representatives[orbit];
        self.ranks.of(self.geometry.pext(other.bits(), free.bits(), self.orbits.shifts[orbit]))
    }

    /// Returns the side to move's stones and the other stones at an index, also where no position has the
    /// index: there the other stones are not the least of their images.
    pub(crate) fn sets(&self, index: u64) -> [PointSet; 2] {
        let own = self.orbits.representatives[(index / self.others) as usize];
        let extracted = PointSet::from_bits(set_at(index % self.others, self.other));
        let free = (self.geometry.board.points() - own).iter().enumerate();
        [own, free.filter(|(place, _)| extracted.contains_index(*place)).map(|(_, point)| point).collect()]
    }

    /// Returns the side to move's stones and the other stones of the position at an index; `None` if no
    /// position has the index.
    pub(crate) fn stones(&self, index: u64) -> Option<[PointSet; 2]> {
        let orbit = (index / self.others) as usize;
        let [own, other] = self.sets(index);
        (!self.orbits.is_symmetric(orbit) || self.least_image(orbit, other).0 == other)
            .then_some([own, other])
    }

    /// Returns the bit set of the symmetries that map the position to itself. `other` are the other stones
    /// that [`Numbering::stones`] returns.
    pub(crate) fn stabilizer(&self, index: u64, other: PointSet) -> u16 {
        let symmetries = self.orbits.stabilizers[(index / self.others) as usize];
        let keeps = |symmetry: &usize| {
            symmetries >> symmetry & 1 != 0 && self.geometry.image(other, *symmetry) == other
        };
        (0..self.geometry.symmetries()).filter(keeps).map(|symmetry| 1 << symmetry).sum()
    }
}

/// Returns the number of possible sets of the other stones for each set of own stones.
fn others(geometry: &Geometry, own: usize, other: usize) -> u64 {
    choose(geometry.board.points().count() as usize - own, other)
}
