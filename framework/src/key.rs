//! Position keys: 64 well-mixed bits that stand for a position in tables and histories.

use std::ops::{BitXor, BitXorAssign};

/// A 64-bit hash of a position: equal positions (board, side to move, whatever else decides the legal moves) have
/// equal keys, and different ones differ but for accidents of about one in 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Key(pub u64);

impl Key {
    /// Spreads `bits` over all 64 positions (the finalizer of `SplitMix64`, a bijection). Enough to make a key of a
    /// position that fits into one or two words.
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

    /// `N` independent Zobrist keys, the same in every build; `seed` tells tables apart.
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
