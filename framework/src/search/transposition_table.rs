//! The transposition table: shared by all threads, lock-free, in safe Rust.
//!
//! An entry consists of two atomic words: first the key xor the data, then the data. Words of different writers do not
//! match, so a torn entry reads as absent. A bucket is a cache line with four entries; its least valuable entry by
//! depth and age is replaced.
//!
//! A table uses only a few of its buckets at first. It takes more into use whenever half of their entries are
//! filled. A large table therefore costs little to create, because the system supplies zeroed memory, and a
//! short search stays in the caches.
//!
//! Growth is linear hashing over rows of equal length; the first row holds the buckets used at first. A
//! multiplication maps the low half of a key to a column, so a row can have any length. The high half chooses
//! the row. Until a bucket comes into use, a bucket of the same column in an earlier row stands in for it and
//! holds its entries. The number of rows of the full table is a power of two.
//!
//! A bucket is always written before it is first read. If it were read first, the system would map a page of
//! zeros and replace it at the first write, which interrupts all threads.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use thiserror::Error;

use super::report::Bound;
use crate::rules::{Depth, Key, Score};

/// Number of entries in a bucket.
const ENTRIES: usize = 4;
/// Number of words in a bucket.
const WORDS: usize = 2 * ENTRIES;
/// Size of a bucket in bytes: one cache line.
const LINE: usize = WORDS * size_of::<AtomicU64>();
/// Number of ages, which are 1 to 31 and take five bits of an entry.
const AGES: u8 = 31;
/// Maximum number of buckets used at first: half a mebibyte.
const FIRST_BUCKETS: usize = 1 << 13;
/// Number of buckets added to the table at a time. Adding them takes about a tenth of a millisecond.
const GROWTH: usize = 1 << 11;
/// Maximum number of buckets from which [`Table::hashfull`] estimates the filled share.
const SAMPLE: usize = 250;
/// A new bound does not replace an entry of the same position from the same search if the entry is deeper by more than
/// this number of plies. A bound that is [`Entry::complete`] replaces the entry in any case.
const KEPT_PLIES: u16 = 3;
/// Number of plies by which the worth of an entry falls with each search begun since the entry was stored. At first,
/// its worth is its depth.
const AGE_PENALTY: i32 = 8;

/// Entry of the transposition table: the result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Code of the best move; `None` if it is unknown.
    pub code: Option<u32>,
    /// Value, with mate distances counted from this position.
    pub score: Score,
    /// Depth of the search that found the value. The table stores at most 255.
    pub depth: Depth,
    /// Whether `score` is exact or a bound.
    pub bound: Bound,
    /// Whether the value is independent of static evaluations, pruning and the game's history, so that it
    /// also holds at every greater depth.
    pub complete: bool,
}

impl Entry {
    /// Whether [`Table::store`] keeps this entry instead of `new`, a result of the same search for the same position.
    fn is_worth_more_than(&self, new: &Self) -> bool {
        new.bound != Bound::Exact && !new.complete && self.depth.0 > new.depth.0 + KEPT_PLIES
    }
}

/// Error if there is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not enough memory for a transposition table of {mebibytes} MiB")]
pub struct TableError {
    /// Requested size in MiB.
    pub mebibytes: usize,
}

/// The transposition table.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Number of words at the start of `words` that are skipped, so that buckets are aligned to cache lines.
    skip: usize,
    /// Number of buckets in a row of linear hashing.
    row_length: usize,
    /// Number of buckets in use.
    in_use: AtomicUsize,
    /// Mask of the key bits that choose the row. It covers all rows that have buckets in use.
    row_mask: AtomicUsize,
    /// Maximum number of buckets: the length of a row times a power of two.
    max_buckets: usize,
    /// Number of filled entries that threads have reported.
    filled: AtomicUsize,
    /// Whether a thread is adding buckets.
    growing: AtomicBool,
    /// Age that new entries get.
    age: AtomicU8,
}

