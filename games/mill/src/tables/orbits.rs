//! Orbits: sets of stones up to symmetry.
//!
//! The images of a set of points under the symmetries of the board form its orbit. The least image, as a
//! number, represents the orbit. Orbits are numbered from 0 in ascending order of their representatives. The
//! rank of a set is its index among all sets of the same size in ascending order: the sum of two numbers
//! found in tables, one for each half of the set's bits.

use plywright::Symmetry;
use plywright::tablebase::choose;

use crate::board::{Board, MAX_POINTS, PointSet};

const HALF: usize = MAX_POINTS / 2;

#[derive(Debug)]
pub(super) struct Ranks {
    /// `low[bits]`: what the lower half of a set adds to the set's rank; `high[bits]` is the same for the upper half.
    low: Vec<u32>,
    high: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Orbits {
    ranks: Ranks,
    pub(super) representatives: Vec<PointSet>,
    /// For each orbit, the symmetries that map the representative to itself: bit `i` stands for symmetry `i`.
    pub(super) stabilizers: Vec<u16>,
    /// For each orbit, the shifts that [`Geometry::pext`](super::geometry::Geometry::pext) needs if its mask is the set
    /// of points outside the representative: the numbers of such points among 0 to 7, and among 0 to 15.
    pub(super) shifts: Vec<[u8; 2]>,
    /// Orbit of each set, by the rank of the set.
    members: Vec<Member>,
}

/// The orbit of a set and the way to its representative, packed into 32 bits. Bits 0 to 3: a symmetry that maps the set
/// to the representative. Bits 4 to 30: the orbit's number. Bit 31: whether a symmetry other than the identity maps the
/// representative to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member(u32);

impl Member {
    const SYMMETRY_BITS: u32 = 4;
    const SYMMETRIC: u32 = 1 << 31;
    /// Placeholder in lists whose elements have not all been computed.
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn orbit(self) -> usize {
        (self.0 & !Self::SYMMETRIC) as usize >> Self::SYMMETRY_BITS
    }

    pub(super) fn symmetry(self) -> usize {
        (self.0 & ((1 << Self::SYMMETRY_BITS) - 1)) as usize
    }

    pub(super) fn is_symmetric(self) -> bool {
        self.0 & Self::SYMMETRIC != 0
    }
}

impl Ranks {
    pub(super) fn new(count: usize) -> Self {
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for set in 0..1_usize << HALF {
            let points_below = count.saturating_sub(set.count_ones() as usize);
            low.push(rank_of_half(set, 0, 0));
            high.push(rank_of_half(set, HALF, points_below));
        }
        Self { low, high }
    }

    pub(super) fn of(&self, set: u32) -> u32 {
        let (low, high) = (set as usize & ((1 << HALF) - 1), set as usize >> HALF & ((1 << HALF) - 1));
        self.low[low] + self.high[high]
    }
}

/// Returns what one half of a set's points adds to the set's rank. `half` has a bit for each point of the half, and
/// `shift` is the index of the half's first point. `before` is the number of the set's points below the half.
fn rank_of_half(half: usize, shift: usize, before: usize) -> u32 {
    let (mut rank, mut number) = (0, before);
    for bit in 0..HALF {
        if half >> bit & 1 != 0 {
            number += 1;
            rank += choose(bit + shift, number) as u32;
        }
    }
    rank
}

impl Orbits {
    pub(super) fn new(board: &Board, count: usize) -> Self {
        let ranks = Ranks::new(count);
        let points = board.points().count() as usize;
        let (mut representatives, mut stabilizers, mut shifts) = (Vec::new(), Vec::new(), Vec::new());
        let mut members = vec![Member::NONE; choose(points, count) as usize];
        for (rank, set) in sets_of(points, count).map(PointSet::from_bits).enumerate() {
            if members[rank] != Member::NONE {
                continue;
            }
            // The orbit is new, so the set is its least image and represents it.
            let orbit = (representatives.len() as u32) << Member::SYMMETRY_BITS;
            let images =
                || Symmetry::first(board.symmetries()).map(|symmetry| board.image_of_all(set, symmetry));
            let stabilizer: u16 = images().enumerate().map(|(s, image)| u16::from(image == set) << s).sum();
            let symmetric = if stabilizer.is_power_of_two() { 0 } else { Member::SYMMETRIC };
            for (symmetry, image) in Symmetry::first(board.symmetries()).zip(images()) {
                members[ranks.of(image.bits()) as usize] =
                    Member(orbit | u32::from(board.inverse(symmetry).0) | symmetric);
            }
            let free = (board.points() - set).bits();
            representatives.push(set);
            stabilizers.push(stabilizer);
            shifts.push([(free & 0xff).count_ones() as u8, (free & 0xffff).count_ones() as u8]);
        }
        Self { ranks, representatives, stabilizers, shifts, members }
    }

    /// Whether a symmetry other than the identity maps the representative to itself.
    pub(super) fn is_symmetric(&self, orbit: usize) -> bool {
        !self.stabilizers[orbit].is_power_of_two()
    }

    /// Returns the orbit of a set, and a symmetry that maps the set to the representative. The set must have the size
    /// for which the orbits were created.
    pub(super) fn member(&self, set: PointSet) -> Member {
        self.members[self.ranks.of(set.bits()) as usize]
    }
}

/// Returns the number of orbits of the sets of `count` points. By Burnside's lemma, this is the number of sets that a
/// symmetry maps to themselves, averaged over all symmetries.
pub(super) fn count_orbits(board: &Board, count: usize) -> u64 {
    let symmetries = board.symmetries();
    let fixed: u64 = Symmetry::first(symmetries).map(|symmetry| fixed_sets(board, symmetry)[count]).sum();
    fixed / u64::from(symmetries)
}

/// Returns the number of sets of each size that the symmetry maps to themselves; the index is the size. Such a set is a
/// union of cycles of the symmetry.
fn fixed_sets(board: &Board, symmetry: Symmetry) -> [u64; MAX_POINTS + 1] {
    let mut sets = [0; MAX_POINTS + 1];
    sets[0] = 1;
    let mut left = board.points();
    while let Some(mut at) = left.first() {
        let mut length = 0;
        while left.contains(at) {
            left.remove(at);
            length += 1;
            at = board.image(at, symmetry);
        }
        for count in (length..sets.len()).rev() {
            sets[count] += sets[count - length];
        }
    }
    sets
}

/// Returns all sets of `count` points among the points `0..points`, in ascending order; none if `count` is greater than
/// `points`.
pub(super) fn sets_of(points: usize, count: usize) -> impl Iterator<Item = u32> {
    let all = (1_u32 << points) - 1;
    let first = (count <= points).then_some((1_u32 << count) - 1);
    std::iter::successors(first, move |set| next_set(*set).filter(|next| *next <= all))
}

/// Returns the next greater number with the same number of set bits (Gosper's method); `None` for 0. `set` must be
/// below 2^30.
pub(super) fn next_set(set: u32) -> Option<u32> {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    (carried ^ set).checked_shr(lowest.trailing_zeros() + 2).filter(|_| set != 0).map(|run| run | carried)
}

/// Returns the set of `count` points with this rank among all such sets in ascending order. This tries every bit in
/// turn, so a loop over ranks is faster with [`next_set`].
pub(super) fn set_at(mut rank: u64, count: usize) -> u32 {
    let (mut set, mut bit) = (0, MAX_POINTS);
    for number in (1..=count).rev() {
        bit = (0..bit).rev().find(|bit| choose(*bit, number) <= rank).unwrap_or(0);
        rank -= choose(bit, number);
        set |= 1 << bit;
    }
    set
}
