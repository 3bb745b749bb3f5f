//! A binary range coder with given probabilities.
//!
//! The decoder reads zeros past the end, so it never fails; wrong bytes give wrong values.

/// The range is renormalised when it falls below this.
const MIN_RANGE: u32 = 1 << 24;

/// Probability of a set bit, in one byte: its odds in steps of about an eighth of a factor of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(pub(super) u8);

impl Probability {
    /// Steps in a factor of two.
    const STEPS: u64 = 8;

    /// The probability in units of 1/65,536, from 1 to 65,535.
    pub(super) const fn share(self) -> u32 {
        let distance = self.0.abs_diff(128) as u64;
        let odds = (Self::STEPS + distance % Self::STEPS) << (distance / Self::STEPS);
        let greater = ((odds << 16) / (odds + Self::STEPS)) as u32;
        if self.0 >= 128 { greater } else { 65_536 - greater }
    }

    /// The probability under which these counts of clear and set bits take least space.
    pub(super) fn of_counts(clear: u32, set: u32) -> Self {
        if clear == set {
            return Self(128);
        }
        let cost = |byte: u8| {
            let share = f64::from(Self(byte).share()) / 65_536.0;
            -f64::from(set) * share.ln() - f64::from(clear) * (1.0 - share).ln()
        };
        let bytes = if set > clear { 128..=u8::MAX } else { 0..=128 };
        // The cost falls to its minimum and rises after it.
        let (mut low, mut high) = bytes.into_inner();
        while low < high {
            let middle = low + (high - low) / 2;
            if cost(middle) <= cost(middle + 1) { high = middle } else { low = middle + 1 }
        }
        Self(low)
    }
}

/// Writes bits.
#[derive(Debug)]
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that only a carry can still change, and the number of bytes that wait for the carry.
    last: u8,
    waiting: u64,
    out: Vec<u8>,
}

impl Encoder {
    pub(super) const fn new() -> Self {
        Self { low: 0, range: u32::MAX, last: 0, waiting: 1, out: Vec::new() }
    }

    pub(super) fn bit(&mut self, share: u32, bit: bool) {
        let part = (self.range >> 16) * share;
        if bit {
            self.range = part;
        } else {
            self.low += u64::from(part);
            self.range -= part;
        }
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > u32::MAX.into() {
            let carry = (self.low >> 32) as u8;
            let mut byte = self.last;
            for _ in 0..self.waiting {
                self.out.push(byte.wrapping_add(carry));
                byte = 0xff;
            }
            self.waiting = 0;
            self.last = (self.low >> 24) as u8;
        }
        self.waiting += 1;
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// Returns the bytes, without zeros at the end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        (0..5).for_each(|_| self.shift());
        // The first byte is always 0.
        let mut bytes = self.out.split_off(1);
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }
}

/// Reads bits.
#[derive(Debug)]
pub(super) struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { code: 0, range: u32::MAX, bytes: bytes.iter() };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    #[inline]
    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }

    #[inline]
    pub(super) fn bit(&mut self, share: u32) -> bool {
        let part = (self.range >> 16) * share;
        let bit = self.code < part;
        if bit {
            self.range = part;
        } else {
            self.code -= part;
            self.range -= part;
        }
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Rng;

    #[test]
    fn probabilities_rise_with_their_bytes_and_stay_within_bounds() {
        let shares: Vec<u32> = (0..=u8::MAX).map(|byte| Probability(byte).share()).collect();
        assert!(shares.is_sorted() && shares[128] == 32_768, "{shares:?}");
        assert!(shares[0] < 8 && shares[255] > 65_528, "{} to {}", shares[0], shares[255]);
    }

    #[test]
    fn counts_give_their_share() {
        for (clear, set) in [(1, 1), (1, 3), (100, 1), (7, 9_993), (1_000_000, 1)] {
            let share = f64::from(Probability::of_counts(clear, set).share()) / 65_536.0;
            let exact = f64::from(set) / f64::from(clear + set);
            assert!((share - exact).abs() < 0.02, "{clear} and {set}: {share}");
        }
    }

    #[test]
    fn bits_come_back() {
        let mut rng = Rng::new(3);
        let bits: Vec<(u32, bool)> =
            (0..50_000).map(|_| (Probability(rng.below(256) as u8).share(), rng.below(3) == 0)).collect();
        let mut encoder = Encoder::new();
        for (share, bit) in &bits {
            encoder.bit(*share, *bit);
        }
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        assert!(bits.iter().all(|(share, bit)| decoder.bit(*share) == *bit));
    }
}
