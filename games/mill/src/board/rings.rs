//! Functions on sets of points of a board of three rings, computed by shifts of words.
//!
//! They return the same results as the functions of the same names in [`super::lines`], but for both sides at once.

use super::lines::{Features, Lines};
use super::shifts::{
    EVERYWHERE, clockwise, counterclockwise, inward, outward, to_next_ring, to_previous_ring,
};
use crate::board::{BothSides, Point, PointSet};

const RING: usize = 8;
/// Midpoints of the sides of the rings.
const MIDDLES: BothSides = BothSides::twice(PointSet::from_bits(0x0055_5555));
const CORNERS: BothSides = BothSides::twice(PointSet::from_bits(0x00aa_aaaa));

#[derive(Clone, Copy, Debug)]
pub(super) struct Rings {
    /// Points on lines across the rings: the midpoints of the sides, and with diagonals also the corners.
    spokes: BothSides,
}

impl Rings {
    /// Prepares the functions for a board with these lines; `None` if its points and neighbours are not those of three
    /// rings.
    pub(super) fn of(lines: &Lines) -> Option<Self> {
        if lines.points != EVERYWHERE {
            return None;
        }
        let mut spokes = PointSet::EMPTY;
        for place in 0..RING {
            let across: PointSet =
                [0, 1, 2].into_iter().map(|ring| Point::new(place + ring * RING)).collect();
            if lines.mills.iter().any(|mill| mill.iter().all(|point| across.contains(*point))) {
                spokes = spokes.union(across);
            }
        }
        let rings = Self { spokes: BothSides::twice(spokes) };
        for point in EVERYWHERE {
            let adjacent = rings.adjacent(BothSides::of_first(PointSet::of(point))).first();
            if adjacent != lines.neighbours[point.index()] {
                return None;
            }
        }
        Some(rings)
    }

    #[inline]
    pub(super) fn mill_completions(self, stones: BothSides) -> BothSides {
        Completions::of(stones, &Around::of(stones, self.spokes), self.spokes).all()
    }

    #[inline]
    pub(super) fn adjacent(self, stones: BothSides) -> BothSides {
        let around = Around::of(stones, self.spokes);
        around.before | around.after | around.across
    }

    #[inline]
    pub(super) fn sliding_threats(self, stones: BothSides, movers: BothSides) -> BothSides {
        let completions = Completions::of(stones, &Around::of(stones, self.spokes), self.spokes);
        completions.reached_by(&Around::of(movers, self.spokes))
    }

    #[inline]
    pub(super) fn count_slides(self, stones: BothSides, empty: BothSides) -> [u32; 2] {
        let across = empty & self.spokes;
        BothSides::count_four([
            clockwise(stones) & empty,
            counterclockwise(stones) & empty,
            outward(stones) & across,
            inward(stones) & across,
        ])
    }

    #[inline]
    pub(super) fn features(self, stones: BothSides, empty: BothSides) -> Features {
        let around = Around::of(stones, self.spokes);
        let completions = Completions::of(stones, &around, self.spokes);
        let all_completions = completions.all();
        let in_mills = stones & all_completions;
        Features {
            in_mills,
            mill_completions: all_completions & empty,
            sliding_threats: completions.reached_by(&around) & empty,
            double_mills: completions.reached_by(&Around::of(in_mills, self.spokes)) & empty,
            mobile_stones: stones & self.adjacent(empty),
            slides: self.count_slides(stones, empty),
        }
    }

    /// Returns the points of lines whose other two points are a stone and an empty point. The locals are named like the
    /// fields of [`Completions`]. `to_next_ring` leads from the outer ring to the inner one, so the other two points of
    /// a spoke are always on the next and the previous ring.
    #[inline]
    pub(super) fn open_twos(self, stones: BothSides, empty: BothSides) -> BothSides {
        let (before, after) = (clockwise(stones), counterclockwise(stones));
        let (empty_before, empty_after) = (clockwise(empty), counterclockwise(empty));
        let amid_side = (before & empty_after) | (empty_before & after);
        let after_side = (before & clockwise(empty_before)) | (empty_before & clockwise(before));
        let before_side = (after & counterclockwise(empty_after)) | (empty_after & counterclockwise(after));
        let on_spoke = (to_next_ring(stones) & to_previous_ring(empty))
            | (to_next_ring(empty) & to_previous_ring(stones));
        (amid_side & MIDDLES) | ((after_side | before_side) & CORNERS) | (on_spoke & self.spokes)
    }
}

/// Points with a neighbour in a given set of stones. A point can be in several of the fields.
struct Around {
    /// Points with a stone just before them on the ring, clockwise.
    before: BothSides,
    /// Points with a stone just after them on the ring, clockwise.
    after: BothSides,
    /// Points with a stone next to them on another ring.
    across: BothSides,
}

impl Around {
    #[inline]
    fn of(set: BothSides, spokes: BothSides) -> Self {
        Self {
            before: clockwise(set),
            after: counterclockwise(set),
            across: (outward(set) | inward(set)) & spokes,
        }
    }
}

/// Points on which a player's stone would complete a line, because the same player has stones on the line's other two
/// points. They may be occupied. In the descriptions below, a side is one of a ring's four straight lines.
struct Completions {
    /// Midpoints of sides with stones on both corners.
    amid_side: BothSides,
    /// Corners at the clockwise end of sides with stones on the other two points.
    after_side: BothSides,
    /// Corners at the counterclockwise end of sides with stones on the other two points.
    before_side: BothSides,
    /// Points on lines across the rings with stones on the line's other two points.
    on_spoke: BothSides,
}

impl Completions {
    #[inline]
    fn of(stones: BothSides, around: &Around, spokes: BothSides) -> Self {
        Self {
            amid_side: around.before & around.after & MIDDLES,
            after_side: around.before & clockwise(around.before) & CORNERS,
            before_side: around.after & counterclockwise(around.after) & CORNERS,
            on_spoke: to_next_ring(stones) & to_previous_ring(stones) & spokes,
        }
    }

    #[inline]
    fn all(&self) -> BothSides {
        self.amid_side | self.after_side | self.before_side | self.on_spoke
    }

    /// Returns the points on which a stone completes a line by sliding there from a neighbouring point outside the
    /// line. `movers` are the surroundings of the stones that may slide.
    #[inline]
    fn reached_by(&self, movers: &Around) -> BothSides {
        (self.amid_side & movers.across)
            | (self.after_side & (movers.after | movers.across))
            | (self.before_side & (movers.before | movers.across))
            | (self.on_spoke & (movers.before | movers.after))
    }
}
