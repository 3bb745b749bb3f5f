//! Adaptive probabilities for the range coder.

use plywright::tablebase::coder::{Decoder, Encoder};

/// Adaptation rate: after a bit is coded, its probability moves towards the bit by `2^-RATE` of the distance.
const RATE: u32 = 5;

/// Probability of a set bit, in units of 1/65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(u16);

impl Probability {
    const MIN: u16 = 32;
    const MAX: u16 = 65_500;

    /// Converts a byte in units of 1/256.
    pub(super) fn from_byte(byte: u8) -> Self {
        Self((u16::from(byte) << 8 | 0x80).clamp(Self::MIN, Self::MAX))
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        let moved = if bit { self.0 + ((u16::MAX - self.0) >> RATE) } else { self.0 - (self.0 >> RATE) };
        self.0 = moved.clamp(Self::MIN, Self::MAX);
    }
}

/// The operation that an encoder and a decoder share, so that one model serves both.
pub(super) trait Coder {
    /// Codes a bit and adapts its probability. An encoder writes `bit` and returns it. A decoder ignores
    /// `bit` and returns the bit that it reads.
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
