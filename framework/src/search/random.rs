//! The random player, an opponent without any skill.

use super::algorithm::{Limits, Root, Search, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::report::{Bound, Info, Report, SearchResult, Variation};
use super::rng::Rng;
use crate::rules::{Depth, Score};

/// Search that chooses a root move at random; all root moves are equally likely. Its scores are all 0.
#[derive(Clone, Debug)]
pub struct RandomMover {
    rng: Rng,
    lines: usize,
}

impl RandomMover {
    /// Creates a player that reports at most `lines` different random moves; 0 counts as 1.
    pub const fn new(seed: u64, lines: usize) -> Self {
        Self { rng: Rng::new(seed), lines }
    }
}

impl<G: SearchGame, E: Eval<G>> Search<G, E> for RandomMover {
    fn search(
        &mut self,
        root: &Root<G>,
        _limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let mut moves = root.moves.clone();
        let mut lines = Vec::new();
        while !moves.is_empty() && lines.len() < self.lines.max(1) {
            let mv = moves.swap_remove(self.rng.below(moves.len()));
            lines.push(Variation { score: Score::DRAW, bound: Bound::Exact, moves: vec![mv] });
        }
        for (index, line) in lines.iter().enumerate() {
            report.info(&Info::new(Depth(1), index + 1, line.clone(), 1, control.elapsed()));
        }
        SearchResult { nodes: u64::from(!lines.is_empty()), lines, depth: Depth(1) }
    }
}
