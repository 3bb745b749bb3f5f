//! Numbers of positions with given stones on the board.
//!
//! The side to move's stones are turned into their orbit's representative; the other stones are numbered in
//! ascending order, as sets of the points that it leaves free. Where symmetries map the representative to
//! itself, the least of the images counts, and no position has the numbers of the others.

use super::geometry::Geometry;
use super::images::SetImages;
use super::orbits::{Member, Orbits, Ranks, choose, set_at};

/// The numbering of the positions with given numbers of stones on the board: the side to move's and the other
/// side's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    geometry: &'static Geometry,
    pub(super) orbits: &'static Orbits,
    ranks: &'static Ranks,
    /// Number of sets of the other stones for each orbit.
    pub(super) others: u64,
    /// Number of the other stones.
    pub(super) other: usize,
}

/// A position's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) index: u64,
    /// Number of symmetries that map the position to itself, the identity included.
    pub(crate) symmetries: u32,
}

impl Numbering {
    pub(crate) fn new(geometry: &'static Geometry, own: usize, other: usize) -> Self {
        Self {
            geometry,
            orbits: geometry.orbits(own),
            ranks: geometry.ranks(other),
            others: choose(geometry.points - own, other),
            other,
        }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.orbits.representatives.len() as u64 * self.others
    }

    /// The same for these numbers of stones, without what numbering itself takes.
    pub(crate) fn count(geometry: &Geometry, own: usize, other: usize) -> u64 {
        geometry.count_orbits(own) * choose(geometry.points - own, other)
    }

    /// The number of the position with these stones.
    #[inline]
    pub(crate) fn number(&self, own: u32, other: u32) -> Numbered {
        self.number_with(self.orbits.member(own), other)
    }

    /// The same, when the orbit of the own stones is known.
    #[inline]
    pub(super) fn number_with(&self, member: Member, other: u32) -> Numbered {
        self.number_of_image(member, self.geometry.image(other, member.symmetry()))
    }

    /// The same, when the images of the other stones are known too.
    #[inline]
    pub(super) fn number_of(&self, member: Member, others: &SetImages) -> Numbered {
        self.number_of_image(member, others[member.symmetry()])
    }

    /// The number of the position in which the own stones are a representative.
    #[inline]
    fn number_of_image(&self, member: Member, mut other: u32) -> Numbered {
        let orbit = member.orbit();
        let mut symmetries = 1;
        if member.is_symmetric() {
            (other, symmetries) = self.least_image(orbit, other);
        }
        Numbered { index: orbit as u64 * self.others + u64::from(self.rank(orbit, other)), symmetries }
    }

    /// The place of an extracted set of other stones in its row.
    #[inline]
    pub(super) fn rank_of(&self, extracted: u32) -> u32 {
        self.ranks.of(extracted)
    }

    /// The least image of the other stones under the symmetries that keep the representative, and how many of
    /// these lead to it.
    pub(super) fn least_image(&self, orbit: usize, other: u32) -> (u32, u32) {
        let (mut least, mut fixes) = (u32::MAX, 0);
        let mut symmetries = self.orbits.stabilizers[orbit];
        while symmetries != 0 {
            let image = self.geometry.image(other, symmetries.trailing_zeros() as usize);
            symmetries &= symmetries - 1;
            if image < least {
                (least, fixes) = (image, 1);
            } else if image == least {
                fixes += 1;
            }
        }
        (least, fixes)
    }

    /// The place of a set of other stones in the row of an orbit.
    #[inline]
    pub(super) fn rank(&self, orbit: usize, other: u32) -> u32 {
        let free = self.geometry.all & !self.orbits.representatives[orbit];
        self.ranks.of(self.geometry.pext(other, free, self.orbits.shifts[orbit]))
    }

    /// The stones that a number stands for.
    pub(crate) fn sets(&self, index: u64) -> [u32; 2] {
        let orbit = (index / self.others) as usize;
        let own = self.orbits.representatives[orbit];
        let (free, shifts) = (self.geometry.all & !own, self.orbits.shifts[orbit]);
        [own, self.geometry.pdep(set_at(index % self.others, self.other), free, shifts)]
    }

    /// The stones of the position with that number; `None` where the number is an image's.
    pub(crate) fn stones(&self, index: u64) -> Option<[u32; 2]> {
        let orbit = (index / self.others) as usize;
        let [own, other] = self.sets(index);
        (!self.orbits.is_symmetric(orbit) || self.least_image(orbit, other).0 == other)
            .then_some([own, other])
    }

    /// The symmetries that map the position to itself, as bits; the stones are as [`Numbering::stones`] gives
    /// them.
    pub(crate) fn stabilizer(&self, index: u64, other: u32) -> u16 {
        let symmetries = self.orbits.stabilizers[(index / self.others) as usize];
        let keeps = |symmetry: &usize| {
            symmetries >> symmetry & 1 != 0 && self.geometry.image(other, *symmetry) == other
        };
        (0..self.geometry.symmetries()).filter(keeps).map(|symmetry| 1 << symmetry).sum()
    }
}

/// Spreads the low bits of a number over a set of points: the inverse of `pext`.
pub(super) struct Pdep([[u32; 256]; 3]);

impl Pdep {
    pub(super) fn new(mask: u32) -> Self {
        let mut table = [[0; 256]; 3];
        let mut rest = mask;
        for row in &mut table {
            let mut filled = 1;
            while filled < row.len() {
                let lowest = rest & rest.wrapping_neg();
                rest ^= lowest;
                for at in 0..filled {
                    row[filled + at] = row[at] | lowest;
                }
                filled *= 2;
            }
        }
        Self(table)
    }

    #[inline]
    pub(super) fn of(&self, set: u32) -> u32 {
        let [low, middle, high] = &self.0;
        low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16 & 255) as usize]
    }
}
