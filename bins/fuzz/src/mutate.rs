//! Mutations of inputs. The same seed gives the same mutations.

use plywright::search::Rng;

/// Texts that replace a number: limits of integer types, and unusual floats.
const NUMBERS: &str = "0 1 -1 9 127 128 255 256 32767 -32768 65536 2147483647 -2147483648 4294967296 \
     9223372036854775807 18446744073709551615 18446744073709551616 1e300 nan inf";
/// Limits of integer types. A mutation writes the first 1, 2, 4 or 8 of their little-endian bytes.
const BINARY: [u64; 10] =
    [0, 1, u64::MAX, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 0x7fff_ffff_ffff_ffff, 1 << 63];
/// Characters that parsers may treat in special ways.
const SPECIAL: &str = " \n\t\r\0\"\\()[]{};:=-\u{feff}é\u{1f600}";
const MAX_MUTATIONS: usize = 4;
/// Maximum length in bytes of a part that is copied, replaced or removed. Cutting off the end and appending
/// the end of another input have no such limit.
const MAX_PART: usize = 64;

/// Source of mutated inputs.
#[derive(Debug)]
pub struct Mutator {
    rng: Rng,
    /// Maximum length of an input in bytes.
    max: usize,
}

impl Mutator {
    /// Creates a mutator of inputs up to `max` bytes.
    pub fn new(seed: u64, max: usize) -> Self {
        Self { rng: Rng::new(seed), max }
    }

    /// Returns a random index below `length`; 0 if `length` is 0.
    pub fn below(&mut self, length: usize) -> usize {
        self.rng.below(length.max(1))
    }

    /// Returns a mutation of one of the inputs. Parts of other inputs may be spliced in. Without inputs, the
    /// result is empty.
    pub fn mutate(&mut self, inputs: &[Vec<u8>]) -> Vec<u8> {
        let Some(base) = inputs.get(self.below(inputs.len())) else { return Vec::new() };
        let mut bytes = base.clone();
        for _ in 0..=self.below(MAX_MUTATIONS) {
            let other = inputs[self.below(inputs.len())].as_slice();
            self.mutation(&mut bytes, other);
            bytes.truncate(self.max);
        }
        bytes
    }

    fn mutation(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let at = self.below(bytes.len() + 1);
        let part = at..at + self.below(MAX_PART.min(bytes.len() - at) + 1);
        match self.below(11) {
            0 | 1 => {
                let new = [self.rng.bits() as u8, 1 << self.below(8)];
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = if new[0].is_multiple_of(2) { new[0] } else { *byte ^ new[1] };
                }
            }
            2 => drop(bytes.drain(part)),
            3 => {
                let copy = bytes[part].to_vec();
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 => {
                let special = SPECIAL.chars().nth(self.below(SPECIAL.chars().count())).unwrap_or_default();
                bytes.splice(at..at, special.to_string().into_bytes());
            }
            5 => self.number(bytes, at),
            6 => {
                let number = BINARY[self.below(BINARY.len())].to_le_bytes();
                let length = [1, 2, 4, 8][self.below(4)];
                for (byte, new) in bytes[at..].iter_mut().zip(&number[..length]) {
                    *byte = *new;
                }
            }
            7 => {
                let from = self.below(other.len() + 1);
                let length = self.below(MAX_PART.min(other.len() - from) + 1);
                bytes.splice(part, other[from..from + length].iter().copied());
            }
            8 => {
                let from = self.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            // Cuts are rare, because a cut input is usually refused.
            9 if self.below(4) == 0 => bytes.truncate(at),
            9 => self.swap_lines(bytes),
            _ => {
                let max = 1 << self.below(10);
                let copy = bytes[part].repeat(1 + self.below(max));
                bytes.splice(at..at, copy);
            }
        }
    }

    /// Replaces the first decimal number at or after `at`. Without such a number, inserts one at `at`.
    fn number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let start = bytes[at..].iter().position(u8::is_ascii_digit).map_or(at, |index| at + index);
        let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = NUMBERS.split(' ').nth(self.below(NUMBERS.split(' ').count())).unwrap_or_default();
        bytes.splice(start..start + length, number.bytes());
    }

    fn swap_lines(&mut self, bytes: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        let [one, other] = [self.below(lines.len()), self.below(lines.len())];
        lines.swap(one, other);
        *bytes = lines.join(&b'\n');
    }
}
