//! The transposition table: shared by all threads, lock-free, in safe Rust.
//!
//! An entry is two atomic words, the data and the key xor the data. Words of different writers do not match
//! each other, so a torn entry reads as absent. Four entries share a cache line and compete for it by depth
//! and age.
//!
//! The memory comes zeroed from the system, and only a small part is used at first: while the table is half
//! full, it grows by linear hashing, some buckets at each look, up to the size that was asked for. A new
//! bucket takes what belongs to it from the one that stood for it so far. So a large table costs nothing to
//! create, a short search stays in the caches, and growing neither loses anything nor holds a search up.
//!
//! A bucket is written to before it is ever read. Were it read first, the system would show a page of zeros
//! and replace it at the first write, for which it interrupts all threads.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use thiserror::Error;

use super::report::Bound;
use crate::key::Key;
use crate::score::{Depth, Score};

const ENTRIES: usize = 4;
const WORDS: usize = 2 * ENTRIES;
const LINE: usize = WORDS * size_of::<AtomicU64>();
const AGES: u8 = 32;
/// Buckets in use at first: half a mebibyte.
const FIRST_BUCKETS: usize = 1 << 13;
/// Buckets by which the table grows at a time: a tenth of a millisecond.
const GROWTH: usize = 1 << 11;
/// Buckets that are looked at to estimate how full the table is.
const SAMPLE: usize = 250;
/// Maximum number of plies by which a bound may be less deep than the entry of the same position that it
/// replaces.
const KEPT_PLIES: u16 = 3;
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
    /// No estimate went into the value: it holds at every greater depth too.
    pub complete: bool,
}

impl Entry {
    /// Whether this entry of the same position is worth more than `new`: it was searched much deeper, and
    /// `new` is a bound.
    fn is_worth_more_than(&self, new: &Self) -> bool {
        new.bound != Bound::Exact && !new.complete && self.depth.0 > new.depth.0 + KEPT_PLIES
    }
}

/// The system does not have the memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct TableError {
    /// The size that was asked for.
    pub mebibytes: usize,
}

/// The transposition table.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Words to skip so that buckets begin at a cache line.
    skip: usize,
    /// Buckets in use.
    in_use: AtomicUsize,
    /// Buckets at the most, a power of two.
    most: usize,
    growing: AtomicBool,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `mebibytes` MiB: the greatest power of two that fits. 0 gives the smallest one, a
    /// single bucket.
    ///
    /// # Errors
    /// When the system does not have the memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let fitting = mebibytes.checked_mul(1 << 20).ok_or(error)? / LINE;
        let most = fitting.checked_ilog2().map_or(1, |log| 1 << log);
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box((most + 1) * WORDS).map_err(|()| error)?;
        let skip = words.as_ptr().align_offset(LINE) % WORDS;
        let in_use = AtomicUsize::new(most.min(FIRST_BUCKETS));
        let table =
            Self { words, skip, in_use, most, growing: AtomicBool::new(false), age: AtomicU8::new(1) };
        (0..most.min(FIRST_BUCKETS)).for_each(|number| table.numbered(number)[0].store(0, Ordering::Relaxed));
        Ok(table)
    }

    /// Memory that the table may use.
    pub fn bytes(&self) -> usize {
        self.most * LINE
    }

    /// Takes more of the memory into use if what is in use is half full. To be called now and then while
    /// searching, by each thread every few thousand nodes; of what other threads store in that moment a little
    /// may be lost.
    pub fn grow_if_full(&self) {
        let buckets = self.in_use.load(Ordering::Relaxed);
        if buckets == self.most
            || self.share_in_sample(|data| data != 0) < 0.5
            || self.growing.swap(true, Ordering::Acquire)
        {
            return;
        }
        let buckets = self.in_use.load(Ordering::Relaxed);
        let more = (buckets + GROWTH).min(self.most);
        for number in buckets..more {
            self.fill_from_stand_in(number);
        }
        self.in_use.store(more, Ordering::Relaxed);
        self.growing.store(false, Ordering::Release);
    }

    /// Takes over what belongs to a new bucket from the one that stood for it so far.
    fn fill_from_stand_in(&self, number: usize) {
        let new = self.numbered(number);
        let old = self.numbered(number_of(number, number));
        for (from, to) in old.chunks_exact(2).zip(new.chunks_exact(2)) {
            let words = [from[0].load(Ordering::Relaxed), from[1].load(Ordering::Relaxed)];
            let moves = words[1] != 0 && number_of((words[0] ^ words[1]) as usize, number + 1) == number;
            for ((to, from), word) in to.iter().zip(from).zip(words) {
                to.store(if moves { word } else { 0 }, Ordering::Relaxed);
                if moves {
                    from.store(0, Ordering::Relaxed);
                }
            }
        }
    }

    /// Begins a new search: an entry of the last one counts for 8 plies less when room is needed, and so on
    /// back.
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

    /// Stores what was found out about a position, in the place of the least valuable entry of its bucket. A
    /// known best move is kept when the new entry has none.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        for (number, old) in bucket.chunks_exact(2).enumerate() {
            let data = old[1].load(Ordering::Relaxed);
            if old[0].load(Ordering::Relaxed) ^ data == key.0 && data != 0 {
                let known = unpack(data);
                if known.is_worth_more_than(&entry) && age_of(data) == age {
                    return;
                }
                entry.code = entry.code.or(known.code);
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

    /// The part of the table that holds entries of the present search, in thousandths, by a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let used = self.share_in_sample(|data| data != 0 && age_of(data) == age);
        let in_use = self.in_use.load(Ordering::Relaxed) as f64 / self.most as f64;
        (used * in_use * 1000.0) as u32
    }

    /// The share of entries in use that are of that kind, by a sample.
    fn share_in_sample(&self, is_counted: impl Fn(u64) -> bool) -> f64 {
        let buckets = self.in_use.load(Ordering::Relaxed);
        let sample = (0..buckets).step_by(buckets.div_ceil(SAMPLE));
        let sampled = sample.len() * ENTRIES;
        let entries = sample.flat_map(|number| self.numbered(number).chunks_exact(2));
        let counted = entries.filter(|entry| is_counted(entry[1].load(Ordering::Relaxed))).count();
        counted as f64 / sampled as f64
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        self.numbered(number_of(key.0 as usize, self.in_use.load(Ordering::Relaxed)))
    }

    #[inline]
    fn numbered(&self, bucket: usize) -> &[AtomicU64] {
        &self.words[self.skip + bucket * WORDS..][..WORDS]
    }
}

