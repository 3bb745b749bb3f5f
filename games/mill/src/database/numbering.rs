//! How the files number the positions of a subspace.
//!
//! The side to move's stones are turned by a symmetry into the least of their images, a leader; leaders are numbered
//! in ascending order. The other stones are numbered, in ascending order too, as sets of the points that the leader
//! leaves free. Where several symmetries lead to the leader, a position has several numbers, and entries of all but
//! one refer to that one. Sets are bits in the order of the files: outer, middle and inner ring, each clockwise from
//! the middle of the left side.

use std::sync::OnceLock;

use crate::points::Points;
use crate::square::Square;

const POINTS: usize = 24;
const ALL: u32 = (1 << POINTS) - 1;

/// A symmetry: each ring is reflected or not and then turned, and the outer ring changes places with the inner or not.
#[derive(Clone, Copy)]
struct Symmetry {
    reflected: bool,
    turn: u32,
    inside_out: bool,
}

const fn turned(turn: u32) -> Symmetry {
    Symmetry { reflected: false, turn, inside_out: false }
}

/// Point `i` of a ring becomes point `sum - i`.
const fn reflected(sum: u32) -> Symmetry {
    Symmetry { reflected: true, turn: (sum + 1) % 8, inside_out: false }
}

const fn inside_out(symmetry: Symmetry) -> Symmetry {
    Symmetry { inside_out: true, ..symmetry }
}

/// The symmetries by the numbers that entries use.
const SYMMETRIES: [Symmetry; 16] = [
    turned(2),
    turned(4),
    turned(6),
    reflected(4),
    reflected(0),
    reflected(2),
    reflected(6),
    inside_out(turned(0)),
    inside_out(turned(2)),
    inside_out(turned(4)),
    inside_out(turned(6)),
    inside_out(reflected(4)),
    inside_out(reflected(0)),
    inside_out(reflected(2)),
    inside_out(reflected(6)),
    turned(0),
];

/// The number of each symmetry's inverse.
const INVERSE: [usize; 16] = [2, 1, 0, 3, 4, 5, 6, 7, 10, 9, 8, 11, 12, 13, 14, 15];

impl Symmetry {
    fn image(self, set: u32) -> u32 {
        let ring = |shift: u32| {
            let ring = (set >> shift) as u8;
            let ring = if self.reflected { ring.reverse_bits() } else { ring };
            u32::from(ring.rotate_left(self.turn))
        };
        if self.inside_out {
            ring(16) | ring(8) << 8 | ring(0) << 16
        } else {
            ring(0) | ring(8) << 8 | ring(16) << 16
        }
    }
}

/// Both sides' stones in the order of the files, the side to move's a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    own: u32,
    other: u32,
}

/// How positions with so many stones are numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    leaders: &'static [u32],
    /// Sets of the other stones for each leader.
    others: u64,
}

impl Numbering {
    /// For positions in which the side to move has `own` stones on the board and the other side has `other`.
    pub(super) fn new(own: usize, other: usize) -> Self {
        let others = choose(POINTS.saturating_sub(own), other);
        Self { leaders: leaders(own.min(POINTS)), others }
    }

    /// Numbers that there are.
    pub(super) fn len(self) -> u64 {
        self.leaders.len() as u64 * self.others
    }

    /// The number of a position, and its placement.
    pub(super) fn index(self, own: Points, other: Points) -> (u64, Placement) {
        let (own, other) = (in_order_of_files(own), in_order_of_files(other));
        let least = SYMMETRIES.iter().map(|symmetry| symmetry.image(own)).min().unwrap_or(own);
        // Of several symmetries the last one counts, in the order of the inverses.
        let leading = |symmetry: &&usize| SYMMETRIES[**symmetry].image(own) == least;
        let symmetry = INVERSE.iter().rev().find(leading).map_or(turned(0), |symmetry| SYMMETRIES[*symmetry]);
        let placement = Placement { own: least, other: symmetry.image(other) };
        (self.index_of(placement), placement)
    }

    /// The number of the placement's image under a symmetry that keeps the leader.
    pub(super) fn index_of_image(self, placement: Placement, symmetry: usize) -> u64 {
        let symmetry = SYMMETRIES[symmetry % SYMMETRIES.len()];
        self.index_of(Placement {
            own: symmetry.image(placement.own),
            other: symmetry.image(placement.other),
        })
    }

    fn index_of(self, Placement { own, other }: Placement) -> u64 {
        let leader = self.leaders.binary_search(&own).unwrap_or(0);
        leader as u64 * self.others + rank(own, other)
    }
}

/// The place of the set among all sets as large of the points outside `own`.
fn rank(own: u32, other: u32) -> u64 {
    let free_below = |square: Square| (!own & (square.bit().0 - 1)).count_ones() as usize;
    Points(other).iter().zip(1..).map(|(square, number)| choose(free_below(square), number)).sum()
}

/// The set in the order of the files.
fn in_order_of_files(set: Points) -> u32 {
    let ring = |shift: u32| u32::from(((set.0 >> shift) as u8).rotate_left(2));
    ring(16) | ring(8) << 8 | ring(0) << 16
}

/// All sets of `count` points that are the least of their images, in ascending order.
fn leaders(count: usize) -> &'static [u32] {
    static LEADERS: [OnceLock<Vec<u32>>; POINTS + 1] = [const { OnceLock::new() }; POINTS + 1];
    LEADERS[count].get_or_init(|| {
        let leads = |set: &u32| SYMMETRIES.iter().all(|symmetry| symmetry.image(*set) >= *set);
        sets(count).filter(leads).collect()
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
