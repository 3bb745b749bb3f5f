//! Sets of points as bits of a word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

use crate::square::Square;

/// A set of points: bit `i` stands for the [`Square`] of number `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Points(pub u32);

impl Points {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Is there no point in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is this point in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 & square.bit().0 != 0
    }

    /// Are all points of `other` in the set?
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The points of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many points there are.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The points in ascending order.
    #[inline]
    pub fn iter(self) -> PointsIter {
        PointsIter(self.0)
    }
}

impl IntoIterator for Points {
    type Item = Square;
    type IntoIter = PointsIter;

    #[inline]
    fn into_iter(self) -> PointsIter {
        PointsIter(self.0)
    }
}

impl IntoIterator for &Points {
    type Item = Square;
    type IntoIter = PointsIter;

    #[inline]
    fn into_iter(self) -> PointsIter {
        PointsIter(self.0)
    }
}

impl FromIterator<Square> for Points {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |set, square| set | square.bit())
    }
}

/// The points of a set in ascending order.
#[derive(Clone, Debug)]
pub struct PointsIter(u32);

impl Iterator for PointsIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Square::new(lowest as usize))
    }
}

/// Two sets of points in one word, the first in the low half: both sides' stones, looked at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Pair(pub(crate) u64);

impl Pair {
    /// Two sets.
    #[inline]
    pub(crate) const fn new(first: Points, second: Points) -> Self {
        Self(first.0 as u64 | (second.0 as u64) << 32)
    }

    /// The same set in both halves.
    #[inline]
    pub(crate) const fn twice(set: Points) -> Self {
        Self::new(set, set)
    }

    /// A set beside an empty one.
    #[inline]
    pub(crate) const fn single(set: Points) -> Self {
        Self(set.0 as u64)
    }

    /// The set in the low half.
    #[inline]
    pub(crate) const fn first(self) -> Points {
        Points(self.0 as u32)
    }

    /// The numbers of points of both sets.
    #[inline]
    pub(crate) const fn counts(self) -> [u32; 2] {
        sum_bytes(count_in_nibbles(self.0))
    }

    /// The numbers of points in the first and in the second sets of four pairs.
    #[inline]
    pub(crate) const fn count_four(pairs: [Self; 4]) -> [u32; 2] {
        let [a, b, c, d] = pairs;
        let low = count_in_nibbles(a.0) + count_in_nibbles(b.0);
        let high = count_in_nibbles(c.0) + count_in_nibbles(d.0);
        sum_bytes(low + high)
    }
}

/// Each byte of the result is the number of ones in that byte.
#[inline]
const fn count_in_nibbles(word: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let word = word - (word >> 1 & PAIRS);
    let word = (word & NIBBLES) + (word >> 2 & NIBBLES);
    (word + (word >> 4)) & BYTES
}

/// The sums of the four low and of the four high bytes, each below 256.
#[inline]
const fn sum_bytes(word: u64) -> [u32; 2] {
    const ONES: u32 = 0x0101_0101;
    [(word as u32).wrapping_mul(ONES) >> 24, ((word >> 32) as u32).wrapping_mul(ONES) >> 24]
}

/// Set operations on a word.
macro_rules! set_operations {
    ($set:ident) => {
        impl BitAnd for $set {
            type Output = Self;

            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl BitOr for $set {
            type Output = Self;

            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitXor for $set {
            type Output = Self;

            #[inline]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl BitXorAssign for $set {
            #[inline]
            fn bitxor_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }
    };
}

set_operations!(Points);
set_operations!(Pair);