impl Table {
    /// Creates a table of `mebibytes` MiB, or up to a thousandth less. 0 gives the smallest one, a single
    /// bucket.
    ///
    /// ```
    /// use plywright::search::Table;
    /// assert!(Table::new(1).is_ok_and(|table| table.bytes() == 1 << 20));
    /// assert!(Table::new(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let bytes = mebibytes.checked_mul(1 << 20);
        bytes.and_then(|bytes| Self::with_buckets(bytes / LINE)).ok_or(TableError { mebibytes })
    }

    /// Creates a table of half a mebibyte, which fits in a processor's cache; `None` if there is not enough
    /// memory.
    pub(super) fn small() -> Option<Self> {
        Self::with_buckets(FIRST_BUCKETS)
    }

    /// Creates a table of `fitting` buckets, or up to a thousandth fewer; `None` if there is not enough memory.
    fn with_buckets(fitting: usize) -> Option<Self> {
        let fitting = fitting.max(1);
        let rows = fitting.div_ceil(FIRST_BUCKETS).next_power_of_two();
        let row_length = fitting / rows;
        let max_buckets = row_length * rows;
        // One more bucket, because the alignment of the first bucket can skip almost a whole one.
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box((max_buckets + 1) * WORDS).ok()?;
        let skip = words.as_ptr().align_offset(LINE) % WORDS;
        let mut table = Self {
            words,
            skip,
            row_length,
            in_use: AtomicUsize::new(row_length),
            row_mask: AtomicUsize::new(0),
            max_buckets,
            filled: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
            age: AtomicU8::new(1),
        };
        table.clear();
        Some(table)
    }

    /// Removes all entries, and shrinks the table to the buckets that are used at first. The memory stays allocated.
    pub fn clear(&mut self) {
        *self.in_use.get_mut() = self.row_length;
        *self.row_mask.get_mut() = 0;
        *self.filled.get_mut() = 0;
        *self.age.get_mut() = 1;
        for word in &mut self.words[self.skip..][..self.row_length * WORDS] {
            *word.get_mut() = 0;
        }
    }

    /// Returns the size in bytes to which the table can grow. Before it has this size, part of its memory is unused.
    pub fn bytes(&self) -> usize {
        self.max_buckets * LINE
    }

    /// Takes more buckets into use if half of the entries in the buckets in use are filled. `filled` is the number
    /// of empty entries that the caller has filled since its last call; [`Table::store`] reports them. A few
    /// entries that other threads store at that moment may be lost.
    pub fn grow_if_full(&self, filled: u32) {
        let all_filled = filled as usize + self.filled.fetch_add(filled as usize, Ordering::Relaxed);
        let buckets = self.in_use.load(Ordering::Relaxed);
        if buckets == self.max_buckets
            || all_filled < buckets * ENTRIES / 2
            || self.growing.swap(true, Ordering::Acquire)
        {
            return;
        }
        // Another thread may have added buckets since the first reading.
        let buckets = self.in_use.load(Ordering::Relaxed);
        let more = (buckets + GROWTH).min(self.max_buckets);
        for number in buckets..more {
            self.fill_from_stand_in(number);
        }
        self.in_use.store(more, Ordering::Relaxed);
        self.row_mask.store(mask_of(more.div_ceil(self.row_length)), Ordering::Relaxed);
        self.growing.store(false, Ordering::Release);
    }

    /// Fills bucket `number` just before it comes into use: moves the entries whose keys then map to it from the bucket
    /// that has stood in for it so far.
    fn fill_from_stand_in(&self, number: usize) {
        let row = number / self.row_length;
        let mask = mask_of(row + 1);
        let new = self.bucket_at(number);
        let old = self.bucket_at(number % self.row_length + self.row_length * (row & (mask >> 1)));
        for (from, to) in old.chunks_exact(2).zip(new.chunks_exact(2)) {
            let words = [from[0].load(Ordering::Relaxed), from[1].load(Ordering::Relaxed)];
            let is_moved = words[1] != 0 && row_bits(words[0] ^ words[1]) & mask == row;
            for ((to, from), word) in to.iter().zip(from).zip(words) {
                to.store(if is_moved { word } else { 0 }, Ordering::Relaxed);
                if is_moved {
                    from.store(0, Ordering::Relaxed);
                }
            }
        }
    }

    /// Begins a new search, so that the entries of earlier searches are replaced sooner. Searches do not call this
    /// method; their caller does.
    ///
    /// ```
    /// use plywright::search::{Bound, Entry, Table};
    /// use plywright::{Depth, Key, Score};
    /// let of_depth = |depth| Entry {
    ///     code: None,
    ///     score: Score(-17),
    ///     depth: Depth(depth),
    ///     bound: Bound::Lower,
    ///     complete: false,
    /// };
    /// // The smallest table holds four entries.
    /// let table = Table::new(0)?;
    /// for number in 1..=4 {
    ///     table.store(Key(number), of_depth(3 + number as u16));
    /// }
    /// table.store(Key(5), of_depth(2));
    /// assert_eq!(table.probe(Key(1)), None, "the shallowest entry makes room");
    /// table.next_search();
    /// table.store(Key(6), of_depth(1));
    /// table.store(Key(7), of_depth(1));
    /// assert!(table.probe(Key(6)).is_some() && table.probe(Key(7)).is_some(), "old entries make room");
    /// # Ok::<(), plywright::search::TableError>(())
    /// ```
    pub fn next_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store(age % AGES + 1, Ordering::Relaxed);
    }

    /// Returns the entry of a position; `None` if there is none.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (entry[0].load(Ordering::Relaxed) ^ data == key.0 && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry. It replaces the entry of the same position, or else the least valuable entry of the bucket by
    /// depth and age. If the new entry is a bound that is not complete, an entry of the same position from this search
    /// that is more than three plies deeper is kept instead. If the new entry has no best move, the known move of the
    /// same position is kept. Returns whether an empty entry was filled, for [`Table::grow_if_full`].
    ///
    /// ```
    /// use plywright::search::{Bound, Entry, Table};
    /// use plywright::{Depth, Key, Score};
    /// let table = Table::new(1)?;
    /// let entry =
    ///     Entry { code: Some(3), score: Score(-17), depth: Depth(4), bound: Bound::Lower, complete: false };
    /// let deep = Entry { depth: Depth(12), ..entry };
    /// table.store(Key(9), Entry { code: None, ..deep });
    /// table.store(Key(9), entry);
    /// assert_eq!(table.probe(Key(9)), Some(Entry { code: None, ..deep }), "the deep entry is kept");
    /// let exact = Entry { bound: Bound::Exact, ..entry };
    /// table.store(Key(9), exact);
    /// assert_eq!(table.probe(Key(9)), Some(exact), "an exact value replaces it");
    /// table.store(Key(9), Entry { code: None, ..deep });
    /// assert_eq!(table.probe(Key(9)), Some(deep), "the known move is kept");
    /// # Ok::<(), plywright::search::TableError>(())
    /// ```
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) -> bool {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = 0;
        let mut lowest = i32::MAX;
        let mut same = false;
        let bucket = self.bucket(key);
        for (number, old) in bucket.chunks_exact(2).enumerate() {
            let data = old[1].load(Ordering::Relaxed);
            if old[0].load(Ordering::Relaxed) ^ data == key.0 && data != 0 {
                let known = unpack(data);
                if known.is_worth_more_than(&entry) && age_of(data) == age {
                    return false;
                }
                entry.code = entry.code.or(known.code);
                place = number;
                same = true;
                break;
            }
            let generations = i32::from((AGES + age - age_of(data)) % AGES);
            let worth =
                if data == 0 { i32::MIN } else { i32::from(depth_of(data)) - AGE_PENALTY * generations };
            if worth < lowest {
                lowest = worth;
                place = number;
            }
        }
        let data = pack(entry, age);
        bucket[2 * place].store(key.0 ^ data, Ordering::Relaxed);
        bucket[2 * place + 1].store(data, Ordering::Relaxed);
        !same && lowest == i32::MIN
    }

    /// Returns the share of the table, at its full size, that the current search has filled. It is in thousandths and
    /// estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let buckets = self.in_use.load(Ordering::Relaxed);
        let sample = (0..buckets).step_by(buckets.div_ceil(SAMPLE));
        let sampled = sample.len() * ENTRIES;
        let entries = sample.flat_map(|number| self.bucket_at(number).chunks_exact(2));
        let data = entries.map(|entry| entry[1].load(Ordering::Relaxed));
        let used = data.filter(|data| *data != 0 && age_of(*data) == age).count() as f64 / sampled as f64;
        (used * buckets as f64 / self.max_buckets as f64 * 1000.0) as u32
    }

    /// Returns the words of the bucket that holds a key's entry.
    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let column = ((key.0 & u64::from(u32::MAX)) * self.row_length as u64) >> 32;
        let mask = self.row_mask.load(Ordering::Relaxed);
        let in_row = |row: usize| column as usize + self.row_length * row;
        let number = in_row(row_bits(key.0) & mask);
        let is_in_use = number < self.in_use.load(Ordering::Relaxed);
        self.bucket_at(if is_in_use { number } else { in_row(row_bits(key.0) & (mask >> 1)) })
    }

    #[inline]
    fn bucket_at(&self, number: usize) -> &[AtomicU64] {
        &self.words[self.skip + number * WORDS..][..WORDS]
    }
}

