//! Whole sets of points on a board of three rings, by shifting words.
//!
//! Each ring is a byte, clockwise from twelve o'clock: even bits are the middles of sides, odd bits the corners.
//! Going round a ring rotates its byte, crossing from ring to ring shifts the word by eight. `spokes` is the set of
//! points that lie on a line across the rings: the middles, or all points where diagonals join the corners.

use crate::points::Points;

/// All points.
pub(super) const EVERYWHERE: Points = Points(0x00ff_ffff);
/// The middles of the sides.
pub(super) const MIDDLES: Points = Points(0x0055_5555);
const CORNERS: Points = Points(0x00aa_aaaa);

/// Every point's successor clockwise.
#[inline]
const fn clockwise(set: Points) -> Points {
    Points((set.0 & 0x007f_7f7f) << 1 | set.0 >> 7 & 0x0001_0101)
}

/// Every point's predecessor.
#[inline]
const fn counterclockwise(set: Points) -> Points {
    Points(set.0 >> 1 & 0x007f_7f7f | (set.0 & 0x0001_0101) << 7)
}

/// The same places one ring further out.
#[inline]
const fn outward(set: Points) -> Points {
    Points(set.0 << 8 & EVERYWHERE.0)
}

/// The same places one ring further in.
#[inline]
const fn inward(set: Points) -> Points {
    Points(set.0 >> 8)
}

/// The points whose two counterparts on the other rings are both in the set.
#[inline]
const fn both_counterparts(set: Points) -> Points {
    let next = set.0 << 8 | set.0 >> 16;
    let after_next = set.0 << 16 | set.0 >> 8;
    Points(next & after_next & EVERYWHERE.0)
}

#[inline]
pub(super) fn closing(stones: Points, spokes: Points) -> Points {
    let before = clockwise(stones);
    let after = counterclockwise(stones);
    let on_side_as_middle = before & after & MIDDLES;
    let on_side_as_corner = (before & clockwise(before) | after & counterclockwise(after)) & CORNERS;
    on_side_as_middle | on_side_as_corner | both_counterparts(stones) & spokes
}

#[inline]
pub(super) fn beside(stones: Points, spokes: Points) -> Points {
    clockwise(stones) | counterclockwise(stones) | (outward(stones) | inward(stones)) & spokes
}

#[inline]
pub(super) fn count_slides(stones: Points, empty: Points, spokes: Points) -> u32 {
    let across = empty & spokes;
    Points::count_four([
        clockwise(stones) & empty,
        counterclockwise(stones) & empty,
        outward(stones) & across,
        inward(stones) & across,
    ])
}

#[inline]
pub(super) fn strikes(stones: Points, movers: Points, spokes: Points) -> Points {
    let before = clockwise(stones);
    let after = counterclockwise(stones);
    let from_before = clockwise(movers);
    let from_after = counterclockwise(movers);
    let from_across = (outward(movers) | inward(movers)) & spokes;
    let on_side_as_middle = before & after & MIDDLES & from_across;
    let ends_side_behind = before & clockwise(before) & CORNERS & (from_after | from_across);
    let ends_side_ahead = after & counterclockwise(after) & CORNERS & (from_before | from_across);
    let on_spoke = both_counterparts(stones) & spokes & (from_before | from_after);
    on_side_as_middle | ends_side_behind | ends_side_ahead | on_spoke
}
