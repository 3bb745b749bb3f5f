//! How much of the clock one move may take.

use std::time::Duration;

use super::control::Budget;

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

    /// The time for one move that leaves enough for those that follow; `overhead` is lost on every move on its way
    /// between the programs.
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
    fn an_empty_clock_leaves_no_time() {
        assert_eq!(Clock::default().budget(Duration::from_millis(10)).hard, Duration::ZERO);
    }
}
