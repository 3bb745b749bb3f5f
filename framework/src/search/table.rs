//! The transposition table: shared by all threads, lock-free, in safe Rust.
//!
//! An entry is two atomic words, the data and the key xor the data. Words of different writers do not match each other,
//! so a torn entry reads as absent. Four entries share a cache line and compete for it by depth and age. The memory
//! comes zeroed from the system and is touched only when used, so even a large table costs nothing to create.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use super::Bound;
use crate::key::Key;
use crate::score::{Depth, Score};

const ENTRIES: usize = 4;
const WORDS: usize = 2 * ENTRIES;
const LINE: usize = WORDS * size_of::<AtomicU64>();
const AGES: u8 = 64;
/// Plies of depth that an entry is worth less for each search since it was stored.
const AGE_PENALTY: i32 = 8;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code of the best move, if one is known.
    pub code: Option<u32>,
    /// The value, mate distances counted from this position.
    pub score: Score,
    /// The depth that the value was searched to.
    pub depth: Depth,
    /// Value or bound.
    pub bound: Bound,
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct TableError {
    /// The size that was asked for.
    pub mebibytes: usize,
}

/// See the module.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Words to skip so that buckets begin at a cache line.
    skip: usize,
    buckets: usize,
    age: AtomicU8,
}

impl Table {
    /// A table of so many mebibytes; 0 gives the smallest one, a single bucket.
    ///
    /// # Errors
    /// When the system does not have the memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let buckets = (mebibytes.checked_mul(1 << 20).ok_or(error)? / LINE).max(1);
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box((buckets + 1) * WORDS).map_err(|()| error)?;
        let skip = words.as_ptr().align_offset(LINE) % WORDS;
        Ok(Self { words, skip, buckets, age: AtomicU8::new(1) })
    }

    /// Memory that the table may use.
    pub fn bytes(&self) -> usize {
        self.buckets * LINE
    }

    /// Begins a new search: an entry of the last one counts for 8 plies less when room is needed, and so on back.
    pub fn next_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store(if age + 1 < AGES { age + 1 } else { 1 }, Ordering::Relaxed);
    }

    /// What is known about the position with that key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (entry[0].load(Ordering::Relaxed) ^ data == key.0 && data != 0).then(|| unpack(data))
        })
    }

    /// Stores what was found out about a position, in the place of the least valuable entry of its bucket. A known
    /// best move is kept when the new entry has none.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        for (number, old) in bucket.chunks_exact(2).enumerate() {
            let data = old[1].load(Ordering::Relaxed);
            if old[0].load(Ordering::Relaxed) ^ data == key.0 && data != 0 {
                entry.code = entry.code.or(unpack(data).code);
                place = number;
                break;
            }
            let generations = i32::from((AGES + age - age_of(data)) % AGES);
            let worth =
                if data == 0 { i32::MIN } else { i32::from(depth_of(data)) - AGE_PENALTY * generations };
            if worth < least {
                least = worth;
                place = number;
            }
        }
        let data = pack(entry, age);
        bucket[2 * place].store(key.0 ^ data, Ordering::Relaxed);
        bucket[2 * place + 1].store(data, Ordering::Relaxed);
    }

    /// The part of the table that holds entries of the present search, in permille of a sample.
    pub fn permille(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sampled = self.buckets.min(250);
        let used = self.words[self.skip..][..sampled * WORDS]
            .chunks_exact(2)
            .map(|entry| entry[1].load(Ordering::Relaxed))
            .filter(|data| *data != 0 && age_of(*data) == age)
            .count();
        (used * 1000 / (sampled * ENTRIES)) as u32
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let number = ((u128::from(key.0) * self.buckets as u128) >> 64) as usize;
        &self.words[self.skip + number * WORDS..][..WORDS]
    }
}

// The data word: code 0..32 | score 32..48 | depth 48..56 | age 56..62 | bound 62..64. Bounds start at 1, so no entry is
// all zeros. The greatest code stands for "no move".

const NO_MOVE: u32 = u32::MAX;

#[inline]
fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.code.unwrap_or(NO_MOVE))
        | u64::from(entry.score.0 as i16 as u16) << 32
        | u64::from(entry.depth.0.min(255)) << 48
        | u64::from(age) << 56
        | (entry.bound as u64 + 1) << 62
}

#[inline]
fn unpack(data: u64) -> Entry {
    let code = data as u32;
    Entry {
        code: (code != NO_MOVE).then_some(code),
        score: Score(i32::from((data >> 32) as u16 as i16)),
        depth: Depth(depth_of(data).into()),
        bound: match data >> 62 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

#[inline]
fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(code: u32, depth: u16) -> Entry {
        Entry { code: Some(code), score: Score(-17), depth: Depth(depth), bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).unwrap();
        for score in [Score(0), Score(-30_000), Score::win_in(7), Score::loss_in(200)] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for code in [None, Some(0), Some(NO_MOVE - 1)] {
                    let entry = Entry { code, score, depth: Depth(200), bound };
                    let key = Key::mix(u64::from(code.unwrap_or(5)) ^ score.0 as u64 ^ (bound as u64) << 40);
                    table.store(key, entry);
                    assert_eq!(table.probe(key), Some(entry));
                }
            }
        }
        assert_eq!(table.probe(Key(12345)), None);
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let table = Table::new(0).unwrap();
        for n in 1..=4 {
            table.store(Key(n), entry(n as u32, 3 + n as u16));
        }
        table.store(Key(5), entry(5, 2));
        assert_eq!(table.probe(Key(1)), None, "the shallowest entry makes room");
        table.next_search();
        table.store(Key(6), entry(6, 1));
        table.store(Key(7), entry(7, 1));
        assert!(table.probe(Key(6)).is_some() && table.probe(Key(7)).is_some(), "old entries make room");
    }

    #[test]
    fn a_known_move_survives_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(Key(9), entry(3, 4));
        table.store(Key(9), Entry { code: None, ..entry(0, 5) });
        assert_eq!(table.probe(Key(9)).unwrap().code, Some(3));
        assert_eq!(table.probe(Key(9)).unwrap().depth, Depth(5));
    }

    #[test]
    fn a_table_that_no_machine_has_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
    }
}
