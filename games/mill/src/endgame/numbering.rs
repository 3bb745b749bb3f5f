//! Numbers of positions with given stones on the board.
//!
//! The side to move's stones are turned into their leader; the other stones are numbered in ascending order,
//! as sets of the points that the leader leaves free. Where symmetries map the leader to itself, the least of
//! the images counts, and the numbers of the others are no position's.

use super::geometry::Geometry;
use super::images::SetImages;
use super::leaders::{Lead, Leaders, Ranks, choose, set_at};

/// How positions are numbered in which the side to move has some number of stones on the board and the other
/// side has some number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    geometry: &'static Geometry,
    pub(super) leaders: &'static Leaders,
    ranks: &'static Ranks,
    /// Sets of the other stones for each leader.
    pub(super) others: u64,
    /// How many the other stones are.
    pub(super) other: usize,
}

/// A position's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) index: u64,
    /// How many symmetries map the position to itself, the identity included.
    pub(crate) symmetries: u32,
}

impl Numbering {
    pub(crate) fn new(geometry: &'static Geometry, own: usize, other: usize) -> Self {
        Self {
            geometry,
            leaders: geometry.leaders(own),
            ranks: geometry.ranks(other),
            others: choose(geometry.points - own, other),
            other,
        }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.leaders.sets.len() as u64 * self.others
    }

    /// The same for these numbers of stones, without what numbering itself takes.
    pub(crate) fn count(geometry: &Geometry, own: usize, other: usize) -> u64 {
        geometry.orbits(own) * choose(geometry.points - own, other)
    }

    /// The number of the position with these stones.
    #[inline]
    pub(crate) fn number(&self, own: u32, other: u32) -> Numbered {
        self.number_with(self.leaders.lead(own), other)
    }

    /// The same, when the leader of the own stones is known.
    #[inline]
    pub(super) fn number_with(&self, lead: Lead, other: u32) -> Numbered {
        self.number_of_image(lead, self.geometry.image(other, lead.symmetry()))
    }

    /// The same, when the images of the other stones are known too.
    #[inline]
    pub(super) fn number_of(&self, lead: Lead, others: &SetImages) -> Numbered {
        self.number_of_image(lead, others[lead.symmetry()])
    }

    /// The number of the position in which the own stones are a leader.
    #[inline]
    fn number_of_image(&self, lead: Lead, mut other: u32) -> Numbered {
        let leader = lead.leader();
        let mut symmetries = 1;
        if lead.is_symmetric() {
            (other, symmetries) = self.least_image(leader, other);
        }
        Numbered { index: leader as u64 * self.others + u64::from(self.rank(leader, other)), symmetries }
    }

    /// The place of a squeezed set of other stones in its row.
    #[inline]
    pub(super) fn rank_of(&self, squeezed: u32) -> u32 {
        self.ranks.of(squeezed)
    }

    /// The least image of the other stones under the symmetries that keep the leader, and how many of these
    /// lead to it.
    pub(super) fn least_image(&self, leader: usize, other: u32) -> (u32, u32) {
        let (mut least, mut fixes) = (u32::MAX, 0);
        let mut symmetries = self.leaders.stabilizers[leader];
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

    /// The place of a set of other stones in the row of a leader.
    #[inline]
    pub(super) fn rank(&self, leader: usize, other: u32) -> u32 {
        let free = self.geometry.all & !self.leaders.sets[leader];
        self.ranks.of(self.geometry.squeeze(other, free, self.leaders.shifts[leader]))
    }

    /// The stones that a number stands for.
    pub(crate) fn sets(&self, index: u64) -> [u32; 2] {
        let leader = (index / self.others) as usize;
        let own = self.leaders.sets[leader];
        let (free, shifts) = (self.geometry.all & !own, self.leaders.shifts[leader]);
        [own, self.geometry.spread(set_at(index % self.others, self.other), free, shifts)]
    }

    /// The stones of the position with that number; `None` where the number is an image's.
    pub(crate) fn stones(&self, index: u64) -> Option<[u32; 2]> {
        let leader = (index / self.others) as usize;
        let [own, other] = self.sets(index);
        (!self.leaders.is_symmetric(leader) || self.least_image(leader, other).0 == other)
            .then_some([own, other])
    }

    /// The symmetries that map the position to itself, as bits; the stones are as [`Numbering::stones`] gives
    /// them.
    pub(crate) fn stabilizer(&self, index: u64, other: u32) -> u16 {
        let symmetries = self.leaders.stabilizers[(index / self.others) as usize];
        let keeps = |symmetry: &usize| {
            symmetries >> symmetry & 1 != 0 && self.geometry.image(other, *symmetry) == other
        };
        (0..self.geometry.symmetries()).filter(keeps).map(|symmetry| 1 << symmetry).sum()
    }
}

/// Spreads the low bits of a number over a set of points: the inverse of squeezing.
pub(super) struct Spread([[u32; 256]; 3]);

impl Spread {
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
