//! Parses the search output of engines that speak UCI or one of the two interfaces called UGI: the Universal Game
//! Interface and the Universal Gyges Interface.

use super::Finding;
use crate::record::EngineScore;

/// Dialect of an `info` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InfoForm {
    /// UCI: `score cp N`, or `score mate N` with N in moves.
    Uci,
    /// Universal Game Interface: the same words as in UCI, but `mate` is in plies.
    UgiGame,
    /// Universal Gyges Interface: `score N` in the engine's own units.
    UgiGyges,
}

/// Returns the move after `bestmove` in a line that answers a search: empty if no word follows, and `None` for other
/// lines. An `info` line is an answer if it ends with `bestmove M`, but never in the Universal Gyges Interface.
pub(super) fn best_move(line: &str, form: InfoForm) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = words.iter().position(|word| *word == "bestmove")?;
    if words[0] == "info" {
        let is_last = place + 2 == words.len();
        if form == InfoForm::UgiGyges || words[1] == "string" || !is_last {
            return None;
        }
    }
    Some(words.get(place + 1).copied().unwrap_or_default().to_owned())
}

/// Updates `finding` from an `info` line about the best principal variation. Ignores `info string` and all other lines.
/// Takes the depth only from a line with a score that is not only a bound.
pub(super) fn read_info(line: &str, form: InfoForm, finding: &mut Finding) {
    let words: Vec<&str> = line.split_whitespace().collect();
    if !words.contains(&"info") || words.get(1) == Some(&"string") {
        return;
    }
    if word_after(&words, "multipv").is_some_and(|rank| rank != "1") {
        return;
    }
    if let Some(nodes) = word_after(&words, "nodes").and_then(|nodes| nodes.parse().ok()) {
        finding.nodes = Some(nodes);
    }
    let score = score(&words, form).filter(|score| !is_only_a_bound(*score, &words));
    if score.is_some() {
        let depth = word_after(&words, if form == InfoForm::UgiGyges { "ply" } else { "depth" });
        finding.score = score;
        finding.depth = depth.and_then(|depth| depth.parse().ok());
    }
}

fn score(words: &[&str], form: InfoForm) -> Option<EngineScore> {
    if form == InfoForm::UgiGyges {
        return centi(word_after(words, "score")?);
    }
    let mate = word_after(words, "mate").and_then(|mate| mate.parse::<i32>().ok());
    let Some(mate) = mate else { return centi(word_after(words, "cp")?) };
    let length = mate.unsigned_abs();
    let moves = if form == InfoForm::UgiGame { length.div_ceil(2) } else { length };
    Some(if mate > 0 { EngineScore::WinIn(moves) } else { EngineScore::LossIn(moves) })
}

/// Whether `words` mark the score as a bound, from which the true score may differ much. A lower bound that is a win
/// and an upper bound that is a loss do not count as bounds, because the true score is then a win or a loss too.
fn is_only_a_bound(score: EngineScore, words: &[&str]) -> bool {
    let [lower, upper] = ["lowerbound", "upperbound"].map(|name| words.contains(&name));
    match score {
        EngineScore::WinIn(_) => upper,
        EngineScore::LossIn(_) => lower,
        EngineScore::Centi(_) | EngineScore::Points(_) => lower || upper,
    }
}

fn centi(word: &str) -> Option<EngineScore> {
    // NaN, which a broken evaluation gives, is no score. As an integer, it would be 0.
    let score: f64 = word.parse().ok().filter(|score: &f64| !score.is_nan())?;
    Some(EngineScore::Centi(score.round() as i32))
}

fn word_after<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    let place = words.iter().position(|word| *word == name)?;
    words.get(place + 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use EngineScore::{Centi, LossIn, WinIn};
    use InfoForm::{Uci, UgiGyges};

    #[test]
    fn answers_are_found_where_engines_put_them() {
        for (line, form, expected) in [
            ("bestmove d6", Uci, Some("d6")),
            ("bestmove d6 ponder a1", Uci, Some("d6")),
            ("info depth 3 score cp 1 bestmove d6", Uci, Some("d6")),
            ("  bestmove   d6 score 1.5 time 0.2", UgiGyges, Some("d6")),
            ("info ply 3 bestmove 1|2 score 3", UgiGyges, None),
            ("info ply 3 bestmove 1|2 score 3", Uci, None),
            ("info string the bestmove is mine", Uci, None),
            ("bestmove", Uci, Some("")),
            ("my bestmoves", Uci, None),
        ] {
            assert_eq!(best_move(line, form).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn infos_are_read_in_three_forms() {
        let read = |line: &str, form| {
            let mut finding = Finding::default();
            read_info(line, form, &mut finding);
            (finding.score, finding.depth, finding.nodes)
        };
        for (line, form, expected) in [
            ("info depth 7 score cp -12 nodes 99 pv a", InfoForm::Uci, (Some(Centi(-12)), Some(7), Some(99))),
            ("info depth 7 score mate 3", InfoForm::Uci, (Some(WinIn(3)), Some(7), None)),
            ("info depth 7 score mate -0", InfoForm::Uci, (Some(LossIn(0)), Some(7), None)),
            ("info depth 7 score mate 5", InfoForm::UgiGame, (Some(WinIn(3)), Some(7), None)),
            (
                "info ply 4 bestmove 1|2 score 12.600 nodes 5",
                InfoForm::UgiGyges,
                (Some(Centi(13)), Some(4), Some(5)),
            ),
            ("info depth 7 multipv 2 score cp 5", InfoForm::Uci, (None, None, None)),
            ("info depth 7 score cp -700 lowerbound nodes 9", InfoForm::Uci, (None, None, Some(9))),
            ("info depth 7 score mate -2 lowerbound nodes 9", InfoForm::Uci, (None, None, Some(9))),
            ("info depth 7 score mate 2 lowerbound", InfoForm::Uci, (Some(WinIn(2)), Some(7), None)),
            ("info depth 7 score cp -nan", InfoForm::Uci, (None, None, None)),
            ("info string score cp 5", InfoForm::Uci, (None, None, None)),
            ("info nodes 5 time 1", InfoForm::Uci, (None, None, Some(5))),
        ] {
            assert_eq!(read(line, form), expected, "{line}");
        }
    }
}
