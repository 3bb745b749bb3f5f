//! Replays the games of a match that were played elsewhere. A game that the rules or the conditions of the match do not
//! allow is refused.

use plywright::engine::{DynGame, Outcome};
use plywright::game::DynLine;

use crate::adjudication::Adjudicator;
use crate::record::{GameRecord, GameResult, Ply, Tags, numbered};
use crate::schedule::GameId;
use crate::tournament::Tournament;

/// Values of the tag `Termination` of games that a failure of an engine decided.
const FAILURES: [&str; 3] = ["time forfeit", "rules infraction", "abandoned"];

/// Checks the opening, each move, the result and its reason. Scores, times and failures of engines cannot be checked.
///
/// # Errors
/// Returns a message about the first difference from a game of the match.
pub(super) fn check(
    tournament: &Tournament,
    id: GameId,
    record: &GameRecord,
    rules: &dyn DynGame,
) -> Result<(), String> {
    let termination = record.tags.get("Termination").unwrap_or_default();
    let is_failure = FAILURES.contains(&termination) && matches!(record.result, GameResult::Win(_));
    if record.plies.is_empty() && is_failure {
        // An engine could not be started.
        return Ok(());
    }
    let (book, moves) = record.plies.split_at(record.plies.iter().take_while(|ply| ply.note.is_book).count());
    check_opening(tournament, id, record, book, rules)?;
    let mut line = rules.set_up(&record.setup(), &[]).map_err(|error| error.to_string())?;
    for (number, ply) in (1..).zip(book) {
        play(&mut *line, number, ply)?;
    }
    let conditions = &tournament.conditions;
    let mut adjudicator = Adjudicator::new(conditions.resign, conditions.draw);
    let mut adjudicated = None;
    for (number, ply) in (book.len() + 1..).zip(moves) {
        if adjudicated.is_some() || number > conditions.max_plies {
            return Err(follows_the_end(number));
        }
        let side = line.side();
        play(&mut *line, number, ply)?;
        adjudicated = adjudicator.add(side, ply.note.score).filter(|_| line.outcome() == Outcome::Open);
    }
    let (expected, reason) = match (line.outcome(), adjudicated) {
        (Outcome::Over(ending), _) => (ending.into(), "normal"),
        (_, Some(result)) => (result, "adjudication"),
        _ if record.plies.len() >= conditions.max_plies => (GameResult::Draw, "adjudication"),
        // The side to move has failed.
        _ if is_failure => (GameResult::Win(!line.side()), termination),
        _ => return Err(format!("round {}: the game is not over after its last move", id.round)),
    };
    if (record.result, termination) == (expected, reason) {
        return Ok(());
    }
    Err(format!(
        "round {}: its result is {} by '{termination}', expected {expected} by '{reason}'",
        id.round, record.result
    ))
}

/// Checks the position and the moves with which a game begins. Does not search whether the opening is balanced.
fn check_opening(
    tournament: &Tournament,
    id: GameId,
    record: &GameRecord,
    book: &[Ply],
    rules: &dyn DynGame,
) -> Result<(), String> {
    let is_played = |moves: &[String]| moves.iter().eq(book.iter().map(|ply| &ply.text));
    let is_of_match = tournament.openings.any(id.round - 1, rules, |opening| {
        let mut setup = Tags::default();
        setup.push_setup(&opening.setup);
        setup.get("FEN") == record.tags.get("FEN") && is_played(&opening.moves)
    });
    if is_of_match { Ok(()) } else { Err(format!("round {} does not begin with its opening", id.round)) }
}

fn play(line: &mut dyn DynLine, number: usize, ply: &Ply) -> Result<(), String> {
    if line.outcome() != Outcome::Open {
        return Err(follows_the_end(number));
    }
    line.replay(&[&ply.text]).map_err(|error| numbered(error, number).to_string())
}

fn follows_the_end(number: usize) -> String {
    format!("move {number} follows the end of the game")
}
