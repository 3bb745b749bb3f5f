//! Formats the results of a match as text, after fastchess's layout.

use std::fmt::{self, Write};

use crate::ratings::{Rating, ratings};
use crate::scoreboard::Scoreboard;
use crate::sprt::Sprt;
use crate::stats::Results;

const RULE: &str = "--------------------------------------------------";

const TOO_FEW: &str = "too few games";

/// Formats the results so far: for two engines, a block of statistics headed by their names and `conditions`;
/// otherwise a table of ratings. With `sprt`, a line with the log-likelihood ratio of the first two engines
/// follows.
pub fn report(scores: &Scoreboard, conditions: &str, sprt: Option<&Sprt>) -> String {
    let mut text = format!("{RULE}\n");
    // Writing to a string cannot fail.
    let _ = if scores.names().len() == 2 {
        head_to_head(&mut text, scores, conditions)
    } else {
        ranking(&mut text, scores)
    };
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "{}", llr(sprt, &scores.between(0, 1)));
    }
    text + RULE
}

fn llr(sprt: &Sprt, results: &Results) -> String {
    let llr = sprt.llr(results);
    let (lower, upper) = sprt.bounds();
    let percent = 100.0 * sprt.progress(llr);
    let Sprt { elo0, elo1, .. } = sprt;
    format!("LLR: {llr:.2} ({percent:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]")
}

fn head_to_head(text: &mut String, scores: &Scoreboard, conditions: &str) -> fmt::Result {
    let results = scores.between(0, 1);
    let (names, estimate) = (scores.names(), results.estimate());
    let conditions = if conditions.is_empty() { String::new() } else { format!(" ({conditions})") };
    writeln!(text, "Results of {} vs {}{conditions}:", names[0], names[1])?;
    let known = |number: String| if estimate.is_known() { number } else { TOO_FEW.to_owned() };
    let elo = known(with_error(estimate.elo, estimate.elo_error, 2));
    let normalized_elo = known(with_error(estimate.normalized_elo, estimate.normalized_elo_error, 2));
    writeln!(text, "Elo: {elo}, nElo: {normalized_elo}")?;
    let los = known(format!("{} %", Number(100.0 * estimate.los, 2)));
    let drawn = Number(100.0 * results.pairs[2] as f64 / results.pair_count() as f64, 2);
    let [won, _, lost] = results.pairs_by_winner();
    let ratio = Number(won as f64 / lost as f64, 2);
    writeln!(text, "LOS: {los}, DrawRatio: {drawn} %, PairsRatio: {ratio}")?;
    let Results { wins, losses, draws, pairs, .. } = results;
    let (games, points) = (results.games(), results.points());
    let percent = Number(100.0 * points / games as f64, 2);
    writeln!(
        text,
        "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({percent} %)"
    )?;
    writeln!(text, "Pairs: {}", pairs_by_winner(&results))?;
    let splits = Number(results.decisive_splits as f64 / results.drawn_pairs() as f64, 2);
    writeln!(text, "Ptnml(0-2): {pairs:?}, WL/DD Ratio: {splits}")
}

fn ranking(text: &mut String, scores: &Scoreboard) -> fmt::Result {
    let names = scores.names();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(25);
    let columns = ["Elo", "+/-", "Games", "Score", "Draw"].map(|name| format!(" {name:>10}")).concat();
    writeln!(text, "{:<4} {:<width$}{columns} {:>20}", "Rank", "Name", "Ptnml(0-2)")?;
    let mut rows: Vec<_> = ratings(scores).into_iter().enumerate().collect();
    let elo = |rating: &Option<Rating>| rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
    rows.sort_by(|(_, one), (_, other)| elo(other).total_cmp(&elo(one)));
    for (rank, (engine, rating)) in rows.into_iter().enumerate() {
        let results = scores.of(engine);
        let games = results.games();
        let [score, draws] =
            [results.points(), results.draws as f64].map(|value| Number(100.0 * value / games as f64, 1));
        let row = format!(
            "{:>4} {:<width$} {:>10} {:>10} {games:>10} {:>9}% {:>9}% {:>20}",
            rank + 1,
            names[engine],
            Number(rating.map_or(f64::NAN, |rating| rating.elo), 2).to_string(),
            Number(rating.and_then(|rating| rating.error).unwrap_or(f64::NAN), 2).to_string(),
            score.to_string(),
            draws.to_string(),
            format!("{:?}", results.pairs)
        );
        writeln!(text, "{row}")?;
    }
    if let Some(first) = names.first() {
        writeln!(text, "Elo and its errors are differences to {first}.")?;
    }
    for (one, other, results) in scores.pairings() {
        let pairs = pairs_by_winner(&results);
        writeln!(text, "{} vs {}: {}; pairs: {pairs}", names[one], names[other], balance(&results, 2))?;
    }
    Ok(())
}

