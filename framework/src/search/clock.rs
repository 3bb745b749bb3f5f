//! How much of the clock one move may take.

use std::time::Duration;

use super::control::Budget;
use crate::rules::Score;

/// The clock of the side to move, as the game's rules set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// What is left on it.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until the clock is refilled, if it ever is.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Moves that a game is expected to go on for, when the clock does not say.
    const EXPECTED_MOVES: u32 = 28;

    /// The time for one move that leaves enough for those that follow; `overhead` is lost on every move on
    /// its way between the programs.
    ///
    /// ```
    /// use std::time::Duration;
    /// use plywright::search::Clock;
    /// let minute = Clock { remaining: Duration::from_secs(60), ..Clock::default() };
    /// let budget = minute.budget(Duration::from_millis(10));
    /// assert!(budget.soft <= budget.hard && budget.hard < minute.remaining / 4);
    /// ```
    pub fn budget(&self, overhead: Duration) -> Budget {
        let usable = self.remaining.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(Self::EXPECTED_MOVES).clamp(1, Self::EXPECTED_MOVES);
        let share = usable / moves + self.increment * 3 / 4;
        // The last move before the clock is refilled may use it up but for a reserve; others keep most of it.
        let most = if moves == 1 { usable * 9 / 10 } else { usable / 5 };
        Budget { soft: (share * 6 / 10).min(most), hard: (share * 5 / 2).min(most) }
    }
}

/// How much of its usual time a search needs: less while it agrees with itself from one iteration to the
/// next, more after it changed its mind or found that it stands worse than it thought.
#[derive(Clone, Debug)]
pub(super) struct Stability<M> {
    best: Option<M>,
    /// Iterations in a row with the same best move.
    unchanged: usize,
    score: Score,
    /// By how much the value has fallen of late, in parts of the value of three games of four.
    fall: f64,
    win_scale: f64,
}

impl<M: Copy + PartialEq> Stability<M> {
    /// The need after 0, 1, 2 ... iterations with the same best move.
    const NEED: [f64; 6] = [1.5, 1.2, 1.0, 0.85, 0.75, 0.7];
    /// What remains of a fall an iteration later.
    const MEMORY: f64 = 0.5;
    /// The greatest fall that counts, and the need that it adds.
    const GREATEST_FALL: f64 = 1.0;

    /// For values in units of which `win_scale` win three games of four; 0 where the values say nothing about
    /// chances.
    pub(super) fn new(win_scale: i32) -> Self {
        Self { best: None, unchanged: 0, score: Score::DRAW, fall: 0.0, win_scale: win_scale.into() }
    }

    /// An iteration has ended with that best move and value.
    pub(super) fn note(&mut self, best: M, score: Score) {
        let fall = f64::from(self.score.0 - score.0) / self.win_scale.max(1.0);
        let counts = self.best.is_some() && self.win_scale > 0.0;
        self.fall = self.fall * Self::MEMORY + if counts { fall.max(0.0) } else { 0.0 };
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        (self.best, self.score) = (Some(best), score);
    }

    /// How many times its usual time the search needs.
    pub(super) fn need(&self) -> f64 {
        Self::NEED[self.unchanged.min(Self::NEED.len() - 1)] + self.fall.min(Self::GREATEST_FALL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of many moves, each using its whole hard budget and the overhead, never oversteps the clock.
    #[test]
    fn the_clock_never_runs_out() {
        let overhead = Duration::from_millis(10);
        for increment in [0, 100] {
            let increment = Duration::from_millis(increment);
            let mut remaining = Duration::from_secs(10);
            for _ in 0..100 {
                let clock = Clock { remaining, increment, moves_to_go: None };
                let used = clock.budget(overhead).hard;
                assert!(used <= remaining);
                remaining = remaining.saturating_sub(used) + increment;
            }
        }
    }

    #[test]
    fn a_steady_search_needs_less_time_and_a_worried_one_more() {
        let mut stability = Stability::new(100);
        let mut needs = Vec::new();
        for (best, score) in [(1, 20), (1, 25), (1, 22), (1, 22), (1, 20), (1, 21), (1, 21)] {
            stability.note(best, Score(score));
            needs.push(stability.need());
        }
        assert!(needs[1..].is_sorted_by(|a, b| *a >= *b - 0.06) && needs[6] < 0.8, "{needs:?}");
        let steady = stability.need();
        stability.note(1, Score(-40));
        assert!(stability.need() > steady + 0.5, "the value fell");
        let mut changed = stability.clone();
        stability.note(1, Score(-40));
        changed.note(2, Score(-40));
        assert!(changed.need() > stability.need() + 0.5, "another move is best");
        let mut rising = Stability::new(100);
        for score in [0, 50, 400] {
            rising.note(1, Score(score));
        }
        assert!(rising.need() <= 1.0, "good news need no time");
    }

    #[test]
    fn an_empty_clock_leaves_no_time() {
        assert_eq!(Clock::default().budget(Duration::from_millis(10)).hard, Duration::ZERO);
    }
}
