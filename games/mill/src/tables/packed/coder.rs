//! Adaptive probabilities for the range coder. Each coded bit moves its probability towards 0 or 1 by a fixed
//! fraction of the distance.

use plywright::tablebase::coder::{Decoder, Encoder};

/// Adaptation rate of a probability: each bit moves it by the distance, shifted right by this number.
const RATE: u32 = 5;

/// Probability of a set bit, in units of 1/65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(u16);

impl Probability {
    const MIN: u16 = 32;
    const MAX: u16 = 65_500;

    /// Converts a probability in units of 1/256, as stored models contain it.
    pub(super) fn from_byte(byte: u8) -> Self {
        Self((u16::from(byte) << 8 | 0x80).clamp(Self::MIN, Self::MAX))
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        self.0 = if bit { self.0 + ((u16::MAX - self.0) >> RATE) } else { self.0 - (self.0 >> RATE) }
            .clamp(Self::MIN, Self::MAX);
    }
}

/// An encoder or decoder of bits.
pub(super) trait Coder {
    /// Encodes `bit` and returns it, or ignores `bit` and returns the decoded bit.
    fn code(&mut self, probability: &mut Probability, bit: bool) -> bool;
}

impl Coder for Encoder {
    fn code(&mut self, probability: &mut Probability, bit: bool) -> bool {
        self.bit(probability.0.into(), bit);
        probability.learn(bit);
        bit
    }
}

impl Coder for Decoder<'_> {
    #[inline]
    fn code(&mut self, probability: &mut Probability, _bit: bool) -> bool {
        let bit = self.bit(probability.0.into());
        probability.learn(bit);
        bit
    }
}
