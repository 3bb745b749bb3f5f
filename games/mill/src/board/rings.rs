//! Whole sets of points on a board of three rings, by shifting words.
//!
//! Each ring is a byte, clockwise from twelve o'clock: even bits are the middles of sides, odd bits the corners.
//! Going round a ring rotates its byte, crossing from ring to ring shifts the word by eight. A word of 64 bits holds
//! one set in each half, so that both sides' stones are looked at together. `spokes` is the set of points that lie on
//! a line across the rings: the middles, or all points where diagonals join the corners.

use crate::board::Survey;
use crate::points::{Pair, Points};

/// All points.
pub(super) const EVERYWHERE: Points = Points(0x00ff_ffff);
/// The middles of the sides.
pub(super) const MIDDLES: Points = Points(0x0055_5555);

const ALL: Pair = Pair::twice(EVERYWHERE);
const MIDDLE: Pair = Pair::twice(MIDDLES);
const CORNER: Pair = Pair::twice(Points(0x00aa_aaaa));
const NOT_LAST_OF_RING: u64 = Pair::twice(Points(0x007f_7f7f)).0;
const FIRST_OF_RING: u64 = Pair::twice(Points(0x0001_0101)).0;

/// Every point's successor clockwise.
#[inline]
const fn clockwise(set: Pair) -> Pair {
    Pair((set.0 & NOT_LAST_OF_RING) << 1 | set.0 >> 7 & FIRST_OF_RING)
}

/// Every point's predecessor.
#[inline]
const fn counterclockwise(set: Pair) -> Pair {
    Pair(set.0 >> 1 & NOT_LAST_OF_RING | (set.0 & FIRST_OF_RING) << 7)
}

/// The same places one ring further out.
#[inline]
const fn outward(set: Pair) -> Pair {
    Pair(set.0 << 8 & ALL.0)
}

/// The same places one ring further in.
#[inline]
const fn inward(set: Pair) -> Pair {
    Pair(set.0 >> 8 & ALL.0)
}

/// The points whose two counterparts on the other rings are both in the set.
#[inline]
const fn both_counterparts(set: Pair) -> Pair {
    const INNER: u64 = Pair::twice(Points(0x0000_00ff)).0;
    const OUTER: u64 = Pair::twice(Points(0x00ff_0000)).0;
    let next = outward(set).0 | set.0 >> 16 & INNER;
    let after_next = inward(set).0 | set.0 << 16 & OUTER;
    Pair(next & after_next)
}

/// A set seen from each point: what stands before and after it on its ring, and beside it on other rings.
struct Around {
    before: Pair,
    after: Pair,
    across: Pair,
}

impl Around {
    #[inline]
    fn of(set: Pair, spokes: Pair) -> Self {
        Self {
            before: clockwise(set),
            after: counterclockwise(set),
            across: (outward(set) | inward(set)) & spokes,
        }
    }
}

/// The points where a mill can be closed, by the way in which the point lies on the mill's line.
struct Closing {
    /// In the middle of a side.
    amid_side: Pair,
    /// At the end of a side, whose other stones stand before it.
    after_side: Pair,
    /// At the end of a side, whose other stones stand after it.
    before_side: Pair,
    /// On a line across the rings.
    on_spoke: Pair,
}

impl Closing {
    #[inline]
    fn of(stones: Pair, around: &Around, spokes: Pair) -> Self {
        Self {
            amid_side: around.before & around.after & MIDDLE,
            after_side: around.before & clockwise(around.before) & CORNER,
            before_side: around.after & counterclockwise(around.after) & CORNER,
            on_spoke: both_counterparts(stones) & spokes,
        }
    }

    #[inline]
    fn all(&self) -> Pair {
        self.amid_side | self.after_side | self.before_side | self.on_spoke
    }

    /// The points that a mover can reach along a line other than the mill's own.
    #[inline]
    fn reached_by(&self, movers: &Around) -> Pair {
        self.amid_side & movers.across
            | self.after_side & (movers.after | movers.across)
            | self.before_side & (movers.before | movers.across)
            | self.on_spoke & (movers.before | movers.after)
    }
}

#[inline]
pub(super) fn closing(stones: Pair, spokes: Pair) -> Pair {
    Closing::of(stones, &Around::of(stones, spokes), spokes).all()
}

#[inline]
pub(super) fn beside(stones: Pair, spokes: Pair) -> Pair {
    let around = Around::of(stones, spokes);
    around.before | around.after | around.across
}

