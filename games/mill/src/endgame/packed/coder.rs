//! A binary range coder with adaptive probabilities: what the tables in the program are packed with.
//!
//! A probability takes 16 bits and moves towards each bit that it met by a fixed fraction. The decoder reads
//! zeros beyond the end, so no bytes can make it fail; wrong bytes give wrong values.

/// By how much a probability moves: the distance shifted right by this.
const RATE: u32 = 5;
/// The range is widened when it is less than this.
const LEAST_RANGE: u32 = 1 << 24;

/// The probability of a set bit, in parts of 65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(u16);

impl Probability {
    const LEAST: u16 = 32;
    const GREATEST: u16 = 65_500;

    /// From a probability in parts of 256, which is how models are kept.
    pub(super) fn from_byte(byte: u8) -> Self {
        Self((u16::from(byte) << 8 | 0x80).clamp(Self::LEAST, Self::GREATEST))
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        self.0 = if bit { self.0 + ((u16::MAX - self.0) >> RATE) } else { self.0 - (self.0 >> RATE) }
            .clamp(Self::LEAST, Self::GREATEST);
    }

    #[inline]
    fn part_of(self, range: u32) -> u32 {
        (range >> 16) * u32::from(self.0)
    }
}

/// Codes or decodes one bit.
pub(super) trait Coder {
    /// Encodes `bit` and returns it, or decodes a bit, ignores `bit` and returns the decoded one.
    fn code(&mut self, probability: &mut Probability, bit: bool) -> bool;
}

/// Writes bits.
#[derive(Debug)]
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that is sure but for a carry, and how many bytes wait for the carry to be known.
    last: u8,
    waiting: u64,
    out: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self { low: 0, range: u32::MAX, last: 0, waiting: 1, out: Vec::new() }
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

    /// The bytes, without zeros at the end.
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

impl Coder for Encoder {
    fn code(&mut self, probability: &mut Probability, bit: bool) -> bool {
        let part = probability.part_of(self.range);
        if bit {
            self.range = part;
        } else {
            self.low += u64::from(part);
            self.range -= part;
        }
        probability.learn(bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
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
}

impl Coder for Decoder<'_> {
    #[inline]
    fn code(&mut self, probability: &mut Probability, _bit: bool) -> bool {
        let part = probability.part_of(self.range);
        let bit = self.code < part;
        if bit {
            self.range = part;
        } else {
            self.code -= part;
            self.range -= part;
        }
        probability.learn(bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}
