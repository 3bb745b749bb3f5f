//! Arrays with one byte for each index of a slice, for concurrent writing by several threads.
//!
//! Eight bytes share an atomic word. A change of one byte updates the word atomically, so it leaves the other bytes
//! alone. Only [`Cells::store_block`] overwrites whole words. Relaxed accesses are enough, because the threads are
//! joined between the iterations or sweeps of a solver.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of cells in a block, the unit in which threads divide work. It is a multiple of the cells in a word, so that
/// no word belongs to two blocks.
pub(super) const BLOCK: usize = 4096;
const CELLS_IN_WORD: usize = 8;
const WORDS_IN_BLOCK: usize = BLOCK / CELLS_IN_WORD;
const BITS: usize = u64::BITS as usize;
/// Number of words in a set of bytes, which has a bit for each of the 256 byte values.
const WORDS_IN_SET: usize = 256 / BITS;

/// Returns the indices of the cells in `blocks`. `len` is the number of all cells, at which the last block ends.
pub(super) fn cells_in(blocks: &Range<usize>, len: u64) -> Range<u64> {
    (blocks.start * BLOCK) as u64..((blocks.end * BLOCK) as u64).min(len)
}

/// One byte for each index of a slice. All bytes are 0 at first.
#[derive(Debug, Default)]
pub(super) struct Cells {
    len: u64,
    words: Vec<AtomicU64>,
}

/// For each block of cells, the set of byte values that [`Presence::add`] has recorded, including values that were
/// replaced since. A scan for a byte value skips the blocks whose set lacks it. This makes late iterations cheap,
/// because they find few positions.
#[derive(Debug)]
pub(super) struct Presence(Vec<[AtomicU64; WORDS_IN_SET]>);

impl Cells {
    pub(super) fn new(len: u64) -> Self {
        let words = (len as usize).div_ceil(CELLS_IN_WORD);
        Self { len, words: (0..words).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the number of blocks. The last one may be shorter than [`BLOCK`].
    pub(super) fn blocks(&self) -> usize {
        (self.len as usize).div_ceil(BLOCK)
    }

    #[inline]
    pub(super) fn get(&self, index: u64) -> u8 {
        (self.words[index as usize / CELLS_IN_WORD].load(Relaxed) >> bits_before(index)) as u8
    }

    /// Replaces a byte unless `keep` returns `true` for its old value. Returns whether it was replaced. If another
    /// thread changes the word meanwhile, calls `keep` again.
    #[inline]
    pub(super) fn replace_unless(&self, index: u64, byte: u8, keep: impl Fn(u8) -> bool) -> bool {
        let (word, shift) = (&self.words[index as usize / CELLS_IN_WORD], bits_before(index));
        let replaced = |old: u64| {
            let new = old & !(0xff << shift) | u64::from(byte) << shift;
            if keep((old >> shift) as u8) { None } else { Some(new) }
        };
        word.fetch_update(Relaxed, Relaxed, replaced).is_ok()
    }

    /// Subtracts `number` from a byte and returns the byte's old value. If the old value is less than
    /// `number`, the subtraction may corrupt other bytes of its word, so the caller must discard the cells.
    #[inline]
    pub(super) fn subtract(&self, index: u64, number: u8) -> u8 {
        let shift = bits_before(index);
        (self.words[index as usize / CELLS_IN_WORD].fetch_sub(u64::from(number) << shift, Relaxed) >> shift)
            as u8
    }

    /// Stores the bytes of a block. The last block may be shorter. Writes by other threads to the same block may be
    /// lost.
    pub(super) fn store_block(&self, block: usize, bytes: &[u8]) {
        let words = &self.words[block * WORDS_IN_BLOCK..];
        for (word, bytes) in words.iter().zip(bytes.chunks(CELLS_IN_WORD)) {
            let number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
            word.store(number, Relaxed);
        }
    }

    pub(super) fn load_block(&self, block: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BLOCK + CELLS_IN_WORD);
        self.copy(cells_in(&(block..block + 1), self.len), &mut bytes);
        bytes
    }

    /// Appends the bytes in `range` to `out`.
    pub(super) fn copy(&self, range: Range<u64>, out: &mut Vec<u8>) {
        let (start, end) = (range.start as usize, range.end as usize);
        let words = &self.words[start / CELLS_IN_WORD..end.div_ceil(CELLS_IN_WORD)];
        let from = out.len();
        for word in words {
            out.extend_from_slice(&word.load(Relaxed).to_le_bytes());
        }
        out.drain(from..from + start % CELLS_IN_WORD);
        out.truncate(from + end - start);
    }

    /// Finds the cells of a block that are equal to `byte`, and calls `visit` with the index of each. `byte` must not
    /// be 0: the unused bytes of the last word are 0 and would be visited too.
    #[inline]
    pub(super) fn for_each_equal(&self, block: usize, byte: u8, mut visit: impl FnMut(u64)) {
        let first = block * WORDS_IN_BLOCK;
        let words = &self.words[first..(first + WORDS_IN_BLOCK).min(self.words.len())];
        for (number, word) in words.iter().enumerate() {
            // A zero byte of `difference` is a cell that holds `byte`.
            let difference = word.load(Relaxed) ^ u64::from_le_bytes([byte; CELLS_IN_WORD]);
            if !has_zero_byte(difference) {
                continue;
            }
            let base = (first + number) * CELLS_IN_WORD;
            for (offset, different_bits) in difference.to_le_bytes().into_iter().enumerate() {
                if different_bits == 0 {
                    visit((base + offset) as u64);
                }
            }
        }
    }
}

impl Presence {
    pub(super) fn new(cells: &Cells) -> Self {
        let empty = || [const { AtomicU64::new(0) }; WORDS_IN_SET];
        Self((0..cells.blocks()).map(|_| empty()).collect())
    }

    #[inline]
    pub(super) fn add(&self, index: u64, code: u8) {
        let word = &self.0[index as usize / BLOCK][usize::from(code) / BITS];
        let bit = 1 << (usize::from(code) % BITS);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    #[inline]
    pub(super) fn has(&self, block: usize, code: u8) -> bool {
        self.0[block][usize::from(code) / BITS].load(Relaxed) >> (usize::from(code) % BITS) & 1 != 0
    }
}

/// Returns the number of bits before the cell at `index` in its word.
#[inline]
fn bits_before(index: u64) -> u32 {
    (index as usize % CELLS_IN_WORD) as u32 * u8::BITS
}

/// Whether one of the eight bytes is 0. Subtracting 1 from each byte sets the highest bit of a byte that is 0. If no
/// byte is 0, the subtraction borrows nothing, and sets no highest bit that was clear.
#[inline]
const fn has_zero_byte(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGHEST_BITS: u64 = ONES << 7;
    word.wrapping_sub(ONES) & !word & HIGHEST_BITS != 0
}
