//! Sets of features as bits.

use smallvec::SmallVec;

/// A set of feature numbers below a bound that is fixed when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet {
    words: SmallVec<[u64; 16]>,
}

impl FeatureSet {
    /// The empty set for numbers below `count`.
    pub fn new(count: usize) -> Self {
        Self { words: SmallVec::from_elem(0, count.div_ceil(64)) }
    }

    /// Takes all features out.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds a feature.
    ///
    /// # Panics
    /// When there is no such feature: its number, rounded down to a multiple of 64, is not below the bound.
    #[inline]
    pub fn insert(&mut self, feature: usize) {
        self.words[feature / 64] |= 1 << (feature % 64);
    }

    /// Adds the features `first + i` for all bits `i` of `bits` that are set: a board of bits goes in at
    /// once.
    ///
    /// ```
    /// use plywright::network::FeatureSet;
    /// let mut set = FeatureSet::new(100);
    /// set.insert_bits(60, 0b10_0001);
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [60, 65]);
    /// ```
    ///
    /// # Panics
    /// As [`FeatureSet::insert`].
    #[inline]
    pub fn insert_bits(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first / 64, first % 64);
        self.words[word] |= bits << shift;
        let high = bits >> 1 >> (63 - shift);
        if high != 0 {
            self.words[word + 1] |= high;
        }
    }

    /// The features in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, word)| Bits(*word).map(move |bit| index * 64 + bit))
    }

    /// Appends what `self` has and `old` has not to `added`, and what `old` has and `self` has not to
    /// `removed`.
    #[inline]
    pub(super) fn difference(&self, old: &Self, added: &mut Rows, removed: &mut Rows) {
        for (index, (new, old)) in self.words.iter().zip(&old.words).enumerate() {
            if new != old {
                added.extend(Bits(new & !old).map(|bit| (index * 64 + bit) as u16));
                removed.extend(Bits(old & !new).map(|bit| (index * 64 + bit) as u16));
            }
        }
    }

    /// Makes this set the same as one with the same bound.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
    }
}

/// Numbers of features.
pub(super) type Rows = SmallVec<[u16; 64]>;

/// The numbers of the bits that are set.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}
