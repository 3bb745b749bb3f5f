//! Ratings of all engines of a match, computed together by maximum likelihood in the Bradley-Terry model. A lead of 400
//! Elo means odds of ten to one. A draw counts as half a win.

use crate::scoreboard::Scoreboard;
use crate::stats::CONFIDENCE;

/// Elo per unit of strength in the logistic function.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Number of draws that are added to the games of two engines, so that the rating is finite if one of them won every
/// game.
const PRIOR_GAMES: f64 = 1.0;
/// Number of steps of Newton's method. A step changes a strength by at most one unit.
const STEPS: usize = 100;

/// Strength of an engine relative to the first one, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Lead over the first engine, in Elo; negative for a weaker engine.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval, in Elo; greater than necessary if there are many draws. `None`
    /// for the first engine.
    pub error: Option<f64>,
}

/// Computes the ratings of all engines, by index. An engine gets `None` if no chain of games links it to the
/// first engine.
pub fn ratings(scores: &Scoreboard) -> Vec<Option<Rating>> {
    let engines = scores.names().len();
    if engines == 0 {
        return Vec::new();
    }
    let linked = linked_to_first(scores);
    let mut strengths = vec![0.0; engines];
    for _ in 0..STEPS {
        let (gradient, information) = derivatives(&strengths, scores, &linked);
        let steps = solve(information, gradient);
        // A step is clamped, because it overshoots where the likelihood is nearly flat.
        for (strength, step) in strengths.iter_mut().zip(steps) {
            *strength += step.clamp(-1.0, 1.0);
        }
    }
    let (_, information) = derivatives(&strengths, scores, &linked);
    let rating = |engine: usize| Rating {
        elo: strengths[engine] * ELO_PER_UNIT,
        error: (engine > 0).then(|| half_width(engine, &information)),
    };
    (0..engines).map(|engine| linked[engine].then(|| rating(engine))).collect()
}

/// Returns half the width of the confidence interval of an engine's rating, in Elo. `information` is the matrix that
/// [`derivatives`] returns; its inverse holds the variances.
fn half_width(engine: usize, information: &[Vec<f64>]) -> f64 {
    let mut unit = vec![0.0; information.len()];
    unit[engine] = 1.0;
    let variance = solve(information.to_vec(), unit)[engine];
    CONFIDENCE * variance.max(0.0).sqrt() * ELO_PER_UNIT
}

/// Returns for each engine whether a chain of games links it to the first engine.
fn linked_to_first(scores: &Scoreboard) -> Vec<bool> {
    let mut linked: Vec<_> = (0..scores.names().len()).map(|engine| engine == 0).collect();
    let pairings = scores.pairings();
    // The loop ends, because each iteration links one more engine.
    while let Some((one, other, _)) = pairings.iter().find(|(one, other, _)| linked[*one] != linked[*other]) {
        (linked[*one], linked[*other]) = (true, true);
    }
    linked
}

/// Returns the gradient of the log-likelihood and the matrix of its negative second derivatives. Both are changed so
/// that a step of Newton's method keeps the strengths of the first engine and of unlinked engines at 0.
fn derivatives(strengths: &[f64], scores: &Scoreboard, linked: &[bool]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let engines = strengths.len();
    let (mut slope, mut curvature) = (vec![0.0; engines], vec![vec![0.0; engines]; engines]);
    for (one, other, results) in scores.pairings().into_iter().filter(|(one, ..)| linked[*one]) {
        let games = results.games() as f64 + PRIOR_GAMES;
        let points = results.points() + PRIOR_GAMES / 2.0;
        let expected = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
        let information = games * expected * (1.0 - expected);
        slope[one] += points - games * expected;
        slope[other] -= points - games * expected;
        for (row, column, sign) in
            [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)]
        {
            curvature[row][column] += sign * information;
        }
    }
    slope[0] = 0.0;
    curvature[0].fill(0.0);
    for (engine, row) in curvature.iter_mut().enumerate() {
        row[0] = 0.0;
        if row[engine] <= 0.0 {
            row[engine] = 1.0;
        }
    }
    (slope, curvature)
}

/// Solves `matrix * x = right` for a positive definite matrix, by Gauss-Jordan elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    for pivot in 0..right.len() {
        let pivot_row = matrix[pivot].clone();
        for (place, row) in matrix.iter_mut().enumerate() {
            if place == pivot {
                continue;
            }
            let factor = row[pivot] / pivot_row[pivot];
            for (value, of_pivot) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * of_pivot;
            }
            right[place] -= factor * right[pivot];
        }
    }
    right.iter().enumerate().map(|(place, value)| value / matrix[place][place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult::Win;
    use plywright::Side::{First, Second};

    fn board(engines: usize, scores: &[(usize, usize, usize, usize)]) -> Scoreboard {
        let mut board = Scoreboard::new((0..engines).map(|number| number.to_string()));
        for (one, other, wins, losses) in scores {
            for game in 0..wins + losses {
                let winner = if game < *wins { First } else { Second };
                board.add(&game.to_string(), *one, *other, Win(winner));
            }
        }
        board
    }

    fn rated(board: &Scoreboard) -> Vec<Rating> {
        ratings(board).into_iter().flatten().collect()
    }

    #[test]
    fn two_engines_are_rated_by_their_score() {
        let ratings = rated(&board(2, &[(0, 1, 2000, 20_000)]));
        assert!(ratings[0].elo.abs() < 1e-9 && (ratings[1].elo - 400.0).abs() < 1.0, "{ratings:?}");
        // `CONFIDENCE * ELO_PER_UNIT / sqrt(information)` is 1.96 * 173.7 / sqrt(22,000 * 10/121).
        assert!((ratings[1].error.unwrap() - 7.98).abs() < 0.05, "{ratings:?}");
    }

    #[test]
    fn differences_along_a_chain_add_up() {
        let ratings = rated(&board(3, &[(0, 1, 2000, 6000), (1, 2, 2000, 6000)]));
        // Odds of 3 to 1 are 190.8 Elo.
        assert!((ratings[1].elo - 190.8).abs() < 0.5 && (ratings[2].elo - 381.7).abs() < 1.0, "{ratings:?}");
        assert!(ratings[2].error > ratings[1].error);
    }

    #[test]
    fn a_clean_score_has_a_finite_rating() {
        let ratings = ratings(&board(3, &[(0, 1, 0, 100)]));
        let elo = ratings[1].unwrap().elo;
        assert!(elo > 500.0 && elo < 2000.0, "{ratings:?}");
    }

    #[test]
    fn a_board_without_engines_has_no_ratings() {
        assert_eq!(ratings(&board(0, &[])), []);
    }

    #[test]
    fn engines_that_are_not_linked_to_the_first_have_none() {
        let ratings = ratings(&board(6, &[(1, 5, 10, 4), (0, 5, 7, 7), (2, 3, 3, 1)]));
        let is_rated: Vec<_> = ratings.iter().map(Option::is_some).collect();
        assert_eq!(is_rated, [true, true, false, false, false, true]);
        assert!(ratings.iter().flatten().all(|rating| rating.elo.is_finite()), "{ratings:?}");
    }
}
