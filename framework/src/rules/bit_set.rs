//! Sets of squares, points or other numbered elements as the bits of one machine word.
//!
//! A game numbers its squares once, in an implementation of [`Element`], and gets a copyable set type.
//! `BitSet<Square>` holds up to 32 elements, `BitSet<Square, u64>` up to 64. Whole sets can be built, queried
//! and combined in constants. Functions that take or return elements call trait methods, so they are not
//! `const`.

use std::fmt;
use std::hash::Hash;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// Type of the elements of a [`BitSet`], such as a square. Its values are numbered from 0.
///
/// `index` and `from_index` are inverses of each other on `0..COUNT`.
pub trait Element: Copy + Eq + Hash + fmt::Debug {
    /// Number of elements: at least 1, and at most the number of bits of the word that holds the set, 32 or 64.
    const COUNT: usize;

    /// Returns the number of this element, below [`Element::COUNT`].
    fn index(self) -> usize;

    /// Returns the element with the given number. Sets call it only with numbers below [`Element::COUNT`].
    fn from_index(index: usize) -> Self;
}

/// Implements [`Element`] for a type that wraps a `u8`: `plywright::element!(Square, 25);`, where 25 is
/// [`Element::COUNT`].
#[macro_export]
macro_rules! element {
    ($element:ty, $count:expr) => {
        impl $crate::Element for $element {
            const COUNT: usize = $count;

            #[inline]
            fn index(self) -> usize {
                self.0.into()
            }

            #[inline]
            fn from_index(index: usize) -> Self {
                Self(index as u8)
            }
        }
    };
}

/// Iterates over the indices of the set bits of a word, lowest first.
///
/// ```
/// assert!(plywright::bits(0b1_0010).eq([1, 4]));
/// ```
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as u8);
        // Clears the lowest set bit, if there is one.
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// A set of elements: bit `i` is set if the set contains the element with number `i`. No other bits are ever
/// set.
///
/// ```
/// use plywright::BitSet;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Square(u8);
///
/// plywright::element!(Square, 9);
///
/// type Squares = BitSet<Square>;
///
/// const TOP_ROW: Squares = Squares::from_bits(0b111);
/// let corners: Squares = [0, 2, 6, 8].map(Square).into_iter().collect();
///
/// assert!(corners.contains(Square(6)));
/// assert_eq!(corners & TOP_ROW, Squares::from_bits(0b101));
/// assert_eq!((corners - TOP_ROW).first(), Some(Square(6)));
/// assert_eq!((!corners).count(), 5);
/// assert_eq!(TOP_ROW.iter().map(|square| square.0).sum::<u8>(), 3);
/// assert_eq!(Squares::EMPTY.first(), None);
/// assert_eq!(format!("{:?}", TOP_ROW - corners), "{Square(1)}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitSet<E, W = u32> {
    bits: W,
    element: PhantomData<E>,
}

/// Iterator over the elements of a [`BitSet`] in ascending order of their numbers.
#[derive(Clone)]
pub struct BitSetIter<E, W> {
    rest: BitSet<E, W>,
}

/// Implements a binary operator and its assignment form. The last argument combines the words of the two sets.
macro_rules! operator {
    (
        $word:ty,
        $operator:ident $method:ident, $assign:ident $assign_method:ident,
        |$l:ident, $r:ident| $bits:expr
    ) => {
        impl<E> $operator for BitSet<E, $word> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($l, $r) = (self.bits, other.bits);
                Self { bits: $bits, element: PhantomData }
            }
        }

        impl<E> $assign for BitSet<E, $word> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                let ($l, $r) = (self.bits, other.bits);
                self.bits = $bits;
            }
        }
    };
}

