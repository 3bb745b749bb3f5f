//! One static evaluation, per game: by hand, and by the shipped network. Evaluates the successors of
//! positions of every phase one after the other, as a search does.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywright::{Eval, Moves, Playable};
use plywright_benchmarks::{ForGame, for_each_game, sample_positions, samples, shipped_eval};

struct Evaluation<'a>(&'a mut Criterion);

impl ForGame for Evaluation<'_> {
    fn run<G: Playable>(&mut self, game: &G) {
        let successors: Vec<G::State> = sample_positions(game)
            .iter()
            .flat_map(|state| {
                let mut moves = Moves::new();
                game.moves(state, &mut moves);
                moves.into_iter().map(move |mv| {
                    let mut child = state.clone();
                    game.play(&mut child, mv);
                    child
                })
            })
            .filter(|child| game.ending(child).is_none())
            .collect();
        let mut group = self.0.benchmark_group(format!("evaluation/{}", G::NAME));
        group.throughput(Throughput::Elements(successors.len() as u64));
        for (name, mut eval) in [("by hand", game.eval()), ("as shipped", shipped_eval(game))] {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    successors
                        .iter()
                        .map(|child| i64::from(eval.evaluate(game, black_box(child)).0))
                        .sum::<i64>()
                });
            });
        }
    }
}

fn evaluations(criterion: &mut Criterion) {
    for_each_game(&mut Evaluation(criterion));
}

criterion_group! { name = benches; config = samples(20, 2); targets = evaluations }
criterion_main!(benches);
