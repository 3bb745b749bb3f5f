//! Counts results of games and pairs, and estimates the difference in strength between two engines.
//!
//! The two games of one opening are not independent. Errors are therefore computed from the variance of pairs
//! (pentanomial statistics), not of games. The formulas are fastchess's.

use std::ops::{AddAssign, Neg};

/// Half-width of a 95 % confidence interval, in standard errors.
pub const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// Normalized Elo per standard deviation of a game's score: 800 / ln 10.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Share of the points of a pair of games, for 0, 1, 2, 3 and 4 half points.
pub(crate) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the expected value of a quantity that takes each of the `values` with the probability at the same index.
pub(crate) fn expectation(probabilities: &[f64; 5], values: [f64; 5]) -> f64 {
    probabilities.iter().zip(values).map(|(probability, value)| probability * value).sum()
}

/// Result of a game from the view of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameScore {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl GameScore {
    /// Returns the score in half points: 0 for a loss, 1 for a draw, 2 for a win.
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

impl Neg for GameScore {
    type Output = Self;

    /// Returns the result of the same game for the opponent.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Counts of games and pairs of games between two engines, from the first engine's view. A pair counts when both of its
/// games are finished, so there may be games without a counted pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Numbers of pairs in which the first engine scored 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
    /// Number of pairs with one win and one loss. They are part of `pairs[2]`, like pairs of draws.
    pub decisive_splits: u64,
}

impl Results {
    /// Counts a game on its own. If it completes a pair, [`Results::add_pair`] must be called too.
    pub fn add_game(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// Counts a pair, but not its games, which [`Results::add_game`] counts.
    pub fn add_pair(&mut self, one: GameScore, other: GameScore) {
        self.pairs[one.half_points() + other.half_points()] += 1;
        self.decisive_splits += u64::from(one != GameScore::Draw && one == -other);
    }

    /// Returns the number of games, whether or not they belong to a pair.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the number of pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the first engine's points: 1 for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the number of pairs in which both games were drawn.
    pub fn drawn_pairs(&self) -> u64 {
        self.pairs[2] - self.decisive_splits
    }

    /// Returns the numbers of pairs that the first engine won (1.5 or 2 points), split (1 point) and lost.
    pub const fn pairs_by_winner(&self) -> [u64; 3] {
        let [none, half, split, most, all] = self.pairs;
        [most + all, split, none + half]
    }

    /// Estimates the first engine's lead in strength from the pairs; games without a pair do not count. Every field is
    /// NaN if there are no pairs.
    pub fn estimate(&self) -> Estimate {
        let pairs = self.pair_count() as f64;
        let observed = self.pairs.map(|count| count as f64 / pairs);
        let score = expectation(&observed, SHARES);
        let variance = expectation(&observed, SHARES.map(|share| (share - score).powi(2)));
        let error = (variance / pairs).sqrt();
        let [low, high] = [score - CONFIDENCE * error, score + CONFIDENCE * error];
        let normalized = |share: f64| (share - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO;
        Estimate {
            score,
            elo: elo(score),
            elo_error: (elo(high) - elo(low)) / 2.0,
            normalized_elo: normalized(score),
            normalized_elo_error: (normalized(high) - normalized(low)) / 2.0,
            los: f64::midpoint(1.0, libm::erf((score - 0.5) / (std::f64::consts::SQRT_2 * error))),
        }
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (sum, count) in self.pairs.iter_mut().zip(other.pairs) {
            *sum += count;
        }
        self.decisive_splits += other.decisive_splits;
    }
}

impl Neg for Results {
    type Output = Self;

    /// Returns the counts from the other engine's view.
    fn neg(mut self) -> Self {
        (self.wins, self.losses) = (self.losses, self.wins);
        self.pairs.reverse();
        self
    }
}

/// Estimate of how much stronger one engine is than another. An error is half the width of the 95 % confidence
/// interval. What cannot be estimated is NaN or infinite; see [`Estimate::is_known`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Share of the points in the counted pairs, 0 to 1.
    pub score: f64,
    /// Difference in Elo; plus infinity if every point was won, minus infinity if none was.
    pub elo: f64,
    /// Error of `elo`.
    pub elo_error: f64,
    /// Difference in normalized Elo: the score's lead over one half, in standard deviations of a game's
    /// score, times 800 / ln 10.
    pub normalized_elo: f64,
    /// Error of `normalized_elo`.
    pub normalized_elo_error: f64,
    /// Likelihood of superiority: the probability, 0 to 1, that the first engine is the stronger one.
    pub los: f64,
}

impl Estimate {
    /// Whether there were enough games for an estimate: all numbers are finite and `elo_error` is above 0.
    pub fn is_known(&self) -> bool {
        let Self { elo, elo_error, normalized_elo, normalized_elo_error, los, .. } = self;
        let numbers = [elo, elo_error, normalized_elo, normalized_elo_error, los];
        numbers.iter().all(|number| number.is_finite()) && *elo_error > 0.0
    }
}

/// Returns Wilson's 95 % confidence interval, as its lower and upper end, for the probability of an event that occurred
/// `count` times in `all` trials. Without trials, the interval is 0 to 1.
pub fn wilson(count: u64, all: u64) -> [f64; 2] {
    wilson_of_share(count as f64 / all as f64, all)
}

/// Returns Wilson's 95 % confidence interval, as its lower and upper end, for the mean of values from 0 to 1. `share`
/// is the mean of the observed values, and `all` is their number. If some values lie between 0 and 1, such as half a
/// point, the interval is wider than necessary. Without values, it is 0 to 1.
pub fn wilson_of_share(share: f64, all: u64) -> [f64; 2] {
    if all == 0 {
        return [0.0, 1.0];
    }
    let (all, square) = (all as f64, CONFIDENCE * CONFIDENCE);
    let error = CONFIDENCE * (share * (1.0 - share) / all + square / (4.0 * all * all)).sqrt();
    let bound = |error: f64| (share + square / (2.0 * all) + error) / (1.0 + square / all);
    [bound(-error).max(0.0), bound(error).min(1.0)]
}

/// Converts an expected share of the points, 0 to 1, to a difference in Elo. 0 and 1 give minus and plus
/// infinity.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameScore::{Draw, Loss, Win};

    /// The expected bounds for 5 of 50 were computed by hand.
    #[test]
    fn shares_have_intervals_even_without_events() {
        let rounded = |count, all| wilson(count, all).map(|bound| (bound * 1e4).round() as u32);
        assert_eq!(rounded(5, 50), [435, 2136]);
        assert_eq!(rounded(0, 100), [0, 370]);
        assert_eq!(rounded(0, 0), [0, 10_000]);
    }

    #[test]
    fn the_opponent_has_the_reverse_counts() {
        let mut results = Results::default();
        for (one, other) in [(Win, Loss), (Draw, Draw), (Win, Draw), (Loss, Loss)] {
            results.add_game(one);
            results.add_game(other);
            results.add_pair(one, other);
        }
        assert_eq!((results.wins, results.draws, results.losses), (2, 3, 3));
        assert_eq!((results.pairs, results.decisive_splits), ([1, 0, 2, 1, 0], 1));
        assert_eq!((-results).pairs, [0, 1, 2, 0, 1]);
        assert_eq!(-(-results), results);
        assert_eq!((results.drawn_pairs(), results.points()), (1, 3.5));
    }
}
