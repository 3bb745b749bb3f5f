//! Formats the results of a match as text, in the layout of fastchess.

use std::fmt::{self, Write};

use crate::ratings::{Rating, ratings};
use crate::scoreboard::Scoreboard;
use crate::sprt::Sprt;
use crate::stats::Results;

const SEPARATOR: &str = "--------------------------------------------------";

const TOO_FEW: &str = "too few games";

/// Minimum width of the column with the names of the engines.
const MIN_NAME_WIDTH: usize = 25;

/// Formats the results so far: for two engines, a block of statistics headed by their names and `conditions`;
/// otherwise, a table of ratings and the results of each pairing. With `sprt`, a line about the test of the first two
/// engines follows. With `as_data`, the table is written for a program: with tabs, and without the line about the test.
/// The block is always the same.
pub fn report(scores: &Scoreboard, conditions: &str, sprt: Option<&Sprt>, as_data: bool) -> String {
    let is_match = scores.names().len() == 2;
    if as_data && !is_match {
        return data(scores);
    }
    let mut text = format!("{SEPARATOR}\n");
    // Errors are ignored, because writing to a string cannot fail.
    let _ = if is_match { head_to_head(&mut text, scores, conditions) } else { ranking(&mut text, scores) };
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "{}", llr_line(sprt, &scores.between(0, 1)));
    }
    text + SEPARATOR
}

fn llr_line(sprt: &Sprt, results: &Results) -> String {
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
    let if_known = |number: String| if estimate.is_known() { number } else { TOO_FEW.to_owned() };
    let elo = if_known(with_error(estimate.elo, estimate.elo_error, 2));
    let normalized_elo = if_known(with_error(estimate.normalized_elo, estimate.normalized_elo_error, 2));
    writeln!(text, "Elo: {elo}, nElo: {normalized_elo}")?;
    let los = if_known(format!("{} %", Number(100.0 * estimate.los, 2)));
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
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(MIN_NAME_WIDTH);
    let columns = ["Elo", "+/-", "Games", "Score", "Draw"].map(|name| format!(" {name:>10}")).concat();
    writeln!(text, "{:<4} {:<width$}{columns} {:>20}", "Rank", "Name", "Ptnml(0-2)")?;
    for (place, Ranked { name, columns, results }) in ranked(scores).iter().enumerate() {
        let [elo, error, games, score, draws] = columns;
        let (rank, pairs) = (place + 1, format!("{:?}", results.pairs));
        writeln!(
            text,
            "{rank:>4} {name:<width$} {elo:>10} {error:>10} {games:>10} {score:>9}% {draws:>9}% {pairs:>20}"
        )?;
    }
    if let Some(first) = names.first() {
        writeln!(text, "Elo and its errors are differences to {first}.")?;
    }
    for (one, other, results) in scores.pairings() {
        let pairs = pairs_by_winner(&results);
        writeln!(
            text,
            "{} vs {}: {}; pairs: {pairs}",
            names[one],
            names[other],
            counts_and_elo(&results, 2)
        )?;
    }
    Ok(())
}

/// Formats how many pairs the first engine has won, split and lost, and its share of the pairs that are not split. If
/// the opening decides most games, most pairs are split and say nothing about which engine is stronger.
fn pairs_by_winner(results: &Results) -> String {
    let [won, split, lost] = results.pairs_by_winner();
    let share = Number(100.0 * won as f64 / (won + lost) as f64, 1);
    format!("won {won}, split {split}, lost {lost}; won {share} % of those not split")
}

struct Ranked<'a> {
    name: &'a str,
    /// Elo and its error, number of games, and points and draws in per cent of the games.
    columns: [String; 5],
    results: Results,
}

/// Returns the rows of all engines, the best first and those without a rating last.
fn ranked(scores: &Scoreboard) -> Vec<Ranked<'_>> {
    let mut rated: Vec<_> = ratings(scores).into_iter().enumerate().collect();
    let elo = |rating: Option<Rating>| rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
    rated.sort_by(|(_, one), (_, other)| elo(*other).total_cmp(&elo(*one)));
    let mut rows = Vec::new();
    for (engine, rating) in rated {
        let results = scores.of(engine);
        let share = |value: f64| Number(100.0 * value / results.games() as f64, 1).to_string();
        let error = rating.and_then(|rating| rating.error).unwrap_or(f64::NAN);
        let columns = [
            Number(elo(rating), 2).to_string(),
            Number(error, 2).to_string(),
            results.games().to_string(),
            share(results.points()),
            share(results.draws as f64),
        ];
        rows.push(Ranked { name: &scores.names()[engine], columns, results });
    }
    rows
}

