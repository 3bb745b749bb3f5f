//! A pseudo-random number generator of the crate's own, so that a seed gives the same numbers in every build.

use crate::rules::{Key, random_index};

/// A small pseudo-random number generator (`SplitMix64`). The same seed gives the same numbers in every
/// build.
///
/// ```
/// use plywright::search::Rng;
/// assert_eq!(Rng::new(5).below(100), Rng::new(5).below(100));
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    counter: u64,
}

impl Rng {
    /// Creates a generator. All seeds are equally good, 0 included.
    pub const fn new(seed: u64) -> Self {
        Self { counter: seed }
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Key::mix(self.counter).0
    }

    /// Returns a random number in `0..bound`; 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        random_index(self.bits(), bound)
    }

    /// Puts the elements of a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }

    /// Returns a random number in `0.0..1.0`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        // 53 bits are the precision of `f64`.
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
