//! Which moves to look at first: those after which the evaluation is best, estimated from what the
//! move itself changes.

use plywright::Ranks;

use super::weights::AROUND;
use super::worker;
use crate::moves::{Move, Plain};
use crate::square::{Square, TOP};
use crate::squares::{NEIGHBOURS, Squares, neighbours};
use crate::state::State;

/// Units of rank for a unit of the evaluation.
const SCALE: i32 = 3;

/// Appends the ranks of mortals' moves.
pub(super) fn rank(state: &State, moves: &[Move], ranks: &mut Ranks) {
    let judge = Judge::new(state);
    let mut last_step = None;
    let mut gained = 0;
    for mv in moves {
        ranks.push(match mv.as_plain() {
            Some(Plain::Build(from, to, site)) => {
                if last_step != Some((from, to)) {
                    last_step = Some((from, to));
                    gained = judge.step(from, to);
                }
                (SCALE * (gained + judge.build(from, to, site))).clamp(-10_000, 10_000)
            }
            Some(Plain::Win(..)) => 10_000,
            _ => 0,
        });
    }
}

/// What the moves of a position are judged by.
struct Judge<'a> {
    state: &'a State,
    levels: [Squares; TOP as usize + 1],
    /// Next to an enemy.
    watched: Squares,
}

impl<'a> Judge<'a> {
    fn new(state: &'a State) -> Self {
        let free = !state.occupied();
        let levels = std::array::from_fn(|height| free & state.exactly(height as u8));
        Self { state, levels, watched: neighbours(state.others()) }
    }

    /// What a worker gains by a step.
    #[inline]
    fn step(&self, from: Square, to: Square) -> i32 {
        let worth = |at| worker(self.state, &self.levels, self.watched, at);
        worth(to) - worth(from)
    }

    /// What a building on `site` is worth to all workers next to it, after a step.
    #[inline]
    fn build(&self, from: Square, to: Square, site: Square) -> i32 {
        let height = usize::from(self.state.height(site));
        let near = NEIGHBOURS[site.index()];
        let gain = |worker: Square, contested: usize| {
            let around = &AROUND[usize::from(self.state.height(worker)).min(TOP.into())];
            around.get(height + 1).map_or(0, |raised| raised[contested]) - around[height][contested]
        };
        let contested = usize::from(self.watched.contains(site));
        let own = self.state.own().without(from).with(to) & near;
        let own: i32 = own.into_iter().map(|worker| gain(worker, contested)).sum();
        let others: i32 = (self.state.others() & near).into_iter().map(|worker| gain(worker, 1)).sum();
        own - others
    }
}
