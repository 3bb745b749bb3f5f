//! Position keys: 64 well-mixed bits that identify a position in tables and histories.

use std::hash::{Hash, Hasher};
use std::ops::{BitXor, BitXorAssign};

/// A 64-bit hash of a position. Equal positions have equal keys. Two different positions have the same key
/// with a probability of about 2^-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Key(pub u64);

impl Key {
    /// Hashes any value to a key. There is no random seed, so a value has the same key in every run. The hash is
    /// mixed after every word, so words cannot cancel each other.
    ///
    /// ```
    /// use plywright::{Key, Side};
    /// assert_eq!(Key::of(&(3_u64, Side::First)), Key::of(&(3_u64, Side::First)));
    /// assert_ne!(Key::of(&(3_u64, Side::First)), Key::of(&(3_u64, Side::Second)));
    /// assert_ne!(Key::of(&[1_u64, 2]), Key::of(&[2_u64, 1]));
    /// ```
    #[inline]
    pub fn of<T: Hash + ?Sized>(value: &T) -> Self {
        let mut hasher = KeyHasher(0);
        value.hash(&mut hasher);
        Self(hasher.0)
    }

    /// Hashes one word with a step of `SplitMix64`, a bijection: different words have different keys. To hash two
    /// words, write `mix(a ^ mix(b).0)`.
    ///
    /// ```
    /// use plywright::Key;
    /// assert_ne!(Key::mix(1), Key::mix(2));
    /// ```
    #[inline]
    pub const fn mix(bits: u64) -> Self {
        let z = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(z ^ (z >> 31))
    }

    /// Returns `N` pseudo-random Zobrist keys; the same seed gives the same keys.
    ///
    /// ```
    /// use plywright::Key;
    /// const STONES: [Key; 9] = Key::table(7);
    /// assert_ne!(STONES[0], STONES[1]);
    /// ```
    pub const fn table<const N: usize>(seed: u64) -> [Self; N] {
        let mut keys = [Self(0); N];
        let mut i = 0;
        while i < N {
            keys[i] = Self::mix(Self::mix(seed).0 ^ i as u64);
            i += 1;
        }
        keys
    }
}

/// Implements the hasher's methods for unsigned integers of at most 64 bits. Each integer counts as one word.
macro_rules! hash_words {
    ($($write:ident: $integer:ty),*) => {
        $(#[inline]
        fn $write(&mut self, word: $integer) {
            self.add(word.into());
        })*
    };
}

/// Hasher of [`Key::of`]. Holds the hash of the words added so far.
struct KeyHasher(u64);

impl KeyHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = Key::mix(self.0.rotate_left(23) ^ word).0;
    }
}

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(word));
        }
    }

    hash_words!(write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64);

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
}

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