/// Formats two tables for a program, with tabs between the columns and an empty line between the tables: the ratings,
/// and the results of every two engines that have played each other.
fn data(scores: &Scoreboard) -> String {
    let header = "rank\tname\telo\terror\tgames\tscore\tdraws\t\
                  pairs_0\tpairs_0.5\tpairs_1\tpairs_1.5\tpairs_2";
    let mut lines = vec![header.to_owned()];
    for (place, Ranked { name, columns, results }) in ranked(scores).iter().enumerate() {
        let (columns, pairs) = (columns.join("\t"), results.pairs.map(|count| count.to_string()).join("\t"));
        lines.push(format!("{}\t{name}\t{columns}\t{pairs}", place + 1));
    }
    lines.push(
        "\nname\tother\twins\tlosses\tdraws\telo\terror\tpairs_won\tpairs_split\tpairs_lost".to_owned(),
    );
    let names = scores.names();
    for (one, other, results) in scores.pairings() {
        let (Results { wins, losses, draws, .. }, estimate) = (results, results.estimate());
        let if_known = |number| Number(if estimate.is_known() { number } else { f64::NAN }, 2);
        let [elo, error] = [estimate.elo, estimate.elo_error].map(if_known);
        let pairs = results.pairs_by_winner().map(|count| count.to_string()).join("\t");
        let [one, other] = [one, other].map(|engine| &names[engine]);
        lines.push(format!("{one}\t{other}\t{wins}\t{losses}\t{draws}\t{elo}\t{error}\t{pairs}"));
    }
    lines.join("\n")
}

fn counts_and_elo(results: &Results, decimals: usize) -> String {
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

/// Formats the number of games, without a line end. For two engines, adds the wins, losses and draws of the first one,
/// and the difference in Elo. With `sprt`, also adds the log-likelihood ratio.
pub fn summary(scores: &Scoreboard, sprt: Option<&Sprt>) -> String {
    if scores.names().len() != 2 {
        return format!("{} games", scores.games());
    }
    let results = scores.between(0, 1);
    let test = sprt.map(|sprt| format!(", LLR {:.2}", sprt.llr(&results))).unwrap_or_default();
    format!("{} games {}{test}", results.games(), counts_and_elo(&results, 1))
}

/// A number and how many decimals are printed. Zero is printed without a sign, and infinity and NaN as a dash.
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
    fn too_few_games_show_no_elo() {
        let alike = [(0, 1, Win(First)), (1, 0, Win(Second))];
        let even = [(0, 1, Draw), (1, 0, Draw), (0, 1, Draw), (1, 0, Draw)];
        for games in [&[][..], &alike[..1], &alike, &even] {
            let board = board(&["A", "B"], games);
            let text = report(&board, "", None, false) + &summary(&board, None);
            assert!(text.contains("Elo: too few games, nElo: too few games\nLOS: too few games, "), "{text}");
            assert!(text.ends_with("too few games for Elo"), "{text}");
            for word in ["nan", "NaN", "inf", "+/-"] {
                assert!(!text.contains(word), "{word} in {text}");
            }
        }
        let enough = board(&["A", "B"], &[&alike[..], &even, &[(0, 1, Win(Second)), (1, 0, Draw)]].concat());
        assert!(summary(&enough, None).contains("Elo "), "{}", summary(&enough, None));
    }

    #[test]
    fn a_match_without_engines_has_an_empty_table() {
        assert!(report(&Scoreboard::default(), "", None, false).contains("Rank"));
    }

    /// A wins both games of the first opening; B wins one and draws one of the second. In the third, the first side
    /// wins both.
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
        let text = report(&board(&["A", "B"], &games), "", None, false);
        assert!(text.contains(line), "{text}");
        let split = report(&board(&["A", "B"], &games[4..]), "", None, false);
        assert!(split.contains("Pairs: won 0, split 1, lost 0; won - % of those not split\n"), "{split}");
    }

    #[test]
    fn engines_without_a_common_opponent_have_no_rating() {
        let board = board(&["A", "B", "C", "D"], &[(0, 1, Win(First)), (2, 3, Win(First))]);
        let text = report(&board, "", None, false);
        assert!(!text.to_lowercase().contains("nan"), "{text}");
        for name in ["C", "D"] {
            let row = text.lines().find(|line| line.split_whitespace().nth(1) == Some(name)).unwrap();
            assert_eq!(row.split_whitespace().nth(2), Some("-"), "{text}");
        }
    }

    #[test]
    fn ratings_are_also_data() {
        let board =
            board(&["A", "B b", "C"], &[(0, 1, Win(First)), (1, 0, Draw), (1, 2, Draw), (2, 1, Draw)]);
        let text = report(&board, "", None, true);
        let (ratings, pairs) = text.split_once("\n\n").unwrap();
        for (table, columns) in [(ratings, 12), (pairs, 10)] {
            assert!(table.lines().count() >= 3, "{text}");
            for line in table.lines() {
                assert_eq!(line.split('\t').count(), columns, "{line}");
            }
        }
        let numbers: Vec<&str> = ratings.lines().nth(1).unwrap().split('\t').collect();
        assert_eq!((numbers[1], numbers[4], numbers[5]), ("A", "2", "75.0"), "{text}");
        assert!(pairs.contains("\nA\tB b\t1\t0\t1\t"), "{text}");
    }
}
