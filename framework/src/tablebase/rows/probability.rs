//! Probabilities that take one byte each, because a file stores thousands of them. Each step from one byte to the next
//! multiplies the odds by about the same factor, so that rare and frequent bits are described equally well.

/// Probability that a bit is set. The byte 128 means even odds, and every eight steps double or halve the
/// odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(pub(super) u8);

impl Probability {
    /// Number of steps that double the odds.
    const STEPS: u64 = 8;
    /// Byte of even odds.
    const EVEN: u8 = 128;

    /// Returns the probability in units of 1/65,536, from 1 to 65,535.
    #[inline]
    pub(super) const fn share(self) -> u32 {
        const SHARES: [u32; 256] = {
            let mut shares = [0; 256];
            let mut byte = 0;
            while byte < 256 {
                shares[byte] = Probability(byte as u8).computed_share();
                byte += 1;
            }
            shares
        };
        SHARES[self.0 as usize]
    }

    const fn computed_share(self) -> u32 {
        let distance = self.0.abs_diff(Self::EVEN) as u64;
        let odds = (Self::STEPS + distance % Self::STEPS) << (distance / Self::STEPS);
        let greater = ((odds << 16) / (odds + Self::STEPS)) as u32;
        if self.0 >= Self::EVEN { greater } else { 65_536 - greater }
    }

    /// Returns the probability that encodes these numbers of clear and set bits in the least space.
    pub(super) fn of_counts(clear: u32, set: u32) -> Self {
        if clear == set {
            return Self(Self::EVEN);
        }
        let cost = |byte: u8| {
            let share = f64::from(Self(byte).share()) / 65_536.0;
            -f64::from(set) * share.ln() - f64::from(clear) * (1.0 - share).ln()
        };
        let bytes = if set > clear { Self::EVEN..=u8::MAX } else { 0..=Self::EVEN };
        // A binary search finds the byte of the lowest cost, because the cost first falls and then rises as
        // the byte grows.
        let (mut low, mut high) = bytes.into_inner();
        while low < high {
            let middle = low + (high - low) / 2;
            if cost(middle) <= cost(middle + 1) { high = middle } else { low = middle + 1 }
        }
        Self(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_rise_with_their_bytes_and_stay_within_bounds() {
        let shares: Vec<u32> = (0..=u8::MAX).map(|byte| Probability(byte).share()).collect();
        assert!(shares.is_sorted() && shares[128] == 32_768, "{shares:?}");
        assert!(shares[0] < 8 && shares[255] > 65_528, "{} to {}", shares[0], shares[255]);
    }

    #[test]
    fn counts_give_the_share_of_set_bits() {
        for (clear, set) in [(1, 1), (1, 3), (100, 1), (7, 9_993), (1_000_000, 1)] {
            let share = f64::from(Probability::of_counts(clear, set).share()) / 65_536.0;
            let exact = f64::from(set) / f64::from(clear + set);
            assert!((share - exact).abs() < 0.02, "{clear} and {set}: {share}");
        }
    }
}
