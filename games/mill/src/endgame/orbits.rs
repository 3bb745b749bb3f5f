//! Sets of stones up to symmetry.
//!
//! The images of a set are its orbit, and the least of them represents it; orbits are numbered by their
//! representatives in ascending order. A set's place among all sets as large is the sum of two numbers looked
//! up by its lower and upper half, and gives its orbit.

use super::images::{Images, MOST_POINTS};

/// Bits of half a set.
const HALF: usize = MOST_POINTS / 2;

/// The place of a set among the sets of as many bits in ascending order, by its bits.
#[derive(Debug)]
pub(super) struct Ranks {
    low: Vec<u32>,
    high: Vec<u32>,
}

/// The orbits of the sets of some number of points.
#[derive(Debug)]
pub(super) struct Orbits {
    ranks: Ranks,
    /// The representative of each orbit.
    pub(super) representatives: Vec<u32>,
    /// For each representative the symmetries that map it to itself, as bits.
    pub(super) stabilizers: Vec<u16>,
    /// For each representative how many points outside it lie below the second and the third byte of a set.
    pub(super) shifts: Vec<[u8; 2]>,
    /// The orbit of each set, by the set's place.
    members: Vec<Member>,
}

/// A set as a member of an orbit: the orbit, and a symmetry that maps the set to the representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member(u32);

impl Member {
    const SYMMETRY_BITS: u32 = 4;
    const SYMMETRIC: u32 = 1 << 31;
    /// Stands in lists for nothing.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// The number of the orbit.
    #[inline]
    pub(super) fn orbit(self) -> usize {
        (self.0 & !Self::SYMMETRIC) as usize >> Self::SYMMETRY_BITS
    }

    /// The number of the symmetry.
    #[inline]
    pub(super) fn symmetry(self) -> usize {
        (self.0 & ((1 << Self::SYMMETRY_BITS) - 1)) as usize
    }

    /// Whether a symmetry besides the identity maps the representative to itself.
    #[inline]
    pub(super) fn is_symmetric(self) -> bool {
        self.0 & Self::SYMMETRIC != 0
    }
}

impl Ranks {
    pub(super) fn new(count: usize) -> Self {
        let halves = || 0..1_usize << HALF;
        let rank = |set: usize, shift: usize, before: usize| {
            let bits = (0..HALF).filter(|bit| set >> bit & 1 != 0);
            bits.zip(before + 1..).map(|(bit, number)| choose(bit + shift, number) as u32).sum()
        };
        let below = |high: usize| count.saturating_sub(high.count_ones() as usize);
        Self {
            low: halves().map(|set| rank(set, 0, 0)).collect(),
            high: halves().map(|set| rank(set, HALF, below(set))).collect(),
        }
    }

    #[inline]
    pub(super) fn of(&self, set: u32) -> u32 {
        let (low, high) = (set as usize & ((1 << HALF) - 1), set as usize >> HALF & ((1 << HALF) - 1));
        self.low[low] + self.high[high]
    }
}

impl Orbits {
    pub(super) fn new(board: &Images, count: usize) -> Self {
        let ranks = Ranks::new(count);
        let (mut representatives, mut stabilizers, mut shifts) = (Vec::new(), Vec::new(), Vec::new());
        let mut members = vec![Member::NONE; choose(board.points, count) as usize];
        for (rank, set) in sets_of(board.points, count).enumerate() {
            if members[rank] != Member::NONE {
                continue;
            }
            // The first of its images in ascending order: the others become members here.
            let orbit = (representatives.len() as u32) << Member::SYMMETRY_BITS;
            let images = || (0..board.symmetries()).map(|symmetry| board.of(set, symmetry));
            let stabilizer: u16 = images().enumerate().map(|(s, image)| u16::from(image == set) << s).sum();
            let symmetric = if stabilizer.is_power_of_two() { 0 } else { Member::SYMMETRIC };
            for (symmetry, image) in images().enumerate() {
                members[ranks.of(image) as usize] =
                    Member(orbit | board.inverse(symmetry) as u32 | symmetric);
            }
            let free = ((1 << board.points) - 1) & !set;
            representatives.push(set);
            stabilizers.push(stabilizer);
            shifts.push([(free & 0xff).count_ones() as u8, (free & 0xffff).count_ones() as u8]);
        }
        Self { ranks, representatives, stabilizers, shifts, members }
    }

    /// Whether a symmetry besides the identity maps the representative to itself.
    #[inline]
    pub(super) fn is_symmetric(&self, orbit: usize) -> bool {
        !self.stabilizers[orbit].is_power_of_two()
    }

    /// The orbit of a set.
    #[inline]
    pub(super) fn member(&self, set: u32) -> Member {
        self.members[self.ranks.of(set) as usize]
    }
}

/// All sets of `count` of `points` points in ascending order.
pub(super) fn sets_of(points: usize, count: usize) -> impl Iterator<Item = u32> {
    let all = (1_u32 << points) - 1;
    let first = (count <= points).then_some((1_u32 << count) - 1);
    std::iter::successors(first, move |set| next_set(*set).filter(|next| *next <= all))
}

/// The next greater number with as many bits.
#[inline]
pub(super) fn next_set(set: u32) -> Option<u32> {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    (carried ^ set).checked_shr(lowest.trailing_zeros() + 2).filter(|_| set != 0).map(|run| run | carried)
}

/// The set of `count` bits that has that place among them.
pub(super) fn set_at(mut rank: u64, count: usize) -> u32 {
    let (mut set, mut bit) = (0, MOST_POINTS);
    for number in (1..=count).rev() {
        bit = (0..bit).rev().find(|bit| choose(*bit, number) <= rank).unwrap_or(0);
        rank -= choose(bit, number);
        set |= 1 << bit;
    }
    set
}

/// Binomial coefficients.
pub(super) const fn choose(of: usize, count: usize) -> u64 {
    const TABLE: [[u32; MOST_POINTS + 1]; MOST_POINTS + 1] = {
        let mut table = [[0; MOST_POINTS + 1]; MOST_POINTS + 1];
        let mut row = 0;
        while row <= MOST_POINTS {
            table[row][0] = 1;
            let mut column = 1;
            while column <= row {
                table[row][column] = table[row - 1][column - 1] + table[row - 1][column];
                column += 1;
            }
            row += 1;
        }
        table
    };
    if of > MOST_POINTS || count > MOST_POINTS { 0 } else { TABLE[of][count] as u64 }
}