#[inline]
fn row_bits(key: u64) -> usize {
    (key >> 32) as usize
}

/// Returns the smallest mask of low bits that covers the row numbers 0 to `rows - 1`.
fn mask_of(rows: usize) -> usize {
    rows.next_power_of_two() - 1
}

// Bits of the data word: code 0..32 | score 32..48 | depth 48..56 | age 56..61 | complete 61 | bound 62..64. The
// number of a bound is 1 to 3, so no entry is all zeros. The largest code stands for "no move".

const NO_MOVE: u32 = u32::MAX;

#[inline]
fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.code.unwrap_or(NO_MOVE))
        | u64::from(entry.score.0 as i16 as u16) << 32
        | u64::from(entry.depth.0.min(255)) << 48
        | u64::from(age) << 56
        | u64::from(entry.complete) << 61
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
        complete: data >> 61 & 1 == 1,
    }
}

#[inline]
fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 & AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(code: u32, depth: u16) -> Entry {
        Entry {
            code: Some(code),
            score: Score(-17),
            depth: Depth(depth),
            bound: Bound::Lower,
            complete: false,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).unwrap();
        for score in [Score(0), Score(-30_000), Score::win_in(7), Score::loss_in(200)] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for code in [None, Some(0), Some(NO_MOVE - 1)] {
                    for complete in [false, true] {
                        let entry = Entry { code, score, depth: Depth(200), bound, complete };
                        let key =
                            Key::mix(u64::from(code.unwrap_or(5)) ^ score.0 as u64 ^ (bound as u64) << 40);
                        table.store(key, entry);
                        assert_eq!(table.probe(key), Some(entry));
                    }
                }
            }
        }
        assert_eq!(table.probe(Key(12345)), None);
    }

    #[test]
    fn a_table_grows_and_keeps_what_it_has() {
        let table = Table::new(4).unwrap();
        let keys: Vec<Key> = (0..FIRST_BUCKETS as u64 * 5 / 2).map(Key::mix).collect();
        let filled = keys.iter().filter(|key| table.store(**key, entry(5, 5))).count();
        let known = || keys.iter().filter(|key| table.probe(**key).is_some()).count();
        assert_eq!(known(), filled);
        assert_eq!(table.in_use.load(Ordering::Relaxed), FIRST_BUCKETS);
        // A call adds a limited number of buckets, so the table grows over several calls for these entries.
        for new in [filled as u32].into_iter().chain([0; 9]) {
            table.grow_if_full(new);
            assert_eq!(known(), filled);
        }
        let entries = ENTRIES * table.in_use.load(Ordering::Relaxed);
        let enough = 2 * keys.len();
        assert!((enough - enough / 8..=enough + ENTRIES * GROWTH).contains(&entries), "{entries}");
    }

    #[test]
    fn a_table_that_grows_under_three_threads_confuses_no_positions() {
        let table = Table::new(4).unwrap();
        let code = |key: Key| key.0 as u32 % 1000;
        let found: usize = std::thread::scope(|scope| {
            let threads = [0, 1, 2].map(|thread| {
                let table = &table;
                scope.spawn(move || {
                    let (mut found, mut filled) = (0, 0);
                    for number in 0..60_000 {
                        // With these divisors, several threads store the same positions.
                        let key = Key::mix(number * 3 / (1 + thread));
                        if let Some(known) = table.probe(key) {
                            assert_eq!(known.code, Some(code(key)));
                            found += 1;
                        }
                        filled += u32::from(table.store(key, entry(code(key), 5)));
                        if number % 1000 == 0 {
                            table.grow_if_full(std::mem::take(&mut filled));
                        }
                    }
                    found
                })
            });
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 10_000, "{found}");
        assert!(table.in_use.load(Ordering::Relaxed) > FIRST_BUCKETS);
    }

    /// An entry of depth 14 from the previous search is worth 14 - 8 = 6 plies, more than an entry of depth 5.
    #[test]
    fn an_entry_loses_eight_plies_of_worth_at_each_search() {
        let table = Table::new(0).unwrap();
        for search in 0..100 {
            let keys = [0, 1, 2, 3, 4].map(|number| Key(5 * search + number));
            table.store(keys[0], entry(1, 14));
            table.next_search();
            for key in &keys[1..] {
                table.store(*key, entry(1, 5));
            }
            assert!(table.probe(keys[0]).is_some(), "search {search}");
            table.next_search();
            table.next_search();
        }
    }

    #[test]
    fn a_table_of_any_size_is_used_whole() {
        for mebibytes in [1, 3, 5, 7] {
            let table = Table::new(mebibytes).unwrap();
            let asked = mebibytes << 20;
            assert!((asked - asked / 1000..=asked).contains(&table.bytes()), "{mebibytes}");
            let entries = table.bytes() / (2 * size_of::<u64>());
            let mut filled = 0;
            for number in 0..3 * entries {
                let was_empty = table.store(Key::mix(number as u64), entry(1, 1));
                table.grow_if_full(was_empty.into());
                filled += usize::from(was_empty);
            }
            assert!(filled > entries / 100 * 97, "{mebibytes}: {filled} of {entries}");
        }
    }

    /// Only the buckets that [`Table::hashfull`] samples are full.
    #[test]
    fn a_table_grows_by_the_count_of_filled_entries_and_not_by_the_sample() {
        let table = Table::new(4).unwrap();
        let step = FIRST_BUCKETS.div_ceil(SAMPLE);
        for bucket in (0..FIRST_BUCKETS).step_by(step) {
            for number in 0..ENTRIES as u64 {
                // A row has 2^13 buckets, so the upper 13 bits of the key's low half are the number of the bucket.
                let key = Key(((bucket as u64) << 19) | (number + 1));
                table.grow_if_full(table.store(key, entry(1, 1)).into());
            }
        }
        assert_eq!(table.hashfull(), 125, "the sample is full, and an eighth of the table is in use");
        assert_eq!(table.in_use.load(Ordering::Relaxed), FIRST_BUCKETS);
    }
}
