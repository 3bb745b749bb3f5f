//! A pseudo-random number generator, and the random player.

use super::algorithm::{Limits, Root, Search, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::report::{Bound, Info, Report, SearchResult, Variation};
use crate::rules::{Depth, Key, Score, random_index};

/// A small pseudo-random number generator (`SplitMix64`). The same seed gives the same numbers in every
/// build.
///
/// ```
/// use plywright::search::Rng;
/// assert_eq!(Rng::new(5).below(100), Rng::new(5).below(100));
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    counter: u64,
}

impl Rng {
    /// Creates a generator from a seed.
    pub const fn new(seed: u64) -> Self {
        Self { counter: seed }
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Key::mix(self.counter).0
    }

    /// Returns a random number in `0..bound`; 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        random_index(self.bits(), bound)
    }

    /// Puts the elements of a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }

    /// Returns a random number in `0.0..1.0`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

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
