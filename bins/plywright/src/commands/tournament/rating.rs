//! Ratings of all players from all scores: the most likely ones under the model of Bradley and Terry, by which a
//! difference of 400 Elo means ten to one, with a draw as half a win.

use std::fmt;

use super::score::{CONFIDENCE, Score};

/// Elo in a unit of the logistic curve.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// A draw is added for each pair that has played, so that a clean score has a finite rating.
const PRIOR_GAMES: f64 = 1.0;
const STEPS: usize = 100;

/// A player's strength in relation to the first one's, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The difference.
    pub elo: f64,
    /// Half the interval in which the truth lies 19 times of 20; rather too wide where many games are drawn.
    pub error: f64,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>6.0} ± {:.0}", self.elo, self.error)
    }
}

/// The ratings of so many players whose pairs have these scores.
pub fn fit(players: usize, pairs: &[(usize, usize)], scores: &[Score]) -> Vec<Rating> {
    let mut strengths = vec![0.0; players];
    for _ in 0..STEPS {
        let (gradient, information) = derivatives(&strengths, pairs, scores);
        let step = solve(information, gradient);
        // Newton's step, shortened where the curve is too flat to be trusted.
        strengths.iter_mut().zip(step).for_each(|(strength, step)| *strength += step.clamp(-1.0, 1.0));
    }
    let (_, information) = derivatives(&strengths, pairs, scores);
    let error = |player: usize| {
        let mut unit = vec![0.0; players];
        unit[player] = 1.0;
        let variance = if player == 0 { 0.0 } else { solve(information.clone(), unit)[player] };
        CONFIDENCE * variance.max(0.0).sqrt() * ELO_PER_UNIT
    };
    let rating =
        |(player, strength): (usize, &f64)| Rating { elo: strength * ELO_PER_UNIT, error: error(player) };
    strengths.iter().enumerate().map(rating).collect()
}

/// The slope of the likelihood's logarithm and, with its sign turned, its curvature. The first player stays at 0.
fn derivatives(strengths: &[f64], pairs: &[(usize, usize)], scores: &[Score]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strengths.len();
    let (mut slope, mut curvature) = (vec![0.0; players], vec![vec![0.0; players]; players]);
    for ((one, other), score) in pairs.iter().zip(scores) {
        let games = score.games() as f64 + PRIOR_GAMES;
        let points = score.points() + PRIOR_GAMES / 2.0;
        let expected = 1.0 / (1.0 + (strengths[*other] - strengths[*one]).exp());
        let information = games * expected * (1.0 - expected);
        slope[*one] += points - games * expected;
        slope[*other] -= points - games * expected;
        for (row, column, sign) in
            [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)]
        {
            curvature[*row][*column] += sign * information;
        }
    }
    slope[0] = 0.0;
    curvature[0].fill(0.0);
    for row in &mut curvature {
        row[0] = 0.0;
    }
    curvature[0][0] = 1.0;
    (slope, curvature)
}

/// Solves a system of linear equations with a positive definite matrix, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in 0..size {
            if row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let (from, to) = (matrix[pivot].clone(), &mut matrix[row]);
                to.iter_mut().zip(from).for_each(|(to, from)| *to -= factor * from);
                right[row] -= factor * right[pivot];
            }
        }
    }
    right.iter().zip(0..).map(|(value, place): (&f64, usize)| value / matrix[place][place]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::duel::GameResult::{Loss, Win};
    use super::*;

    fn score(wins: usize, losses: usize) -> Score {
        let mut score = Score::default();
        (0..wins).for_each(|_| score.add([Win, Win]));
        (0..losses).for_each(|_| score.add([Loss, Loss]));
        score
    }

    #[test]
    fn two_players_are_rated_by_their_score() {
        let ratings = fit(2, &[(0, 1)], &[score(1000, 10_000)]);
        assert!(ratings[0].elo.abs() < 1e-9 && (ratings[1].elo - 400.0).abs() < 1.0, "{ratings:?}");
        // 1.96 * 173.7 / sqrt(22,000 * 10/121)
        assert!((ratings[1].error - 7.98).abs() < 0.05, "{ratings:?}");
    }

    #[test]
    fn differences_along_a_chain_add_up() {
        let ratings = fit(3, &[(0, 1), (1, 2)], &[score(1000, 3000), score(1000, 3000)]);
        // 3 to 1 is 190.8 Elo.
        assert!((ratings[1].elo - 190.8).abs() < 0.5 && (ratings[2].elo - 381.7).abs() < 1.0, "{ratings:?}");
        assert!(ratings[2].error > ratings[1].error);
    }

    #[test]
    fn a_clean_score_has_a_finite_rating() {
        let ratings = fit(2, &[(0, 1)], &[score(0, 50)]);
        assert!(ratings[1].elo > 500.0 && ratings[1].elo < 2000.0, "{ratings:?}");
    }
}