/// Formats the pairs of games won, split and lost. Pairs that are not split tell engines apart even where most
/// openings decide the game.
fn pairs_by_winner(results: &Results) -> String {
    let [won, split, lost] = results.pairs_by_winner();
    let share = Number(100.0 * won as f64 / (won + lost) as f64, 1);
    format!("won {won}, split {split}, lost {lost}; won {share} % of those not split")
}

fn balance(results: &Results, decimals: usize) -> String {
    let (Results { wins, losses, draws, .. }, estimate) = (results, results.estimate());
    let elo = if estimate.is_known() {
        format!("Elo {}", with_error(estimate.elo, estimate.elo_error, decimals))
    } else {
        format!("{TOO_FEW} for Elo")
    };
    format!("+{wins} -{losses} ={draws}, {elo}")
}

fn with_error(value: f64, error: f64, decimals: usize) -> String {
    format!("{} +/- {}", Number(value, decimals), Number(error, decimals))
}

/// Formats the number of games in one line; for two engines also their results and, with `sprt`, the
/// log-likelihood ratio.
pub fn summary(scores: &Scoreboard, sprt: Option<&Sprt>) -> String {
    if scores.names().len() != 2 {
        return format!("{} games", scores.games());
    }
    let results = scores.between(0, 1);
    let test = sprt.map(|sprt| format!(", LLR {:.2}", sprt.llr(&results))).unwrap_or_default();
    format!("{} games {}{test}", results.games(), balance(&results, 1))
}

/// A number and its decimals. Zero has no sign. Infinity and NaN are printed as a dash.
struct Number(f64, usize);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value, decimals) = *self;
        if !value.is_finite() {
            return f.write_str("-");
        }
        let text = format!("{value:.decimals$}");
        let is_zero = text.chars().all(|letter| matches!(letter, '-' | '0' | '.'));
        f.write_str(if is_zero { text.trim_start_matches('-') } else { &text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult::{self, Draw, Win};
    use plywright::Side::{First, Second};

    fn board(engines: &[&str], games: &[(usize, usize, GameResult)]) -> Scoreboard {
        let mut board = Scoreboard::new(engines.iter().map(|name| (*name).to_owned()));
        for (number, (first, second, result)) in games.iter().enumerate() {
            board.add(&(number / 2).to_string(), *first, *second, *result);
        }
        board
    }

    #[test]
    fn few_games_show_no_number() {
        let alike = [(0, 1, Win(First)), (1, 0, Win(Second))];
        let even = [(0, 1, Draw), (1, 0, Draw), (0, 1, Draw), (1, 0, Draw)];
        for games in [&[][..], &alike[..1], &alike, &even] {
            let board = board(&["A", "B"], games);
            let text = report(&board, "", None) + &summary(&board, None);
            assert!(text.contains("Elo: too few games, nElo: too few games\nLOS: too few games, "), "{text}");
            assert!(text.ends_with("too few games for Elo"), "{text}");
            for word in ["nan", "NaN", "inf", "+/-"] {
                assert!(!text.contains(word), "{word} in {text}");
            }
        }
        let enough = board(&["A", "B"], &[&alike[..], &even, &[(0, 1, Win(Second)), (1, 0, Draw)]].concat());
        assert!(summary(&enough, None).contains("Elo "), "{}", summary(&enough, None));
    }

    /// Three openings: A wins both games of one, B one and draws the other of the second, and each side that moves
    /// first wins in the third.
    #[test]
    fn pairs_are_counted_beside_games() {
        let games = [
            (0, 1, Win(First)),
            (1, 0, Win(Second)),
            (0, 1, Draw),
            (1, 0, Win(First)),
            (0, 1, Win(First)),
            (1, 0, Win(First)),
        ];
        let line = "Pairs: won 1, split 1, lost 1; won 50.0 % of those not split\n";
        let text = report(&board(&["A", "B"], &games), "", None);
        assert!(text.contains(line), "{text}");
        let split = report(&board(&["A", "B"], &games[4..]), "", None);
        assert!(split.contains("Pairs: won 0, split 1, lost 0; won - % of those not split\n"), "{split}");
    }

    #[test]
    fn engines_without_a_common_opponent_have_no_rating() {
        let board = board(&["A", "B", "C", "D"], &[(0, 1, Win(First)), (2, 3, Win(First))]);
        let text = report(&board, "", None);
        assert!(!text.to_lowercase().contains("nan"), "{text}");
        for name in ["C", "D"] {
            let row = text.lines().find(|line| line.split_whitespace().nth(1) == Some(name)).unwrap();
            assert_eq!(row.split_whitespace().nth(2), Some("-"), "{text}");
        }
    }
}
