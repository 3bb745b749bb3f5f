//! Benchmarks of the transposition table: stores, hits and misses, in a small table and in a large one.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use plywright::search::{Bound, Entry, Table};
use plywright::{Depth, Key, Score};
use plywright_benchmarks::samples;

/// Number of operations in each measured round.
const ROUND: u64 = 1 << 16;
/// Number of stores between two calls of [`Table::grow_if_full`]. A search calls it after a similar number of nodes.
const GROWTH_CHECK: u64 = 1000;
const SIZES: [(&str, usize); 2] = [("1 MiB", 1), ("256 MiB", 256)];
const ENTRY_BYTES: u64 = 16;
const ENTRY: Entry =
    Entry { code: Some(17), score: Score(25), depth: Depth(9), bound: Bound::Exact, complete: false };
/// Depth of entries that later stores replace first.
const SHALLOW: Depth = Depth(1);
/// Depth of entries that are hardly ever replaced.
const DEEP: Depth = Depth(60);
/// Number of the first key that [`bench_probe`] stores and finds. [`Key::mix`] turns a number into a key. The keys of
/// all other entries have lower numbers.
const HIT_KEYS: u64 = 1 << 40;
/// Number of the first key that is probed but never stored.
const MISS_KEYS: u64 = 1 << 50;

fn bench_tables(criterion: &mut Criterion) {
    for (name, mebibytes) in SIZES {
        let table = Table::new(mebibytes).expect("memory for the table");
        let entries = table.bytes() as u64 / ENTRY_BYTES;
        let mut group = criterion.benchmark_group(format!("table/{name}"));
        group.throughput(Throughput::Elements(ROUND));
        fill(&table, 2 * entries);
        bench_store(&mut group, &table, 2 * entries);
        bench_probe(&mut group, &table, entries / 4);
    }
}

/// Stores entries for the key numbers below `keys`, so that the table grows to its full size, every page is touched and
/// almost every entry is filled before the measurement.
fn fill(table: &Table, keys: u64) {
    let mut filled = 0;
    for number in 0..keys {
        filled += u32::from(table.store(Key::mix(number), Entry { depth: SHALLOW, ..ENTRY }));
        if number % GROWTH_CHECK == 0 {
            table.grow_if_full(std::mem::take(&mut filled));
        }
    }
}

/// Measures stores of keys that the table does not have, with the numbers from `next` on.
fn bench_store(group: &mut BenchmarkGroup<WallTime>, table: &Table, mut next: u64) {
    group.bench_function("store", |bencher| {
        bencher.iter(|| {
            for number in next..next + ROUND {
                table.store(black_box(Key::mix(number)), ENTRY);
            }
            next += ROUND;
        });
    });
}

/// Stores `count` keys, then measures probes of these keys and of as many unknown ones. If `count` is at most a quarter
/// of the table's entries, hardly any of the stored keys is replaced.
fn bench_probe(group: &mut BenchmarkGroup<WallTime>, table: &Table, count: u64) {
    table.next_search();
    for number in 0..count {
        table.store(Key::mix(HIT_KEYS + number), Entry { depth: DEEP, ..ENTRY });
    }
    let mut round = 0;
    for (name, first) in [("probe, hit", HIT_KEYS), ("probe, miss", MISS_KEYS)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                round += 1;
                keys_of_round(round, first, count).filter_map(|key| table.probe(black_box(key))).count()
            });
        });
    }
}

/// Returns the keys probed in a round. A round continues where the previous round ended; after `count` keys, it starts
/// again at the number `first`.
fn keys_of_round(round: u64, first: u64, count: u64) -> impl Iterator<Item = Key> {
    (0..ROUND).map(move |number| Key::mix(first + (round * ROUND + number) % count))
}

criterion_group! { name = benches; config = samples(20, 2); targets = bench_tables }
criterion_main!(benches);
