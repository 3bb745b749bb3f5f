//! A binary range coder with adaptive probabilities, which packs the built-in tables.
//!
//! A probability takes 16 bits. Each coded bit moves it by a fixed fraction of the distance. The decoder
//! reads zeros past the end, so it never fails; wrong bytes give wrong values.

/// Adaptation rate of a probability: each bit moves it by the distance shifted right by this.
const RATE: u32 = 5;
/// The range is renormalised when it falls below this.
const MIN_RANGE: u32 = 1 << 24;

/// Probability of a set bit, in units of 1/65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(u16);

impl Probability {
    const MIN: u16 = 32;
    const MAX: u16 = 65_500;

    /// Converts a probability in units of 1/256, the form in which models are stored.
    pub(super) fn from_byte(byte: u8) -> Self {
        Self((u16::from(byte) << 8 | 0x80).clamp(Self::MIN, Self::MAX))
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        self.0 = if bit { self.0 + ((u16::MAX - self.0) >> RATE) } else { self.0 - (self.0 >> RATE) }
            .clamp(Self::MIN, Self::MAX);
    }

    #[inline]
    fn part_of(self, range: u32) -> u32 {
        (range >> 16) * u32::from(self.0)
    }
}

/// Encodes or decodes bits.
pub(super) trait Coder {
    /// An encoder encodes `bit` and returns it. A decoder ignores `bit` and returns the decoded bit.
    fn code(&mut self, probability: &mut Probability, bit: bool) -> bool;
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
        while self.range < MIN_RANGE {
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
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}
