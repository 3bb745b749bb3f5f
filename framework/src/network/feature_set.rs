//! Sets of features, stored as bit sets, so that the features in which two sets differ are found word by word.

/// A set of feature numbers below a fixed limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet {
    words: Box<[u64]>,
}

impl FeatureSet {
    /// Creates an empty set for numbers below `count`.
    pub fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)].into() }
    }

    /// Removes all features.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds a feature.
    ///
    /// # Panics
    ///
    /// Panics if `feature` is at or above the limit of the set, rounded up to a multiple of 64.
    #[inline]
    pub fn insert(&mut self, feature: usize) {
        self.words[feature / 64] |= 1 << (feature % 64);
    }

    /// Adds the feature `first + i` for each set bit `i` of `bits`. One call adds a whole bitboard.
    ///
    /// ```
    /// use plywright::network::FeatureSet;
    /// let mut set = FeatureSet::new(100);
    /// set.insert_bits(60, 0b10_0001);
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [60, 65]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `first` or one of the features is at or above the limit of the set, rounded up to a multiple
    /// of 64.
    #[inline]
    pub fn insert_bits(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first / 64, first % 64);
        self.words[word] |= bits << shift;
        // Two shifts, because a single shift by 64 bits would overflow if `shift` is 0.
        let high = bits >> 1 >> (63 - shift);
        if high != 0 {
            self.words[word + 1] |= high;
        }
    }

    /// Returns the features in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, word)| Bits(*word).map(move |bit| index * 64 + bit))
    }

    /// Returns the limit of the set, rounded up to a multiple of 64.
    pub(super) fn capacity(&self) -> usize {
        64 * self.words.len()
    }

    /// Makes `old` equal to `self`. Writes the features that `old` gains to the start of `added` and the features that
    /// it loses to the start of `removed`. Returns the numbers of added and removed features. Both lists must have room
    /// for [`FeatureSet::capacity`] features.
    #[inline(always)]
    pub(super) fn copy_to(&self, old: &mut Self, added: &mut [u16], removed: &mut [u16]) -> [usize; 2] {
        let (mut gains, mut losses) = (0, 0);
        for (index, (new_word, old_word)) in self.words.iter().zip(&mut old.words).enumerate() {
            if *new_word != *old_word {
                write_features(added, &mut gains, index, new_word & !*old_word);
                write_features(removed, &mut losses, index, *old_word & !new_word);
                *old_word = *new_word;
            }
        }
        [gains, losses]
    }
}

/// Writes the features that are set in `bits`, a word of a set, after the first `number` entries of `features`.
/// Increases `number` by their count. `word` is the index of the word in its set.
#[inline(always)]
fn write_features(features: &mut [u16], number: &mut usize, word: usize, bits: u64) {
    for bit in Bits(bits) {
        features[*number] = (64 * word + bit) as u16;
        *number += 1;
    }
}

/// Like [`bits`](crate::bits), but always inlined: code that is not inlined into its caller cannot use the caller's
/// vector instructions.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        // Clears the lowest set bit. A word of 0 stays 0.
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}