#[inline]
pub(super) fn strikes(stones: Pair, movers: Pair, spokes: Pair) -> Pair {
    let closing = Closing::of(stones, &Around::of(stones, spokes), spokes);
    closing.reached_by(&Around::of(movers, spokes))
}

/// How many moves along lines the stones of each half have to points of `empty`.
#[inline]
pub(super) fn count_slides(stones: Pair, empty: Pair, spokes: Pair) -> [u32; 2] {
    let across = empty & spokes;
    Pair::count_four([
        clockwise(stones) & empty,
        counterclockwise(stones) & empty,
        outward(stones) & across,
        inward(stones) & across,
    ])
}

#[inline]
pub(super) fn survey(stones: Pair, empty: Pair, spokes: Pair) -> Survey {
    let around = Around::of(stones, spokes);
    let closing = Closing::of(stones, &around, spokes);
    let all_closing = closing.all();
    let in_mills = stones & all_closing;
    Survey {
        in_mills,
        closing: all_closing & empty,
        strikes: closing.reached_by(&around) & empty,
        running: closing.reached_by(&Around::of(in_mills, spokes)) & empty,
        free: stones & beside(empty, spokes),
        slides: count_slides(stones, empty, spokes),
    }
}

/// Points that open a line: of the line's other two points one holds a stone and one is empty.
#[inline]
pub(super) fn opening(stones: Pair, empty: Pair, spokes: Pair) -> Pair {
    const INNER: u64 = Pair::twice(Points(0x0000_00ff)).0;
    const OUTER: u64 = Pair::twice(Points(0x00ff_0000)).0;
    let (before, after) = (clockwise(stones), counterclockwise(stones));
    let (empty_before, empty_after) = (clockwise(empty), counterclockwise(empty));
    let amid_side = before & empty_after | empty_before & after;
    let after_side = before & clockwise(empty_before) | empty_before & clockwise(before);
    let before_side = after & counterclockwise(empty_after) | empty_after & counterclockwise(after);
    let next = |set: Pair| Pair(outward(set).0 | set.0 >> 16 & INNER);
    let after_next = |set: Pair| Pair(inward(set).0 | set.0 << 16 & OUTER);
    let on_spoke = next(stones) & after_next(empty) | next(empty) & after_next(stones);
    amid_side & MIDDLE | (after_side | before_side) & CORNER | on_spoke & spokes
}

/// How many symmetries three rings have.
pub(super) const SYMMETRIES: usize = 16;

/// A quarter turn clockwise.
#[inline]
const fn turned(set: Pair) -> Pair {
    const FIRST_SIX: u64 = Pair::twice(Points(0x003f_3f3f)).0;
    const LAST_TWO: u64 = Pair::twice(Points(0x0003_0303)).0;
    Pair((set.0 & FIRST_SIX) << 2 | set.0 >> 6 & LAST_TWO)
}

/// The reflection that keeps twelve o'clock: point `i` of a ring goes to `8 - i`.
#[inline]
const fn reflected(set: Pair) -> Pair {
    const EVERY_SECOND: u64 = 0x5555_5555_5555_5555;
    const EVERY_SECOND_PAIR: u64 = 0x3333_3333_3333_3333;
    const EVERY_SECOND_FOUR: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let x = (set.0 & EVERY_SECOND) << 1 | set.0 >> 1 & EVERY_SECOND;
    let x = (x & EVERY_SECOND_PAIR) << 2 | x >> 2 & EVERY_SECOND_PAIR;
    let x = (x & EVERY_SECOND_FOUR) << 4 | x >> 4 & EVERY_SECOND_FOUR;
    clockwise(Pair(x))
}

/// The inner ring and the outer one change places.
#[inline]
const fn inside_out(set: Pair) -> Pair {
    const INNER: u64 = Pair::twice(Points(0x0000_00ff)).0;
    const MIDDLE_RING: u64 = Pair::twice(Points(0x0000_ff00)).0;
    Pair((set.0 & INNER) << 16 | set.0 & MIDDLE_RING | set.0 >> 16 & INNER)
}

/// The images under all symmetries of three rings: reflected or not, inside out or not, turned by quarters.
#[inline]
pub(super) fn images(set: Pair) -> [Pair; SYMMETRIES] {
    let mut images = [set; SYMMETRIES];
    for (four, start) in
        [set, inside_out(set), reflected(set), inside_out(reflected(set))].into_iter().enumerate()
    {
        let mut image = start;
        for quarter in 0..4 {
            images[4 * four + quarter] = image;
            image = turned(image);
        }
    }
    images
}
