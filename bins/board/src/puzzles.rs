//! Puzzles on the board: lists the puzzles that come with a game, and judges an answer.

use plywright::engine::{DynEngine, Go, InternalError, Outcome, Strength};
use plywright::tablebase::Wdl;
use plywright::{Score, Side};
use serde_json::{Value, json};

use crate::records;

const NODES: u64 = 50_000;
const MAX_LINE: usize = 12;

/// Returns the JSON reply to the request `id`: the puzzles of the engine's game, as records.
pub(crate) fn list(id: u64, engine: &dyn DynEngine) -> String {
    let mut answer = records::games(engine.puzzles());
    answer["type"] = "puzzles".into();
    answer["id"] = id.into();
    answer.to_string()
}

/// Returns the JSON reply to the request `id`: whether the last move solves the puzzle, the reason, and best
/// play after the move. `solver` made the move and needs a win, or at least a draw if `wants_draw` is set.
/// `engine` is set to the position after the move.
///
/// # Errors
///
/// Returns an error if the search panics.
pub(crate) fn judge(
    id: u64,
    engine: &dyn DynEngine,
    solver: Side,
    wants_draw: bool,
) -> Result<String, InternalError> {
    let (result, moves) = result_for(engine, solver)?;
    let is_right = match result {
        Some(Wdl::Win) => true,
        Some(Wdl::Draw) => wants_draw,
        Some(Wdl::Loss) | None => false,
    };
    let reason = match (result, is_right) {
        (_, true) => "it keeps the result",
        (Some(Wdl::Loss), _) => "it loses",
        (Some(Wdl::Draw), _) => "it allows a draw",
        (Some(Wdl::Win) | None, _) => "no win can be proven after it",
    };
    let answer = json!({"type": "judged", "id": id, "right": is_right, "reason": reason, "moves": moves});
    Ok(answer.to_string())
}

/// Returns the result of the current position for `solver`, and the line of best play. The result is `None`
/// if it is neither known nor proven.
fn result_for(engine: &dyn DynEngine, solver: Side) -> Result<(Option<Wdl>, Vec<Value>), InternalError> {
    let of_side = |side: Side, value: Wdl| match value {
        Wdl::Draw => Wdl::Draw,
        value if side == solver => value,
        Wdl::Win => Wdl::Loss,
        Wdl::Loss => Wdl::Win,
    };
    if let Outcome::Over(ending) = engine.outcome() {
        let value = ending.winner().map_or(Wdl::Draw, |winner| of_side(winner, Wdl::Win));
        return Ok((Some(value), Vec::new()));
    }
    let side = engine.side();
    let go = Go { nodes: Some(NODES), strength: Strength::Full, ..Go::default() };
    let (answer, line) = engine.search(&go).answer()?;
    let exact = engine.exact_value().map(Wdl::from);
    let proven = line.as_ref().filter(|line| line.score.mate_in_moves().is_some());
    let proven = proven.map(|line| if line.score > Score::DRAW { Wdl::Win } else { Wdl::Loss });
    let mut moves = line.map(|line| line.moves).unwrap_or_default();
    if moves.first() != answer.best.as_ref() {
        moves = answer.best.into_iter().collect();
    }
    moves.truncate(MAX_LINE);
    let value = exact.or(proven).map(|value| of_side(side, value));
    Ok((value, moves.into_iter().map(Value::from).collect()))
}
