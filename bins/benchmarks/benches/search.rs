//! Search, per game and algorithm: the bench positions to a fixed depth, or to a number of nodes for Monte
//! Carlo tree search; and the default algorithm with two threads.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use plywright::search::{Algorithm, Limits};
use plywright::{Depth, Playable};
use plywright_benchmarks::{ForGame, Task, bench_positions, for_each_game, samples};

/// Plies less than the depth of the game's own benchmark, because each search is repeated many times.
const SHALLOWER: u16 = 3;
/// Nodes of Monte Carlo tree search on each position.
const NODES: u64 = 5_000;
/// Size of the table in mebibytes; small, because every search creates one.
const TABLE: usize = 4;

struct Searches<'a>(&'a mut Criterion);

impl ForGame for Searches<'_> {
    fn run<G: Playable>(&mut self, game: &G) {
        let mut group = self.0.benchmark_group(format!("search/{}", G::NAME));
        for algorithm in Algorithm::PLAYING {
            match algorithm {
                Algorithm::Random => {}
                Algorithm::Mcts => {
                    bench(&mut group, algorithm.name(), game, |_| Task {
                        algorithm,
                        limits: Limits { nodes: Some(NODES), ..Limits::default() },
                        ..Task::to_depth(Depth(0))
                    });
                }
                _ => bench(&mut group, algorithm.name(), game, |depth| Task {
                    algorithm,
                    ..Task::to_depth(depth)
                }),
            }
        }
        bench(&mut group, "pvs, two threads", game, |depth| Task { threads: 2, ..Task::to_depth(depth) });
    }
}

fn bench<G: Playable>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: &G,
    task: impl Fn(Depth) -> Task,
) {
    let positions = bench_positions(game);
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for (state, Depth(depth)) in &positions {
                let task = Task { table: TABLE, ..task(Depth(depth.saturating_sub(SHALLOWER).max(1))) };
                black_box(task.run(game, black_box(state)));
            }
        });
    });
}

fn searches(criterion: &mut Criterion) {
    for_each_game(&mut Searches(criterion));
}

criterion_group! { name = benches; config = samples(10, 4); targets = searches }
criterion_main!(benches);
