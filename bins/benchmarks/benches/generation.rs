//! Move generation, per game, on positions of every phase: listing, counting and playing moves.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywright::{Moves, Playable};
use plywright_benchmarks::{ForGame, for_each_game, sample_positions, samples};

struct Generation<'a>(&'a mut Criterion);

impl ForGame for Generation<'_> {
    fn run<G: Playable>(&mut self, game: &G) {
        let sample = sample_positions(game);
        let listed: Vec<Moves<G::Move>> = sample.iter().map(|state| moves(game, state)).collect();
        let mut group = self.0.benchmark_group(format!("generation/{}", G::NAME));

        group.throughput(Throughput::Elements(sample.len() as u64));
        group.bench_function("moves", |bencher| {
            bencher.iter(|| sample.iter().map(|state| moves(game, black_box(state)).len()).sum::<usize>());
        });
        group.bench_function("count", |bencher| {
            bencher.iter(|| sample.iter().map(|state| game.count(black_box(state))).sum::<u64>());
        });

        group.throughput(Throughput::Elements(listed.iter().map(|moves| moves.len() as u64).sum()));
        group.bench_function("play", |bencher| {
            bencher.iter(|| {
                for (state, moves) in sample.iter().zip(&listed) {
                    for mv in moves {
                        let mut child = state.clone();
                        game.play(&mut child, black_box(*mv));
                        black_box(&child);
                    }
                }
            });
        });
    }
}

fn moves<G: Playable>(game: &G, state: &G::State) -> Moves<G::Move> {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves
}

fn generation(criterion: &mut Criterion) {
    for_each_game(&mut Generation(criterion));
}

criterion_group! { name = benches; config = samples(30, 2); targets = generation }
criterion_main!(benches);
