//! Ratings of all engines of a match, computed together by maximum likelihood in the Bradley-Terry model. A lead of 400
//! Elo means odds of ten to one. A draw counts as half a win.

use crate::scoreboard::Scoreboard;
use crate::stats::CONFIDENCE;

/// Elo per unit of strength in the logistic function.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Number of draws that are added to the games of two engines, so that the rating is finite if one of them won every
/// game.
const PRIOR_GAMES: f64 = 1.0;
/// Maximum number of steps of Newton's method. A step changes a strength by at most one unit.
const STEPS: usize = 100;
/// Maximum change of a strength in a step of Newton's method after which the method ends.
const TOLERANCE: f64 = 1e-9;

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
        let (gradient, mut rows) = derivatives(&strengths, scores, &linked);
        for (row, slope) in rows.iter_mut().zip(gradient) {
            row.push(slope);
        }
        let mut largest = 0.0_f64;
        for (strength, solution) in strengths.iter_mut().zip(solve(rows)) {
            // A step is clamped, because it overshoots where the likelihood is nearly flat.
            let step = solution[0].clamp(-1.0, 1.0);
            *strength += step;
            largest = largest.max(step.abs());
        }
        if largest <= TOLERANCE {
            break;
        }
    }
    let variances = variances(derivatives(&strengths, scores, &linked).1);
    let half_width = |engine: usize| CONFIDENCE * variances[engine].max(0.0).sqrt() * ELO_PER_UNIT;
    let rating = |engine: usize| Rating {
        elo: strengths[engine] * ELO_PER_UNIT,
        error: (engine > 0).then(|| half_width(engine)),
    };
    (0..engines).map(|engine| linked[engine].then(|| rating(engine))).collect()
}

/// Returns the variances of the strengths: the diagonal of the inverse of the matrix that [`derivatives`] returns.
fn variances(mut information: Vec<Vec<f64>>) -> Vec<f64> {
    let engines = information.len();
    for (engine, row) in information.iter_mut().enumerate() {
        row.extend((0..engines).map(|column| if column == engine { 1.0 } else { 0.0 }));
    }
    solve(information).iter().enumerate().map(|(engine, row)| row[engine]).collect()
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

/// Solves `matrix * x = right` for a positive definite matrix, by Gauss-Jordan elimination. Each of `rows` is a row of
/// the matrix, followed by the same row of `right`, which may have any number of columns. Returns the rows of `x`.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = rows.len();
    for pivot in 0..size {
        let pivot_row = rows[pivot].clone();
        for (place, row) in rows.iter_mut().enumerate() {
            if place == pivot {
                continue;
            }
            let factor = row[pivot] / pivot_row[pivot];
            for (value, of_pivot) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * of_pivot;
            }
        }
    }
    let solved = rows.iter().enumerate();
    solved.map(|(place, row)| row[size..].iter().map(|value| value / row[place]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult::Win;
    use plywright::Side::{First, Second};
    use std::time::{Duration, Instant};

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

    /// A matrix of this size can be inverted many times in the time limit, but not once for each engine.
    #[test]
    fn hundreds_of_engines_are_rated_in_seconds() {
        let games: Vec<_> = (1..600).map(|other| (0, other, 1, other % 3)).collect();
        let (board, started) = (board(600, &games), Instant::now());
        assert_eq!(rated(&board).len(), 600);
        assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
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
