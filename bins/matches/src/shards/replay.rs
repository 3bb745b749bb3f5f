//! Replays the games of a match that were played on another machine. Refuses a game that the rules or the conditions of
//! the match do not allow.

use std::sync::Arc;
use std::time::Duration;

use plywright::engine::DynGame;

use crate::engine_spec::EngineSpec;
use crate::openings::Opening;
use crate::player::{Answer, Choice, FAILURES, Fault, Finding, MoveRequest, Player};
use crate::record::{GameRecord, GameResult, Ply};
use crate::referee::{PlayedGame, Seat, play};
use crate::schedule::GameId;
use crate::tournament::Tournament;

/// A player that repeats the moves of a recorded game, and fails after the last one.
struct Recorded<'a> {
    plies: &'a [Ply],
}

impl Player for Recorded<'_> {
    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        let ply = self.plies.get(request.line.plies());
        let ply = ply.ok_or_else(|| Fault::Disconnected("no move is left".to_owned()))?;
        let finding = Finding { score: ply.note.score, ..Finding::default() };
        Ok(Answer { choice: Choice::Move(ply.text.clone()), finding, time: Duration::ZERO })
    }
}

/// Checks the opening, each move, the result and its reason by playing the game again. Believes the recorded scores and
/// failures of engines, and ignores times.
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
        // An engine failed before the first move, for example when it was started, so there is nothing to replay.
        return Ok(());
    }
    let opening = opening_of(tournament, id, record, rules);
    let opening = opening.ok_or_else(|| format!("round {} does not begin with its opening", id.round))?;
    let [mut first, mut second] = [&record.plies; 2].map(|plies| Recorded { plies });
    // Recorded scores are those of the side to move.
    let [one, two] = [id.first, id.second]
        .map(|engine| EngineSpec { first_view: false, ..tournament.engines[engine].clone() });
    let mut seats = [Seat { player: &mut first, spec: &one }, Seat { player: &mut second, spec: &two }];
    let played = play(rules, &mut seats, &opening, &tournament.conditions, &Arc::default());
    let played = played.ok_or("the game was interrupted")?;
    let PlayedGame { record: replayed, failure } = played;
    let next = replayed.plies.len() + 1;
    let mut reason = replayed.tags.get("Termination").unwrap_or_default();
    match &failure {
        Some(failure) if next <= record.plies.len() => return Err(format!("move {next}: {}", failure.fault)),
        None if next <= record.plies.len() => return Err(format!("move {next} follows the end of the game")),
        // The recorded engine failed where the record stops, so the player has no move left there.
        Some(_) if is_failure => reason = termination,
        Some(_) => return Err(format!("round {}: the game is not over after its last move", id.round)),
        None => {}
    }
    let expected = replayed.result;
    if (record.result, termination) == (expected, reason) {
        return Ok(());
    }
    Err(format!(
        "round {}: its result is {} by '{termination}', expected {expected} by '{reason}'",
        id.round, record.result
    ))
}

/// Returns an opening that the match may have in the game's round, if the record begins with one. Does not search
/// whether it is balanced.
fn opening_of(
    tournament: &Tournament,
    id: GameId,
    record: &GameRecord,
    rules: &dyn DynGame,
) -> Option<Opening> {
    let book = record.plies.iter().take_while(|ply| ply.note.is_book).map(|ply| &ply.text);
    let setup = record.setup();
    let is_wanted = |opening: &Opening| opening.setup == setup && opening.moves.iter().eq(book.clone());
    tournament.openings.find(id.round - 1, rules, is_wanted)
}