/// The number of the bucket for a key, of `buckets` in use: by linear hashing, so that one bucket more takes
/// keys from a single one.
#[inline]
fn number_of(key: usize, buckets: usize) -> usize {
    let mask = buckets.next_power_of_two() - 1;
    let number = key & mask;
    if number < buckets { number } else { number & (mask >> 1) }
}

// The data word: code 0..32 | score 32..48 | depth 48..56 | age 56..61 | complete 61 | bound 62..64. Bounds
// start at 1, so no entry is all zeros. The greatest code stands for "no move".

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
    (data >> 56) as u8 % AGES
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
    fn a_table_grows_and_keeps_what_it_has() {
        let table = Table::new(4).unwrap();
        let keys: Vec<Key> = (0..FIRST_BUCKETS as u64 * 5 / 2).map(Key::mix).collect();
        for key in &keys {
            table.store(*key, entry(5, 5));
        }
        let known = || keys.iter().filter(|key| table.probe(**key).is_some()).count();
        let before = known();
        assert_eq!(table.in_use.load(Ordering::Relaxed), FIRST_BUCKETS);
        for _ in 0..10 {
            table.grow_if_full();
            assert_eq!(known(), before);
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
                    let mut found = 0;
                    for number in 0..60_000 {
                        // The threads come to many of the same positions.
                        let key = Key::mix(number * 3 / (1 + thread));
                        if let Some(known) = table.probe(key) {
                            assert_eq!(known.code, Some(code(key)));
                            found += 1;
                        }
                        table.store(key, entry(code(key), 5));
                        if number % 1000 == 0 {
                            table.grow_if_full();
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

    #[test]
    fn a_known_move_survives_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(Key(9), entry(3, 4));
        table.store(Key(9), Entry { code: None, ..entry(0, 5) });
        assert_eq!(table.probe(Key(9)).unwrap().code, Some(3));
        assert_eq!(table.probe(Key(9)).unwrap().depth, Depth(5));
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_entry_of_the_same_position() {
        let table = Table::new(1).unwrap();
        table.store(Key(9), entry(3, 12));
        table.store(Key(9), entry(4, 5));
        assert_eq!(table.probe(Key(9)), Some(entry(3, 12)));
        let exact = Entry { bound: Bound::Exact, ..entry(4, 5) };
        table.store(Key(9), exact);
        assert_eq!(table.probe(Key(9)), Some(exact));
    }

    #[test]
    fn a_table_that_no_machine_has_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
    }
}
