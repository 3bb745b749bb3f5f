//! Compares the rules with known perft counts and endings. Such results can reveal even a rule that its author has
//! misunderstood. A comparison of the game's methods with each other cannot, because all of them share the mistake.

use std::fmt::Display;
use std::sync::Arc;

use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::Run;
use crate::engine::catch_panic;
use crate::game::{DynLine, GameLine, Playable, Ruleset};
use crate::rules::{Ending, Game, Side, perft, perft_making_leaves};

/// Maximum perft count for a second perft without bulk counting, which takes longer because it plays every move.
const MAX_MADE: u64 = 200_000;
/// Maximum number of moves whose counts a failure lists.
const MAX_LISTED: usize = 40;

/// Words for results in the table of known endings; `open` is an unfinished game. Any other text is a margin.
const RESULTS: [(&str, Option<Ending>); 4] = [
    ("first", Some(Ending::Win(Side::First))),
    ("second", Some(Ending::Win(Side::Second))),
    ("draw", Some(Ending::Draw)),
    ("open", None),
];

struct Row<'a> {
    text: &'a str,
    /// The fields, at least one. The first is the position.
    fields: Vec<&'a str>,
    check: Check,
    /// Description of the fields that a row should have.
    form: &'static str,
}

/// Returns the rows of a table, without empty lines and lines that begin with `#`.
fn rows<'a>(table: &'a str, check: Check, form: &'static str) -> impl Iterator<Item = Row<'a>> {
    let lines = table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(move |text| Row { text, fields: text.split('\t').collect(), check, form })
}

impl Row<'_> {
    fn unreadable(&self, found: impl Display) -> Failure {
        let expected = format!("{} with tabs between them", self.form);
        Failure { position: Some(self.text.to_owned()), ..Failure::new(self.check, expected, found) }
    }

    fn wrong_fields(&self) -> Failure {
        self.unreadable(format!("{} fields", self.fields.len()))
    }

    fn state<G: Playable>(&self, game: &G) -> Result<G::State, Failure> {
        let read = catch_panic(|| game.parse_position(self.fields[0]));
        read.map_err(|error| self.unreadable(error))?.map_err(|error| self.unreadable(error))
    }

    fn number(&self, what: &str, text: &str) -> Result<u64, Failure> {
        text.trim().parse().map_err(|_| self.unreadable(format!("the {what} '{text}'")))
    }

    /// Reads the result in the last field; `None` for the word `open`.
    fn ending(&self) -> Result<Option<Ending>, Failure> {
        let word = self.fields[self.fields.len() - 1].trim();
        if let Some((_, ending)) = RESULTS.iter().find(|(result, _)| *result == word) {
            return Ok(*ending);
        }
        let margin = word.parse().map_err(|_| self.unreadable(format!("the result '{word}'")))?;
        Ok(Some(Ending::Margin(margin)))
    }
}

/// Returns the result as the table of known endings writes it: a word, or the number of points of a margin. `None` is
/// an unfinished game.
fn word_for(ending: Option<Ending>) -> String {
    if let Some(Ending::Margin(points)) = ending {
        return points.to_string();
    }
    let named = RESULTS.iter().find(|(_, result)| *result == ending);
    named.map_or_else(String::new, |(word, _)| (*word).to_owned())
}

/// A row of the perft table. If the row has a move, `state` is the position after it, and `depth` is one less than in
/// the table.
pub(super) struct PerftRow<G: Game> {
    pub(super) state: G::State,
    pub(super) depth: u32,
    count: u64,
    /// End of the expectation in a failure: ` after ` and the move if the row has one, otherwise empty.
    after: String,
}