macro_rules! bit_sets {
    ($word:ty) => {
        impl<E: Element> BitSet<E, $word> {
            /// The empty set.
            pub const EMPTY: Self = Self { bits: 0, element: PhantomData };

            /// The set of all elements.
            pub const ALL: Self = {
                assert!(0 < E::COUNT && E::COUNT <= <$word>::BITS as usize, "more elements than bits");
                Self { bits: <$word>::MAX >> (<$word>::BITS as usize - E::COUNT), element: PhantomData }
            };

            /// Creates the set from a word of bits. Ignores bits at or above [`Element::COUNT`].
            #[inline]
            pub const fn from_bits(bits: $word) -> Self {
                Self { bits: bits & Self::ALL.bits, element: PhantomData }
            }

            /// Returns the bits: bit `i` is set if the set contains the element with number `i`.
            #[inline]
            pub const fn bits(self) -> $word {
                self.bits
            }

            /// Whether the set has no elements.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.bits == 0
            }

            /// Returns the number of elements.
            #[inline]
            pub const fn count(self) -> u32 {
                self.bits.count_ones()
            }

            /// Whether the set contains the element with this number, which must be below [`Element::COUNT`].
            #[inline]
            pub const fn contains_index(self, index: usize) -> bool {
                (self.bits >> index) & 1 != 0
            }

            /// Whether this set contains all elements of `other`.
            #[inline]
            pub const fn contains_all(self, other: Self) -> bool {
                self.bits & other.bits == other.bits
            }

            /// Whether the two sets have a common element.
            #[inline]
            pub const fn intersects(self, other: Self) -> bool {
                self.bits & other.bits != 0
            }

            /// Returns the union. Like `|`, but usable in constants.
            #[inline]
            pub const fn union(self, other: Self) -> Self {
                Self { bits: self.bits | other.bits, element: PhantomData }
            }

            /// Returns the intersection. Like `&`, but usable in constants.
            #[inline]
            pub const fn intersection(self, other: Self) -> Self {
                Self { bits: self.bits & other.bits, element: PhantomData }
            }

            /// Returns the difference. Like `-`, but usable in constants.
            #[inline]
            pub const fn difference(self, other: Self) -> Self {
                Self { bits: self.bits & !other.bits, element: PhantomData }
            }

            /// Creates the set of one element.
            #[inline]
            pub fn of(element: E) -> Self {
                Self { bits: 1 << element.index(), element: PhantomData }
            }

            /// Whether the set contains `element`.
            #[inline]
            pub fn contains(self, element: E) -> bool {
                self.contains_index(element.index())
            }

            /// Adds an element. No effect if the set already contains it.
            #[inline]
            pub fn insert(&mut self, element: E) {
                *self |= Self::of(element);
            }

            /// Removes an element. No effect if the set does not contain it.
            #[inline]
            pub fn remove(&mut self, element: E) {
                *self -= Self::of(element);
            }

            /// Returns a copy of the set with `element` added.
            #[inline]
            pub fn with(self, element: E) -> Self {
                self | Self::of(element)
            }

            /// Returns a copy of the set with `element` removed.
            #[inline]
            pub fn without(self, element: E) -> Self {
                self - Self::of(element)
            }

            /// Returns the element with the lowest number; `None` if the set is empty.
            #[inline]
            pub fn first(self) -> Option<E> {
                (self.bits != 0).then(|| E::from_index(self.bits.trailing_zeros() as usize))
            }

            /// Returns the subset of the elements whose numbers are higher than that of `element`.
            #[inline]
            pub fn after(self, element: E) -> Self {
                // There are two shifts because a single shift by `index + 1` would overflow for the highest bit of the
                // word.
                Self { bits: self.bits & (<$word>::MAX << 1 << element.index()), element: PhantomData }
            }

            /// Iterates over the elements in ascending order of their numbers.
            #[inline]
            pub fn iter(self) -> BitSetIter<E, $word> {
                BitSetIter { rest: self }
            }
        }

        impl<E> Default for BitSet<E, $word> {
            #[inline]
            fn default() -> Self {
                Self { bits: 0, element: PhantomData }
            }
        }

        impl<E: Element> fmt::Debug for BitSet<E, $word> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl<E: Element> FromIterator<E> for BitSet<E, $word> {
            #[inline]
            fn from_iter<I: IntoIterator<Item = E>>(elements: I) -> Self {
                elements.into_iter().fold(Self::default(), Self::with)
            }
        }

        impl<E: Element> IntoIterator for BitSet<E, $word> {
            type Item = E;
            type IntoIter = BitSetIter<E, $word>;

            #[inline]
            fn into_iter(self) -> BitSetIter<E, $word> {
                self.iter()
            }
        }

        impl<E: Element> Iterator for BitSetIter<E, $word> {
            type Item = E;

            #[inline]
            fn next(&mut self) -> Option<E> {
                let first = self.rest.first()?;
                // Clears the lowest set bit.
                self.rest.bits &= self.rest.bits.wrapping_sub(1);
                Some(first)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let count = self.rest.bits.count_ones() as usize;
                (count, Some(count))
            }
        }

        impl<E: Element> ExactSizeIterator for BitSetIter<E, $word> {}
        impl<E: Element> FusedIterator for BitSetIter<E, $word> {}

        impl<E: Element> Not for BitSet<E, $word> {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                Self::ALL.difference(self)
            }
        }

        operator!($word, BitAnd bitand, BitAndAssign bitand_assign, |left, right| left & right);
        operator!($word, BitOr bitor, BitOrAssign bitor_assign, |left, right| left | right);
        operator!($word, BitXor bitxor, BitXorAssign bitxor_assign, |left, right| left ^ right);
        operator!($word, Sub sub, SubAssign sub_assign, |left, right| left & !right);
    };
}

