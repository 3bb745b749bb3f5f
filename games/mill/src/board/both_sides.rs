//! Both sides' sets of points in one word, so that one operation works on both sets.

use std::ops::{BitAnd, BitOr};

use crate::board::PointSet;

/// Two sets of points: the first side's in the low half of the word, the second side's in the high half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct BothSides(pub(crate) u64);

impl BothSides {
    #[inline]
    pub(crate) const fn new(first: PointSet, second: PointSet) -> Self {
        Self(first.bits() as u64 | (second.bits() as u64) << 32)
    }

    /// Returns a pair in which each side has `set`.
    #[inline]
    pub(crate) const fn twice(set: PointSet) -> Self {
        Self::new(set, set)
    }

    /// Returns a pair in which the first side has `set` and the second side has no point.
    #[inline]
    pub(crate) const fn of_first(set: PointSet) -> Self {
        Self(set.bits() as u64)
    }

    #[inline]
    pub(crate) const fn first(self) -> PointSet {
        PointSet::from_bits(self.0 as u32)
    }

    /// Returns the number of points in each side's set.
    #[inline]
    pub(crate) const fn counts(self) -> [u32; 2] {
        sum_bytes(count_in_bytes(self.0))
    }

    /// Returns for each side the sum of the sizes of its four sets. Adding the counts of bytes first is faster than
    /// four calls of [`BothSides::counts`].
    #[inline]
    pub(crate) const fn count_four(pairs: [Self; 4]) -> [u32; 2] {
        let [a, b, c, d] = pairs;
        let first_two = count_in_bytes(a.0) + count_in_bytes(b.0);
        let last_two = count_in_bytes(c.0) + count_in_bytes(d.0);
        sum_bytes(first_two + last_two)
    }
}

impl BitAnd for BothSides {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for BothSides {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Replaces each byte by its number of set bits. The two sides stay apart, and the counts of several words can be added
/// before their bytes are summed.
#[inline]
const fn count_in_bytes(word: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let word = word - (word >> 1 & PAIRS);
    let word = (word & NIBBLES) + (word >> 2 & NIBBLES);
    (word + (word >> 4)) & BYTES
}

/// Returns the sum of the four low bytes and the sum of the four high bytes. Each sum must be below 256, because the
/// product holds it in its highest byte.
#[inline]
const fn sum_bytes(word: u64) -> [u32; 2] {
    const ONES: u32 = 0x0101_0101;
    [(word as u32).wrapping_mul(ONES) >> 24, ((word >> 32) as u32).wrapping_mul(ONES) >> 24]
}