/// Returns the rows of the perft table. Rows with a move come first, because their failures say more: they name the
/// move that has the wrong count.
pub(super) fn perft_rows<G: Playable>(run: &Run<G>) -> Result<Vec<PerftRow<G>>, Failure> {
    let mut table = Vec::new();
    for row in rows(run.setup.perft_table, Check::Perft, "position, depth, perhaps a move, and count") {
        let (depth, mv, count) = match row.fields[..] {
            [_, depth, count] => (depth, None, count),
            [_, depth, mv, count] => (depth, Some(mv), count),
            _ => return Err(row.wrong_fields()),
        };
        let (mut state, mut after) = (row.state(run.game)?, String::new());
        let (mut depth, count) = (row.number("depth", depth)? as u32, row.number("count", count)?);
        if let Some(text) = mv {
            state = Probe::new(run.game, &state).guard(row.check, |probe| {
                let mv = probe.game.parse_move(probe.state, text);
                Ok(probe.after(mv.map_err(|error| row.unreadable(error))?))
            })?;
            (depth, after) = (depth.saturating_sub(1), format!(" after {text}"));
        }
        table.push(PerftRow { state, depth, count, after });
    }
    table.sort_by_key(|row| row.after.is_empty());
    Ok(table)
}

pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Verdict {
    for row in perft_rows(run)? {
        let probe = Probe::new(run.game, &row.state);
        probe.apart(|| probe.guard(Check::Perft, |probe| check_count(probe, &row)))?;
        run.report.perft_rows += 1;
    }
    check_endings(run)
}

fn check_count<G: Playable>(probe: Probe<G>, row: &PerftRow<G>) -> Verdict {
    let PerftRow { depth, count, after, .. } = row;
    let expected = format!("perft({depth}) = {count}{after}");
    let found = perft(probe.game, probe.state, *depth);
    if found != *count {
        return probe.fails(expected, format!("{found}{}", divide(probe, *depth)));
    }
    if *count > MAX_MADE {
        return Ok(());
    }
    let made = perft_making_leaves(probe.game, probe.state, *depth);
    probe.expect(made == *count, expected, format_args!("{made} with every move played"))
}

/// Returns the end of a failure's text, which helps to find the wrong move: the count after each move. With more than
/// [`MAX_LISTED`] moves, or at a depth below 2, it is the command that prints these counts.
fn divide<G: Playable>(probe: Probe<G>, depth: u32) -> String {
    let moves = probe.moves();
    if depth < 2 || moves.len() > MAX_LISTED {
        return format!("; `perft --divide --depth {depth}` of the program counts each move");
    }
    let count = |mv: &G::Move| {
        let text = probe.game.move_text(probe.state, *mv);
        format!("{text} {}", perft(probe.game, &probe.after(*mv), depth - 1))
    };
    let counts = moves.iter().map(count).collect::<Vec<_>>().join(", ");
    format!(": {counts}; rows of position, depth, move and count from a published divide name the wrong move")
}

/// Checks the table of known endings. Plays the moves of each row in a game that remembers its positions, so that draws
/// by repetition and by the move limit count.
fn check_endings<G: Playable>(run: &mut Run<G>) -> Verdict {
    const FORM: &str = "a position, perhaps moves, and first, second, draw, open or a margin,";
    let rules = Arc::new(Ruleset::new(run.game.clone(), String::new(), Vec::new()));
    for row in rows(run.setup.known_endings, Check::KnownEnding, FORM) {
        let moves = match row.fields[..] {
            [_, _] => "",
            [_, moves, _] => moves,
            _ => return Err(row.wrong_fields()),
        };
        let (state, expected) = (row.state(run.game)?, row.ending()?);
        Probe::new(run.game, &state).guard(row.check, |probe| {
            let mut line = GameLine::new(Arc::clone(&rules), state.clone());
            for (number, text) in (1..).zip(moves.split_whitespace()) {
                let position = line.state().clone();
                let (here, end) = (probe.at(&position), ending_of_game(&line));
                here.expect(end.is_none(), format_args!("no end before move {number}"), word_for(end))?;
                let played = line.play_text(text);
                played.map_err(|error| here.failure(format!("move {number} to be legal"), error))?;
            }
            let (found, result) = (ending_of_game(&line), format!("the result {}", word_for(expected)));
            probe.at(line.state()).expect(found == expected, result, word_for(found))
        })?;
        run.report.known_endings += 1;
        run.knows_games |= !moves.is_empty();
    }
    Ok(())
}

/// Returns the ending of the position, or the draw by repetition or move limit if it has none. Asks the game first,
/// because [`DynLine::ending`] converts margins to the units in which programs report them.
fn ending_of_game<G: Playable>(line: &GameLine<G>) -> Option<Ending> {
    line.game().ending(line.state()).or_else(|| line.ending().map(|(ending, _)| ending))
}
