//! Mutations of inputs. The same seed gives the same mutations.

use std::ops::Range;

use plywright::search::Rng;

/// Texts that replace a number: limits of integer types, and unusual floats.
const NUMBERS: &str = "0 1 -1 9 127 128 255 256 32767 -32768 65536 2147483647 -2147483648 4294967296 \
     9223372036854775807 18446744073709551615 18446744073709551616 1e300 nan inf";
/// Limits of integer types. A mutation replaces 1, 2, 4 or 8 bytes, or fewer at the end of an input, by the first bytes
/// of a limit in little-endian order.
const BINARY: [u64; 10] =
    [0, 1, u64::MAX, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 0x7fff_ffff_ffff_ffff, 1 << 63];
/// Characters that parsers may treat in special ways.
const SPECIAL: &str = " \n\t\r\0\"\\()[]{};:=-\u{feff}é\u{1f600}";
/// Maximum number of mutations that turn one input into another.
const MAX_MUTATIONS: usize = 4;
const MUTATION_KINDS: usize = 11;
/// Maximum length in bytes of a part that is copied, replaced or removed. There is no limit where the rest of an input
/// is cut off or replaced.
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
        self.rng.below(length)
    }

    /// Returns a random element of a list that is not empty.
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns one of `inputs`, chosen at random, after one to four random mutations, each cut to the maximum length.
    /// Some mutations take parts of other inputs. Without inputs, the result is empty.
    pub fn mutate(&mut self, inputs: &[Vec<u8>]) -> Vec<u8> {
        let Some(mut bytes) = inputs.get(self.below(inputs.len())).cloned() else { return Vec::new() };
        for _ in 0..=self.below(MAX_MUTATIONS) {
            let other = &inputs[self.below(inputs.len())];
            let (replaced, new) = self.splice(&bytes, other);
            bytes.splice(replaced, new);
            bytes.truncate(self.max);
        }
        bytes
    }

    /// Returns a mutation of a random kind: the part of `bytes` to replace, and its new bytes. Some kinds use a part of
    /// `other`, a second input.
    fn splice(&mut self, bytes: &[u8], other: &[u8]) -> (Range<usize>, Vec<u8>) {
        let (at, end) = (self.below(bytes.len() + 1), bytes.len());
        let part = at..at + self.below(MAX_PART.min(end - at) + 1);
        let from = self.below(other.len() + 1);
        match self.below(MUTATION_KINDS) {
            // Replaces a byte by a random one. At the end, adds one.
            0 => (at..end.min(at + 1), vec![self.rng.bits() as u8]),
            // Flips a bit.
            1 => {
                let bit = 1 << self.below(8);
                (at..end.min(at + 1), bytes[at..].iter().take(1).map(|byte| byte ^ bit).collect())
            }
            // Removes a part.
            2 => (part, Vec::new()),
            // Copies a part to another place.
            3 => {
                let to = self.below(end + 1);
                (to..to, bytes[part].to_vec())
            }
            4 => (at..at, self.pick(&SPECIAL.chars().collect::<Vec<_>>()).to_string().into_bytes()),
            5 => self.unusual_number(bytes, at),
            // Replaces bytes by the limit of an integer type.
            6 => {
                let number = self.pick(&BINARY).to_le_bytes();
                let length = (1 << self.below(4)).min(end - at);
                (at..at + length, number[..length].to_vec())
            }
            // Replaces a part by a part of the other input.
            7 => {
                let length = self.below(MAX_PART.min(other.len() - from) + 1);
                (part, other[from..from + length].to_vec())
            }
            // Replaces the rest by the end of the other input.
            8 => (at..end, other[from..].to_vec()),
            // Cuts off the rest, but rarely, because a cut input is usually refused.
            9 if self.below(4) == 0 => (at..end, Vec::new()),
            9 => (0..end, self.with_two_lines_swapped(bytes)),
            // Inserts 1 to 512 copies of a part before it.
            _ => {
                let max = 1 << self.below(10);
                (at..at, bytes[part].repeat(1 + self.below(max)))
            }
        }
    }

    /// Replaces the first decimal number from `at` on by an unusual one. If there is none, inserts one at `at`.
    fn unusual_number(&mut self, bytes: &[u8], at: usize) -> (Range<usize>, Vec<u8>) {
        let start = bytes[at..].iter().position(u8::is_ascii_digit).map_or(at, |index| at + index);
        let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        (start..start + length, self.pick(&NUMBERS.split(' ').collect::<Vec<_>>()).as_bytes().to_vec())
    }

    fn with_two_lines_swapped(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        let [one, other] = [self.below(lines.len()), self.below(lines.len())];
        lines.swap(one, other);
        lines.join(&b'\n')
    }
}
