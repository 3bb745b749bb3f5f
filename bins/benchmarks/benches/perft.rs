//! Perft of each game's bench positions, with bulk counting of the last ply and with every move made.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywright::{Playable, perft, perft_making_leaves};
use plywright_benchmarks::{ForGame, bench_positions, for_each_game, samples};

/// Minimum number of move sequences over all positions, which determines the depth.
const SEQUENCES: u64 = 100_000;
const DEEPEST: u32 = 20;

struct Perft<'a>(&'a mut Criterion);

impl ForGame for Perft<'_> {
    fn run<G: Playable>(&mut self, game: &G) {
        let positions = bench_positions(game);
        let count = |depth| positions.iter().map(|(state, _)| perft(game, state, depth)).sum::<u64>();
        let enough = (1..=DEEPEST).map(|depth| (depth, count(depth))).find(|(_, count)| *count >= SEQUENCES);
        let (depth, sequences) = enough.expect("a game with so many sequences");
        let mut group = self.0.benchmark_group(format!("perft/{}", G::NAME));
        group.throughput(Throughput::Elements(sequences));
        group.bench_function(format!("depth {depth}"), |bencher| {
            bencher.iter(|| {
                positions.iter().map(|(state, _)| perft(game, black_box(state), depth)).sum::<u64>()
            });
        });
        group.bench_function(format!("depth {depth}, making leaves"), |bencher| {
            bencher.iter(|| {
                let counts =
                    positions.iter().map(|(state, _)| perft_making_leaves(game, black_box(state), depth));
                counts.sum::<u64>()
            });
        });
    }
}

fn count_sequences(criterion: &mut Criterion) {
    for_each_game(&mut Perft(criterion));
}

criterion_group! { name = benches; config = samples(20, 3); targets = count_sequences }
criterion_main!(benches);
