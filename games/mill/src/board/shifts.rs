//! Shifts and symmetries of both sides' sets on a board of three rings, computed on whole words.
//!
//! Each half of a word is one side's set; its three lowest bytes are the rings, the inner ring first, and its highest
//! byte is empty. The bits of a byte go clockwise from twelve o'clock: even bits are the midpoints of the sides, odd
//! bits the corners. A step along a ring rotates its byte; a step to a neighbouring ring shifts the word by eight.

use crate::board::{BothSides, PointSet};

pub(crate) const SYMMETRIES: usize = 16;

pub(super) const EVERYWHERE: PointSet = PointSet::from_bits(0x00ff_ffff);

/// The 24 points for each side. As a mask, it clears the points that a shift has moved off the board.
const EVERYWHERE_TWICE: u64 = BothSides::twice(EVERYWHERE).0;
const INNER_RING: u64 = BothSides::twice(PointSet::from_bits(0x0000_00ff)).0;
const MIDDLE_RING: u64 = BothSides::twice(PointSet::from_bits(0x0000_ff00)).0;
const OUTER_RING: u64 = BothSides::twice(PointSet::from_bits(0x00ff_0000)).0;

/// All points but the last one of each ring.
const NOT_LAST_OF_RING: u64 = BothSides::twice(PointSet::from_bits(0x007f_7f7f)).0;
const FIRST_OF_RING: u64 = BothSides::twice(PointSet::from_bits(0x0001_0101)).0;

/// Moves each point one step clockwise along its ring.
#[inline]
pub(super) const fn clockwise(set: BothSides) -> BothSides {
    BothSides((set.0 & NOT_LAST_OF_RING) << 1 | (set.0 >> 7 & FIRST_OF_RING))
}

/// Moves each point one step counterclockwise along its ring.
#[inline]
pub(super) const fn counterclockwise(set: BothSides) -> BothSides {
    BothSides((set.0 >> 1 & NOT_LAST_OF_RING) | (set.0 & FIRST_OF_RING) << 7)
}

/// Moves each point to the next outer ring. Points on the outermost ring are dropped.
#[inline]
pub(super) const fn outward(set: BothSides) -> BothSides {
    BothSides(set.0 << 8 & EVERYWHERE_TWICE)
}

/// Moves each point to the next inner ring. Points on the innermost ring are dropped.
#[inline]
pub(super) const fn inward(set: BothSides) -> BothSides {
    BothSides(set.0 >> 8 & EVERYWHERE_TWICE)
}

/// Moves each point to the next outer ring. Points of the outer ring move to the inner ring.
#[inline]
pub(super) const fn to_next_ring(set: BothSides) -> BothSides {
    BothSides(outward(set).0 | (set.0 >> 16 & INNER_RING))
}

/// Moves each point to the next inner ring. Points of the inner ring move to the outer ring.
#[inline]
pub(super) const fn to_previous_ring(set: BothSides) -> BothSides {
    BothSides(inward(set).0 | (set.0 << 16 & OUTER_RING))
}

/// Rotates the board clockwise by 90 degrees.
#[inline]
const fn rotate(set: BothSides) -> BothSides {
    const FIRST_SIX: u64 = BothSides::twice(PointSet::from_bits(0x003f_3f3f)).0;
    const LAST_TWO: u64 = BothSides::twice(PointSet::from_bits(0x0003_0303)).0;
    BothSides((set.0 & FIRST_SIX) << 2 | (set.0 >> 6 & LAST_TWO))
}

/// Reflects the board from left to right: point `i` of a ring moves to `(8 - i) % 8`.
#[inline]
const fn reflect(set: BothSides) -> BothSides {
    // Exchanging bits, pairs and fours reverses each ring, so point `i` moves to `7 - i`. A step clockwise adds 1.
    const EVERY_SECOND: u64 = 0x5555_5555_5555_5555;
    const EVERY_SECOND_PAIR: u64 = 0x3333_3333_3333_3333;
    const EVERY_SECOND_FOUR: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let x = (set.0 & EVERY_SECOND) << 1 | (set.0 >> 1 & EVERY_SECOND);
    let x = (x & EVERY_SECOND_PAIR) << 2 | (x >> 2 & EVERY_SECOND_PAIR);
    let x = (x & EVERY_SECOND_FOUR) << 4 | (x >> 4 & EVERY_SECOND_FOUR);
    clockwise(BothSides(x))
}

/// Exchanges the inner and the outer ring.
#[inline]
const fn turn_inside_out(set: BothSides) -> BothSides {
    BothSides((set.0 & INNER_RING) << 16 | (set.0 & MIDDLE_RING) | (set.0 >> 16 & INNER_RING))
}

/// Returns the image of both sets under each symmetry, indexed by the symmetry's number, which [`super::symmetry`]
/// explains.
#[inline]
pub(crate) fn images_on_rings(set: BothSides) -> [BothSides; SYMMETRIES] {
    let mirror = reflect(set);
    let mut images = [set; SYMMETRIES];
    let starts = [set, turn_inside_out(set), mirror, turn_inside_out(mirror)];
    for (four, start) in starts.into_iter().enumerate() {
        let mut image = start;
        for quarter in 0..4 {
            images[4 * four + quarter] = image;
            image = rotate(image);
        }
    }
    images
}