bit_sets!(u32);
bit_sets!(u64);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    struct Number<const COUNT: usize>(usize);

    impl<const COUNT: usize> Element for Number<COUNT> {
        const COUNT: usize = COUNT;

        fn index(self) -> usize {
            self.0
        }

        fn from_index(index: usize) -> Self {
            assert!(index < COUNT);
            Self(index)
        }
    }

    /// Returns well-mixed bits, which do not depend on the crate's own generator of random numbers.
    fn scrambled(number: u64) -> u64 {
        number
            .wrapping_add(1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    macro_rules! agrees_with_the_standard_set {
        ($module:ident, $word:ty, $count:literal) => {
            mod $module {
                use super::*;

                type Set = BitSet<Number<$count>, $word>;

                fn standard(set: Set) -> BTreeSet<Number<$count>> {
                    set.iter().collect()
                }

                fn pairs() -> impl Iterator<Item = [Set; 2]> {
                    let random_set = |seed| Set::from_bits(scrambled(seed) as $word);
                    (0..200).map(move |seed| [seed, seed + 1000].map(random_set))
                }

                #[test]
                fn operators_agree() {
                    for [one, other] in pairs() {
                        let (left, right) = (standard(one), standard(other));
                        assert_eq!(standard(one & other), &left & &right);
                        assert_eq!(standard(one | other), &left | &right);
                        assert_eq!(standard(one ^ other), &left ^ &right);
                        assert_eq!(standard(one - other), &left - &right);
                        assert_eq!(standard(!one), &standard(Set::ALL) - &left);
                        assert_eq!(one.union(other), one | other);
                        assert_eq!(one.intersection(other), one & other);
                        assert_eq!(one.difference(other), one - other);
                    }
                }

                #[test]
                fn comparisons_agree() {
                    for [one, other] in pairs() {
                        let (left, right) = (standard(one), standard(other));
                        assert_eq!(one.contains_all(other), left.is_superset(&right));
                        assert!(one.contains_all(one & other) && (one | other).contains_all(one));
                        assert_eq!(one.intersects(other), !left.is_disjoint(&right));
                    }
                }

                #[test]
                fn iteration_agrees() {
                    assert_eq!(Set::ALL.count(), $count);
                    assert_eq!(Set::default(), Set::EMPTY);
                    for [set, _] in pairs() {
                        let elements = standard(set);
                        assert_eq!(set.first(), elements.first().copied());
                        assert_eq!(set.count() as usize, elements.len());
                        assert_eq!(set.iter().len(), elements.len());
                        assert_eq!(elements.iter().copied().collect::<Set>(), set);
                    }
                }

                #[test]
                fn elements_agree() {
                    for [set, _] in pairs() {
                        let elements = standard(set);
                        for element in (0..$count).map(Number) {
                            assert_eq!(set.contains(element), elements.contains(&element));
                            assert_eq!(set.contains_index(element.0), elements.contains(&element));
                            let after = elements.range(Number(element.0 + 1)..).copied();
                            assert!(set.after(element).iter().eq(after));
                            let single = BTreeSet::from([element]);
                            assert_eq!(standard(set.with(element)), &elements | &single);
                            assert_eq!(standard(set.without(element)), &elements - &single);
                        }
                    }
                }
            }
        };
    }

    agrees_with_the_standard_set!(part_of_a_short_word, u32, 25);
    agrees_with_the_standard_set!(whole_short_word, u32, 32);
    agrees_with_the_standard_set!(part_of_a_long_word, u64, 38);
    agrees_with_the_standard_set!(whole_long_word, u64, 64);
}
