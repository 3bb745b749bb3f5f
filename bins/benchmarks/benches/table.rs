//! Benchmarks of the transposition table: stores, hits and misses, in a small table and in a large one.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywright::search::{Bound, Entry, Table};
use plywright::{Depth, Key, Score};
use plywright_benchmarks::samples;

/// Number of operations in each measured round.
const ROUND: u64 = 1 << 16;
/// Number of stores between two calls of [`Table::grow_if_full`], as in a search.
const GROWTH_CHECK: u64 = 1000;
const SIZES: [(&str, usize); 2] = [("1 MiB", 1), ("256 MiB", 256)];
const ENTRY: Entry =
    Entry { code: Some(17), score: Score(25), depth: Depth(9), bound: Bound::Exact, complete: false };

fn table(criterion: &mut Criterion) {
    for (name, mebibytes) in SIZES {
        let table = Table::new(mebibytes).expect("memory for the table");
        let entries = table.bytes() as u64 / 16;
        // Lets the table grow to its full size, touches every page and fills almost every entry before the
        // measurement.
        let mut filled = 0;
        for number in 0..2 * entries {
            filled += u32::from(table.store(Key::mix(number), Entry { depth: Depth(1), ..ENTRY }));
            if number % GROWTH_CHECK == 0 {
                table.grow_if_full(std::mem::take(&mut filled));
            }
        }
        let mut group = criterion.benchmark_group(format!("table/{name}"));
        group.throughput(Throughput::Elements(ROUND));
        let mut next = 2 * entries;
        group.bench_function("store", |bencher| {
            bencher.iter(|| {
                for number in next..next + ROUND {
                    table.store(black_box(Key::mix(number)), ENTRY);
                }
                next += ROUND;
            });
        });
        // A quarter as many keys as entries, so that hardly any key is replaced.
        let known =
            |round: u64| (0..ROUND).map(move |number| (round * ROUND + number) % (entries / 4) + (1 << 40));
        table.next_search();
        for number in 0..entries / 4 {
            table.store(Key::mix(number + (1 << 40)), Entry { depth: Depth(60), ..ENTRY });
        }
        let mut round = 0;
        group.bench_function("probe, hit", |bencher| {
            bencher.iter(|| {
                round += 1;
                known(round).filter_map(|number| table.probe(black_box(Key::mix(number)))).count()
            });
        });
        group.bench_function("probe, miss", |bencher| {
            bencher.iter(|| {
                round += 1;
                known(round).filter_map(|number| table.probe(black_box(Key::mix(number + (1 << 50))))).count()
            });
        });
    }
}

criterion_group! { name = benches; config = samples(20, 2); targets = table }
criterion_main!(benches);
