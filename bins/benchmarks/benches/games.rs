//! Benchmarks of each game: static evaluation, move generation, perft and searches. A word after `--` selects
//! benchmarks by name: `cargo bench -p plywright-benchmarks --bench games -- perft`.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use plywright::search::{Algorithm, Limits};
use plywright::{Depth, Eval, Moves, Playable, perft, perft_making_leaves};
use plywright_benchmarks::{SearchSettings, bench_positions, sample_positions, samples, shipped_eval};
use plywright_games::{GameVisitor, visit};

/// Minimum number of move sequences that perft counts, in all bench positions of a game together. The depth is the
/// smallest one that reaches this number. A game too small to reach it has the depth with the most sequences.
const SEQUENCES: u64 = 100_000;
const MAX_PERFT_DEPTH: u32 = 20;
/// Number of plies by which searches are shallower than in `plywright bench`, because they are repeated many times.
const SHALLOWER: u16 = 3;
/// Node limit of Monte Carlo tree search for each position.
const NODES: u64 = 5_000;
/// Size of the transposition table in MiB, small because each search creates one.
const TABLE: usize = 4;

/// Runs all benchmarks of each visited game.
struct Benchmarks<'a>(&'a mut Criterion);

impl GameVisitor for Benchmarks<'_> {
    fn visit<G: Playable>(&mut self) {
        let (Self(criterion), game) = (self, G::default());
        bench_evaluation(group::<G>(criterion, "evaluation", 20, 2), &game);
        bench_generation(group::<G>(criterion, "generation", 30, 2), &game);
        bench_perft(group::<G>(criterion, "perft", 20, 3), &game);
        bench_searches(group::<G>(criterion, "search", 10, 4), &game);
    }
}

/// Starts a group of benchmarks of a game, with `count` samples in `seconds` seconds.
fn group<'a, G: Playable>(
    criterion: &'a mut Criterion,
    name: &str,
    count: usize,
    seconds: u64,
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("{name}/{}", G::INFO.name));
    group.sample_size(count).measurement_time(Duration::from_secs(seconds));
    group
}

fn legal_moves<G: Playable>(game: &G, state: &G::State) -> Moves<G::Move> {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves
}

fn played<G: Playable>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut child = state.clone();
    game.play(&mut child, mv);
    child
}

/// Measures evaluations of the successors of sample positions, without finished games. As in a search, the successors
/// of a position are evaluated one after another.
fn bench_evaluation<G: Playable>(mut group: BenchmarkGroup<WallTime>, game: &G) {
    let sample = sample_positions(game);
    let successors_of = |state| legal_moves(game, state).into_iter().map(move |mv| played(game, state, mv));
    let successors: Vec<G::State> =
        sample.iter().flat_map(successors_of).filter(|child| game.ending(child).is_none()).collect();
    group.throughput(Throughput::Elements(successors.len() as u64));
    for (name, mut eval) in [("by hand", game.eval()), ("as shipped", shipped_eval(game))] {
        let mut value = |child| i64::from(eval.evaluate(game, black_box(child)).0);
        group.bench_function(name, |bencher| bencher.iter(|| successors.iter().map(&mut value).sum::<i64>()));
    }
}

/// Measures how long it takes to list, to count and to play the moves of sample positions.
fn bench_generation<G: Playable>(mut group: BenchmarkGroup<WallTime>, game: &G) {
    let sample = sample_positions(game);
    let listed: Vec<Moves<G::Move>> = sample.iter().map(|state| legal_moves(game, state)).collect();
    group.throughput(Throughput::Elements(sample.len() as u64));
    group.bench_function("moves", |bencher| {
        bencher.iter(|| sample.iter().map(|state| legal_moves(game, black_box(state)).len()).sum::<usize>());
    });
    group.bench_function("count", |bencher| {
        bencher.iter(|| sample.iter().map(|state| game.count(black_box(state))).sum::<u64>());
    });
    group.throughput(Throughput::Elements(listed.iter().map(|moves| moves.len() as u64).sum()));
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for (state, moves) in sample.iter().zip(&listed) {
                for mv in moves {
                    black_box(&played(game, state, black_box(*mv)));
                }
            }
        });
    });
}

/// Measures perft from the bench positions in two ways: it only counts the last moves of the sequences, or also plays
/// them.
fn bench_perft<G: Playable>(mut group: BenchmarkGroup<WallTime>, game: &G) {
    let positions = bench_positions(game);
    let total = |count: fn(&G, &G::State, u32) -> u64, depth| {
        positions.iter().map(|(state, _)| count(game, black_box(state), depth)).sum::<u64>()
    };
    let (bulk, making_leaves) = (perft as fn(&G, &G::State, u32) -> u64, perft_making_leaves as _);
    let (mut depth, mut sequences) = (1, total(bulk, 1));
    for deeper in 2..=MAX_PERFT_DEPTH {
        let count = if sequences < SEQUENCES { total(bulk, deeper) } else { break };
        if count > sequences {
            (depth, sequences) = (deeper, count);
        }
    }
    group.throughput(Throughput::Elements(sequences));
    group.bench_function(format!("depth {depth}"), |bencher| bencher.iter(|| total(bulk, depth)));
    group.bench_function(format!("depth {depth}, making leaves"), |bencher| {
        bencher.iter(|| total(making_leaves, depth));
    });
}

/// Measures searches of the bench positions: to a depth with alpha-beta algorithms, to a number of nodes with Monte
/// Carlo tree search, and to a depth with PVS on two threads.
fn bench_searches<G: Playable>(mut group: BenchmarkGroup<WallTime>, game: &G) {
    let positions = bench_positions(game);
    let mut bench = |name: &str, settings: &dyn Fn(Depth) -> SearchSettings| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (state, Depth(depth)) in &positions {
                    let settings = SearchSettings {
                        table: TABLE,
                        ..settings(Depth(depth.saturating_sub(SHALLOWER).max(1)))
                    };
                    black_box(settings.search(game, black_box(state)));
                }
            });
        });
    };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for algorithm in Algorithm::PLAYING {
        match algorithm {
            Algorithm::Random => {}
            Algorithm::Mcts => {
                bench(algorithm.name(), &|_| SearchSettings {
                    algorithm,
                    limits,
                    ..SearchSettings::to_depth(Depth(0))
                });
            }
            _ => bench(algorithm.name(), &|depth| SearchSettings {
                algorithm,
                ..SearchSettings::to_depth(depth)
            }),
        }
    }
    bench("pvs, two threads", &|depth| SearchSettings { threads: 2, ..SearchSettings::to_depth(depth) });
}

fn bench_games(criterion: &mut Criterion) {
    visit(&mut Benchmarks(criterion));
}

criterion_group! { name = benches; config = samples(20, 2); targets = bench_games }
criterion_main!(benches);
