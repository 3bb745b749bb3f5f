//! The score of one player against another, and what it says about their strength.
//!
//! The two games of an opening are not independent, so the error comes from the scatter of the openings' scores.

use std::fmt;

use super::duel::{GameResult, Results};

/// Standard errors on both sides within which the truth lies 19 times of 20.
pub const CONFIDENCE: f64 = 1.96;

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    wins: usize,
    draws: usize,
    losses: usize,
    /// Draws that were games without end.
    unfinished: usize,
    /// Openings by their half points, 0 to 4.
    by_half_points: [usize; 5],
}

impl Score {
    /// Adds the results of an opening.
    pub fn add(&mut self, results: Results) {
        let mut half_points = 0;
        for result in results {
            let (count, points) = match result {
                GameResult::Win => (&mut self.wins, 2),
                GameResult::Draw | GameResult::Unfinished => (&mut self.draws, 1),
                GameResult::Loss => (&mut self.losses, 0),
            };
            *count += 1;
            half_points += points;
            self.unfinished += usize::from(result == GameResult::Unfinished);
        }
        self.by_half_points[half_points] += 1;
    }

    /// Openings so far.
    pub fn duels(&self) -> usize {
        self.by_half_points.iter().sum()
    }

    /// Games so far.
    pub fn games(&self) -> usize {
        2 * self.duels()
    }

    /// Points of the first player: 1 for a win, half a one for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points, with its standard error.
    fn share(&self) -> (f64, f64) {
        let openings = self.duels() as f64;
        let mean = self.points() / (2.0 * openings);
        let squares = self.by_half_points.iter().enumerate().map(|(half_points, count)| {
            let distance = half_points as f64 / 4.0 - mean;
            *count as f64 * distance * distance
        });
        let variance = squares.sum::<f64>() / (openings - 1.0).max(1.0);
        // Openings that all ended alike do not mean that the next one must: the rule of three.
        let least = 3.0 / (CONFIDENCE * openings);
        (mean, if variance > 0.0 { (variance / openings).sqrt() } else { least })
    }
}

/// The difference in Elo at which a player is expected to get this share of the points.
pub fn elo(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (share / (1.0 - share)).log10()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, unfinished, .. } = self;
        let (share, error) = self.share();
        let [least, most] = [share - CONFIDENCE * error, share + CONFIDENCE * error].map(elo);
        let percent = 100.0 * share;
        write!(
            f,
            "+{wins} ={draws} -{losses}, {percent:.1} %, Elo {:+.0} [{least:+.0}, {most:+.0}]",
            elo(share)
        )?;
        if *unfinished > 0 { write!(f, ", {unfinished} unfinished") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameResult::{Draw, Loss, Unfinished, Win};

    fn score(duels: &[(Results, usize)]) -> Score {
        let mut score = Score::default();
        for (results, times) in duels {
            (0..*times).for_each(|_| score.add(*results));
        }
        score
    }

    #[test]
    fn elo_is_the_logistic_scale() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo(0.64) + elo(0.36)).abs() < 1e-9);
    }

    /// 64 % in 100 openings that are won and lost as a whole: the error is 4.8 %, not the 3.4 % of 200 free games.
    #[test]
    fn the_error_is_that_of_openings_not_of_games() {
        let (share, error) = score(&[([Win, Win], 64), ([Loss, Loss], 36)]).share();
        assert!((share - 0.64).abs() < 1e-9 && (error - 0.048_24).abs() < 1e-5, "{share} {error}");
        let (_, error) = score(&[([Win, Loss], 100)]).share();
        assert!(error < 0.02, "the first side's advantage is no scatter: {error}");
    }

    #[test]
    fn a_clean_score_is_no_proof_of_invincibility() {
        let text = score(&[([Win, Win], 50)]).to_string();
        assert_eq!(text, "+100 =0 -0, 100.0 %, Elo +inf [+478, +inf]");
    }

    #[test]
    fn what_was_not_finished_is_told() {
        assert!(score(&[([Unfinished, Draw], 1)]).to_string().contains("=2"));
        assert!(score(&[([Unfinished, Draw], 1)]).to_string().ends_with(", 1 unfinished"));
    }
}
