//! Indices of positions with given numbers of stones on the board.
//!
//! The stones of one side, usually of the side to move, are numbered first and called own stones. A symmetry
//! maps them to the representative of their orbit. The same symmetry is applied to the other side's stones.
//! Their sets are ranked in ascending order among the points without own stones. If several symmetries map
//! the own stones to the representative, the other side's stones have several images. Only the index of the
//! least image has a position.

use plywright::tablebase::choose;

use super::geometry::{Geometry, SetImages};
use super::orbits::{Member, Orbits, Ranks, count_orbits, set_at};
use crate::board::PointSet;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    geometry: &'static Geometry,
    pub(super) orbits: &'static Orbits,
    ranks: &'static Ranks,
    /// Number of indices for one orbit of own stones.
    pub(super) orbit_len: u64,
    /// Number of the other side's stones on the board.
    pub(super) other_count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) index: u64,
    /// Number of symmetries that map the position to itself, including the identity.
    pub(crate) symmetries: u32,
}

impl Numbering {
    /// Creates the numbering of a slice. `stones` are the numbers of own stones and of the other side's.
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

    pub(crate) fn len(&self) -> u64 {
        self.orbits.representatives.len() as u64 * self.orbit_len
    }

    /// Returns the number of indices without building tables. `stones` are the numbers of own stones and of
    /// the other side's.
    pub(crate) fn count(geometry: &Geometry, stones: [u8; 2]) -> u64 {
        let [own, other] = stones.map(usize::from);
        count_orbits(geometry.board, own) * orbit_len(geometry, own, other)
    }

    #[inline]
    pub(crate) fn number(&self, own: PointSet, other: PointSet) -> Numbered {
        let member = self.orbits.member(own);
        self.number_of_image(member, self.geometry.image(other, member.symmetry()))
    }

    /// Returns the number of a position. `member` is the orbit of the own stones, `others` are the images of
    /// the other side's stones under each symmetry.
    #[inline]
    pub(super) fn number_of(&self, member: Member, others: &SetImages) -> Numbered {
        self.number_of_image(member, others[member.symmetry()])
    }

    /// Returns the number of a position. `other` is the image of the other side's stones under the symmetry
    /// that maps the own stones to their representative.
    #[inline]
    fn number_of_image(&self, member: Member, mut other: PointSet) -> Numbered {
        let orbit = member.orbit();
        let mut symmetries = 1;
        if member.is_symmetric() {
            (other, symmetries) = self.canonical_image(orbit, other);
        }
        Numbered { index: orbit as u64 * self.orbit_len + u64::from(self.rank(orbit, other)), symmetries }
    }

    /// Returns the rank of a set of the other side's stones among all sets of this size. Bit `i` of
    /// `extracted` stands for the `i`-th point without own stones.
    pub(super) fn rank_of(&self, extracted: u32) -> u32 {
        self.ranks.of(extracted)
    }

    /// Returns the least image of the other side's stones under the symmetries that map the representative of
    /// `orbit` to itself. Also returns how many of these symmetries map the stones to that image.
    pub(super) fn canonical_image(&self, orbit: usize, other: PointSet) -> (PointSet, u32) {
        let (mut smallest, mut fixes) = (PointSet::ALL, 0);
        let mut symmetries = self.orbits.stabilizers[orbit];
        while symmetries != 0 {
            let image = self.geometry.image(other, symmetries.trailing_zeros() as usize);
            symmetries &= symmetries - 1;
            if image.bits() < smallest.bits() {
                (smallest, fixes) = (image, 1);
            } else if image == smallest {
                fixes += 1;
            }
        }
        (smallest, fixes)
    }

    /// Returns the rank of `other` among the sets of the same size that avoid the stones of the
    /// representative of `orbit`.
    #[inline]
    pub(super) fn rank(&self, orbit: usize, other: PointSet) -> u32 {
        let free = self.geometry.board.points() - self.orbits.representatives[orbit];
        self.ranks.of(self.geometry.pext(other.bits(), free.bits(), self.orbits.shifts[orbit]))
    }

    /// Returns the own stones and the other side's stones at an index. At an index without a position, these
    /// are a symmetric image of the position at a smaller index.
    pub(crate) fn sets(&self, index: u64) -> [PointSet; 2] {
        let own = self.orbits.representatives[(index / self.orbit_len) as usize];
        let extracted = PointSet::from_bits(set_at(index % self.orbit_len, self.other_count));
        let free = (self.geometry.board.points() - own).iter().enumerate();
        [own, free.filter(|(place, _)| extracted.contains_index(*place)).map(|(_, point)| point).collect()]
    }

    /// Returns the stones like [`Numbering::sets`]; `None` for an index without a position.
    pub(crate) fn stones(&self, index: u64) -> Option<[PointSet; 2]> {
        let [own, other] = self.sets(index);
        self.is_canonical((index / self.orbit_len) as usize, other).then_some([own, other])
    }

    /// Whether `other` is the least image of the other side's stones. Only then do they form a position with the
    /// representative of `orbit`; otherwise the position has another index.
    pub(super) fn is_canonical(&self, orbit: usize, other: PointSet) -> bool {
        !self.orbits.is_symmetric(orbit) || self.canonical_image(orbit, other).0 == other
    }

    /// Returns the symmetries that map the position at an index to itself: bit `i` stands for symmetry `i`.
    /// `other` are the other side's stones in this position.
    pub(crate) fn stabilizer(&self, index: u64, other: PointSet) -> u16 {
        let symmetries = self.orbits.stabilizers[(index / self.orbit_len) as usize];
        let keeps = |symmetry: &usize| {
            symmetries >> symmetry & 1 != 0 && self.geometry.image(other, *symmetry) == other
        };
        (0..self.geometry.symmetries()).filter(keeps).map(|symmetry| 1 << symmetry).sum()
    }
}

/// Returns the number of sets of `other` points among the points that `own` stones leave free.
fn orbit_len(geometry: &Geometry, own: usize, other: usize) -> u64 {
    choose(geometry.board.points().count() as usize - own, other)
}
