//! Sets of features as bits.

/// A set of feature numbers below a bound that is fixed when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet {
    words: Box<[u64]>,
}

impl FeatureSet {
    /// The empty set for numbers below `count`.
    pub fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)].into() }
    }

    /// Takes all features out.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Number of features in the set.
    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
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

    /// Writes down what `self` has and `old` has not, and what `old` has and `self` has not, and makes `old`
    /// the same as `self`.
    #[inline(always)]
    pub(super) fn move_from(&self, old: &mut Self, added: &mut Rows, removed: &mut Rows) {
        added.clear();
        removed.clear();
        for (index, (new, old)) in self.words.iter().zip(&mut old.words).enumerate() {
            if *new != *old {
                added.push_all(index, new & !*old);
                removed.push_all(index, *old & !new);
                *old = *new;
            }
        }
    }
}

/// Numbers of features.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// As long as there are features.
    numbers: Box<[u16]>,
    count: usize,
}

impl Rows {
    /// Room for the features of a set.
    pub(super) fn new(set: &FeatureSet) -> Self {
        Self { numbers: vec![0; 64 * set.words.len()].into(), count: 0 }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.count = 0;
    }

    /// Appends the numbers of the bits of that word.
    #[inline(always)]
    fn push_all(&mut self, word: usize, bits: u64) {
        for bit in Bits(bits) {
            self.numbers[self.count] = (64 * word + bit) as u16;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

/// The numbers of the bits that are set.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}
