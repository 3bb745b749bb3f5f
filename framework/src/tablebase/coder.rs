//! Binary range coder for compressed tables.
//!
//! Encoder and decoder get a `share` with each bit: the probability that the bit is set, in units of 1/65,536, from 1
//! to 65,535. The closer the shares are to the true frequencies, the fewer bytes are needed.
//!
//! Decoding never fails: past the end of the bytes, the decoder reads zeros. Damaged bytes give wrong bits.

/// Minimum of `range` between two bits. A smaller range is extended by a byte. The unit `range >> 16` is then at least
/// 256, so the part of the range that stands for a bit is never empty.
const MIN_RANGE: u32 = 1 << 24;

/// Range encoder: turns bits into bytes.
#[derive(Debug)]
pub struct Encoder {
    /// Lower end of the interval that stands for the bits so far, without its higher bytes, which are in `last` and
    /// `out`. Bit 32 is a carry into these bytes.
    low: u64,
    /// Length of the interval.
    range: u32,
    /// Next byte to write. A carry can still change it.
    last: u8,
    /// Number of bytes that a carry can still change: `last` and the bytes 0xff after it.
    waiting: u64,
    out: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self { low: 0, range: u32::MAX, last: 0, waiting: 1, out: Vec::new() }
    }
}

impl Encoder {
    /// Encodes a bit. `share` is the probability that the bit is set, in units of 1/65,536, from 1 to 65,535. With
    /// another share, the call may panic or never return.
    #[inline]
    pub fn bit(&mut self, share: u32, bit: bool) {
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

    /// Takes the highest byte from `low`, and writes the bytes that no later carry can change.
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

    /// Returns the encoded bytes without trailing zeros.
    pub fn finish(mut self) -> Vec<u8> {
        // Writes the byte in `last` and the four bytes of `low`.
        for _ in 0..5 {
            self.shift();
        }
        // The first byte is the initial value of `last`. It is always 0, so it is not stored.
        let mut bytes = self.out.split_off(1);
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }
}

/// Range decoder: recovers the bits from the bytes of an [`Encoder`].
#[derive(Debug)]
pub struct Decoder<'a> {
    /// Distance of the encoded number from the lower end of the interval that stands for the bits so far.
    code: u32,
    /// Length of the interval.
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    /// Creates a decoder for bytes from [`Encoder::finish`].
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { code: 0, range: u32::MAX, bytes: bytes.iter() };
        for _ in 0..size_of::<u32>() {
            decoder.shift();
        }
        decoder
    }

    /// Appends the next byte to `code`.
    #[inline]
    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }

    /// Decodes the next bit. `share` must be the value that was passed to [`Encoder::bit`] for this bit. With another
    /// value, this bit and all later ones may be wrong.
    #[inline]
    pub fn bit(&mut self, share: u32) -> bool {
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
