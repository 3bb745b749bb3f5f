//! Formats events as lines of the Universal Game Interface or of the Universal Gyges Interface.

use plywright::engine::{BestMove, Outcome, PvInfo, SearchReport};
use plywright::search::{Bound, per_second};
use plywright::{Score, Side};

use super::limits::OptionLimits;
use super::{KEYWORDS, UgiForm};
use crate::event::{Event, Reply};
use crate::uci::{self, identity, option};

/// Formats an event as lines. While the form is unknown, the lines of play and the root moves of a search are left out,
/// because the two interfaces write them differently. Other events then have the form of the Universal Game Interface,
/// without the `info` line before `bestmove`.
pub(super) fn write(event: &Event, form: Option<UgiForm>) -> Vec<String> {
    match event {
        Event::Identity { program, game, options } => {
            let limits = OptionLimits::options();
            let options = limits.iter().chain(options);
            if form == Some(UgiForm::Gyges) {
                identity(program, game, options.map(|spec| format!("option {}", spec.name)), &KEYWORDS)
            } else {
                identity(program, game, options.map(option), &KEYWORDS)
            }
        }
        Event::Reply(reply) => vec![format!("response {}", response(reply))],
        Event::Search(SearchReport::Line(_) | SearchReport::RootMove { .. }) if form.is_none() => Vec::new(),
        Event::Search(SearchReport::Line(info)) if form == Some(UgiForm::Gyges) => vec![paired_info(info)],
        Event::Search(SearchReport::BestMove(answer)) => best_move(answer, form),
        _ if form == Some(UgiForm::Gyges) => uci::write(event, &KEYWORDS).into_iter().map(paired).collect(),
        _ => uci::write(event, &KEYWORDS),
    }
}

/// Formats `bestmove`. Clients of the Universal Gyges Interface may require the score and the time in seconds after the
/// move, both as numbers. An answer without a score has the score 0. Clients of the Universal Game Interface recognise
/// the line by its two words, so exactly one word follows `bestmove` there, and also while the form is unknown. An
/// expected reply is therefore left out. In the Universal Game Interface, an `info` line with nodes, nodes per second
/// and time comes first.
fn best_move(answer: &BestMove, form: Option<UgiForm>) -> Vec<String> {
    let BestMove { best, score, nodes, time, .. } = answer;
    if form == Some(UgiForm::Gyges) {
        let best = best.as_deref().unwrap_or("null");
        let (score, seconds) = (score.unwrap_or(Score::DRAW), time.as_secs_f64());
        return vec![format!("bestmove {best} score {} time {seconds:.3}", score.0)];
    }
    let line = format!("bestmove {}", best.as_deref().unwrap_or("-"));
    if form == Some(UgiForm::Game) {
        let speed = per_second(*nodes, *time);
        return vec![format!("info nodes {nodes} nps {speed} time {}", time.as_millis()), line];
    }
    vec![line]
}

fn response(reply: &Reply) -> &str {
    match reply {
        Reply::Truth(true) => "true",
        Reply::Truth(false) => "false",
        Reply::Result(Outcome::Open) => "none",
        Reply::Result(Outcome::Over(ending)) => match ending.winner() {
            None => "draw",
            Some(Side::First) => "p1win",
            Some(Side::Second) => "p2win",
        },
        Reply::Position(text) => text,
    }
}

/// Formats an `info` line of the Universal Gyges Interface. Clients read the words after `info` as pairs of
/// name and value. After the word `pv`, there must thus be an odd number of words, so `null` is added to an even number
/// of moves.
fn paired_info(info: &PvInfo) -> String {
    let PvInfo { depth, nodes, score, moves, time, .. } = info;
    let first = moves.first().map_or("null", String::as_str);
    let rank = if info.rank > 1 { format!(" multipv {}", info.rank) } else { String::new() };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " bound lower",
        Bound::Upper => " bound upper",
    };
    let (seconds, speed) = (time.as_secs_f64(), per_second(*nodes, *time));
    let filler = if moves.len() % 2 == 0 { " null" } else { "" };
    let line = format!(
        "info ply {depth}{rank} bestmove {first} score {}{bound} nodes {nodes} nps {speed} \
         time {seconds:.3} pv",
        score.0
    );
    moves.iter().fold(line, |line, mv| line + " " + mv) + filler
}

/// Makes the number of words after `info` even in an `info string` line, by adding the word `note:` if necessary.
/// Returns other lines unchanged. Clients of the Universal Gyges Interface read the words as pairs.
fn paired(line: String) -> String {
    match line.strip_prefix("info string ") {
        Some(text) if text.split_whitespace().count() % 2 == 0 => format!("info string note: {text}"),
        _ => line,
    }
}
