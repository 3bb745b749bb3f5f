//! Time management: the time budget of one move on a clock, and the share of the budget that a search needs.

use std::time::Duration;

use super::control::Budget;
use crate::rules::Score;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// Remaining time.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Number of moves until the next time control, where 0 counts as 1; `None` if there is no further time control.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Number of moves among which the remaining time is divided; a smaller `moves_to_go` replaces it.
    const EXPECTED_MOVES: u32 = 28;

    /// Returns a time budget for the next move. `overhead` is the time that every move loses in communication; the
    /// budget leaves this time on the clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use plywright::search::Clock;
    /// let minute = Clock { remaining: Duration::from_secs(60), ..Clock::default() };
    /// let budget = minute.budget(Duration::from_millis(10));
    /// assert!(budget.soft <= budget.hard && budget.hard < minute.remaining / 4);
    /// assert!(budget.latest < minute.remaining);
    /// let empty = Clock::default();
    /// assert_eq!(empty.budget(Duration::from_millis(10)).latest, Duration::ZERO);
    /// ```
    ///
    /// A game does not run out of time, even if every move uses its whole hard budget:
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use plywright::search::Clock;
    /// for increment in [0, 100].map(Duration::from_millis) {
    ///     let mut clock = Clock { remaining: Duration::from_secs(10), increment, moves_to_go: None };
    ///     for _ in 0..100 {
    ///         let used = clock.budget(Duration::from_millis(10)).hard;
    ///         clock.remaining = clock.remaining.checked_sub(used).expect("time is left") + increment;
    ///     }
    /// }
    /// ```
    pub fn budget(&self, overhead: Duration) -> Budget {
        let usable = self.remaining.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(Self::EXPECTED_MOVES).clamp(1, Self::EXPECTED_MOVES);
        // A quarter of the increment is saved, because some moves use more than their share.
        let share = usable / moves + self.increment * 3 / 4;
        // The last move before the time control may use 90 % of the usable time, any other move 20 %.
        let max = if moves == 1 { usable * 9 / 10 } else { usable / 5 };
        // An iteration that begins just before the soft limit often takes longer than all earlier ones together, so the
        // soft limit is below the share and the hard limit above it.
        Budget { soft: (share * 6 / 10).min(max), hard: (share * 5 / 2).min(max), latest: usable }
    }
}

/// Estimates the time that a search needs, relative to its usual time. A search needs less while the best
/// move stays the same, and more after a change of the best move or a fall of the value.
#[derive(Clone, Debug)]
pub(super) struct Stability<M> {
    best: Option<M>,
    /// Number of iterations since the one in which the best move last changed.
    unchanged: usize,
    /// Value of the last iteration.
    score: Score,
    /// Sum of the falls of the value from one iteration to the next, in units of `win_scale`. Every iteration halves
    /// the earlier falls.
    fall: f64,
    win_scale: f64,
}

impl<M: Copy + PartialEq> Stability<M> {
    /// Time factors by the number of iterations since the best move changed: 0, 1, 2, 3, 4, and 5 or more.
    const NEED: [f64; 6] = [1.5, 1.2, 1.0, 0.85, 0.75, 0.7];
    /// Share of `fall` that is left after an iteration.
    const MEMORY: f64 = 0.5;
    /// Maximum of `fall` that is added to the time factor.
    const MAX_FALL: f64 = 1.0;

    /// Creates the estimate before the first iteration. `win_scale` is the evaluation at which three of four games
    /// are won. If it is 0, evaluations do not express winning chances, and falls of the value do not count.
    pub(super) fn new(win_scale: i32) -> Self {
        Self { best: None, unchanged: 0, score: Score::DRAW, fall: 0.0, win_scale: win_scale.into() }
    }

    /// Takes the best move and the value of a finished iteration into account.
    pub(super) fn note(&mut self, best: M, score: Score) {
        self.fall *= Self::MEMORY;
        if self.best.is_some() && self.win_scale > 0.0 {
            self.fall += f64::from(self.score.0 - score.0).max(0.0) / self.win_scale;
        }
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        self.score = score;
    }

    /// Returns the time factor: needed time divided by usual time, 0.7 to 2.5.
    pub(super) fn need(&self) -> f64 {
        Self::NEED[self.unchanged.min(Self::NEED.len() - 1)] + self.fall.min(Self::MAX_FALL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_needs_less_time_while_the_best_move_stays_the_same() {
        let mut stability = Stability::new(100);
        let mut needs = Vec::new();
        for score in [20, 25, 22, 22, 20, 21, 21] {
            stability.note(1, Score(score));
            needs.push(stability.need());
        }
        // The value falls by up to 3 % of `win_scale`, which may add a little time.
        assert!(needs[1..].is_sorted_by(|a, b| *a >= *b - 0.06) && needs[6] < 0.8, "{needs:?}");
    }

    /// Returns the time factor after five iterations with best move 1 and value 20, and a sixth one with `best` and
    /// `score`.
    fn need_after(best: u8, score: i32) -> f64 {
        let mut stability = Stability::new(100);
        for _ in 0..5 {
            stability.note(1, Score(20));
        }
        stability.note(best, Score(score));
        stability.need()
    }

    #[test]
    fn a_search_needs_more_time_after_bad_news() {
        assert!(need_after(1, -40) > need_after(1, 20) + 0.5, "the value fell");
        assert!(need_after(2, 20) > need_after(1, 20) + 0.5, "another move is best");
        assert!(need_after(1, 400) <= need_after(1, 20), "good news need no time");
    }
}
