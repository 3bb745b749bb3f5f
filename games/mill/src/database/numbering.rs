//! How the files number the positions of a subspace.
//!
//! The stones of the side to move are mapped by a symmetry to the least of their images, the representative of the
//! orbit; representatives are numbered in ascending order. The other stones are numbered, also in ascending order, as
//! sets of the points that the representative leaves free. If several symmetries lead to the representative, a
//! position has several numbers, and the entries of all but one refer to that one. Sets are bits in the order of the
//! files: outer, middle and inner ring, each clockwise from the middle of the left side.

use std::sync::OnceLock;

use plywright::Symmetry;

use crate::board::images_on_rings;
use crate::boards::Layout;
use crate::both_sides::BothSides;
use crate::point::{Point, PointSet};

const POINTS: usize = 24;
const ALL: u32 = (1 << POINTS) - 1;

/// The board's symmetries by the numbers that entries use for them.
const SYMMETRIES: [u8; 16] = [1, 2, 3, 8, 10, 11, 9, 4, 5, 6, 7, 12, 14, 15, 13, 0];

/// How the positions with given numbers of stones are numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    representatives: &'static [u32],
    /// Number of sets of the other stones for each representative.
    others: u64,
}

impl Numbering {
    /// For positions in which the side to move has `own` stones on the board and the other side has `other`.
    pub(super) fn new(own: usize, other: usize) -> Self {
        let others = choose(POINTS.saturating_sub(own), other);
        Self { representatives: representatives(own.min(POINTS)), others }
    }

    /// Number of positions.
    pub(super) fn len(self) -> u64 {
        self.representatives.len() as u64 * self.others
    }

    /// The number of a position, and the image of its stones to which the number belongs. The first side of the stones
    /// is the side to move.
    pub(super) fn index(self, stones: BothSides) -> (u64, BothSides) {
        let images = images_on_rings(stones);
        let own = |symmetry: usize| in_order_of_files(images[symmetry].first());
        let least = (0..images.len()).map(own).min().unwrap_or(0);
        // If several symmetries lead to the representative, the last of the inverses counts.
        let board = Layout::ThreeRings.board(false);
        let mut inverses = SYMMETRIES.iter().rev().map(|symmetry| board.inverse(Symmetry(*symmetry)).index());
        let image = images[inverses.find(|symmetry| own(*symmetry) == least).unwrap_or(0)];
        (self.index_of(image), image)
    }

    /// The number of the stones' image under the symmetry that entries call by `symmetry`. The symmetry must keep the
    /// stones of the side to move, a representative.
    pub(super) fn index_of_image(self, stones: BothSides, symmetry: usize) -> u64 {
        self.index_of(images_on_rings(stones)[usize::from(SYMMETRIES[symmetry % SYMMETRIES.len()])])
    }

    fn index_of(self, stones: BothSides) -> u64 {
        let [own, other] = [stones.first(), stones.second()].map(in_order_of_files);
        let representative = self.representatives.binary_search(&own).unwrap_or(0);
        representative as u64 * self.others + rank(own, other)
    }
}

/// The place of the set among all sets of as many of the points outside `own`.
fn rank(own: u32, other: u32) -> u64 {
    let free_below = |point: Point| (!own & ((1 << point.index()) - 1)).count_ones() as usize;
    PointSet::from_bits(other).iter().zip(1..).map(|(point, number)| choose(free_below(point), number)).sum()
}

/// The set in the order of the files.
fn in_order_of_files(set: PointSet) -> u32 {
    let ring = |shift: u32| u32::from(((set.bits() >> shift) as u8).rotate_left(2));
    ring(16) | ring(8) << 8 | ring(0) << 16
}

/// The set that has the given bits in the order of the files.
fn from_order_of_files(bits: u32) -> PointSet {
    let ring = |shift: u32| u32::from(((bits >> shift) as u8).rotate_right(2));
    PointSet::from_bits(ring(16) | ring(8) << 8 | ring(0) << 16)
}

/// All sets of `count` points that are the least of their images, in ascending order.
fn representatives(count: usize) -> &'static [u32] {
    static BY_COUNT: [OnceLock<Vec<u32>>; POINTS + 1] = [const { OnceLock::new() }; POINTS + 1];
    BY_COUNT[count].get_or_init(|| {
        let is_least = |set: &u32| {
            let images = images_on_rings(BothSides::single(from_order_of_files(*set)));
            images.iter().all(|image| in_order_of_files(image.first()) >= *set)
        };
        sets(count).filter(is_least).collect()
    })
}

/// All sets of `count` points in ascending order.
fn sets(count: usize) -> impl Iterator<Item = u32> {
    let next = |set: &u32| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        let next = (carried ^ set).checked_div(lowest).map(|run| run >> 2 | carried);
        next.filter(|next| *next <= ALL)
    };
    std::iter::successors(Some((1_u32 << count) - 1), next)
}

/// Binomial coefficients.
fn choose(of: usize, count: usize) -> u64 {
    const TABLE: [[u32; POINTS + 1]; POINTS + 1] = {
        let mut table = [[0; POINTS + 1]; POINTS + 1];
        let mut row = 0;
        while row <= POINTS {
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
    TABLE.get(of).and_then(|row| row.get(count)).map_or(0, |number| u64::from(*number))
}
