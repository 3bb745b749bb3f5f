//! Writing positions.

use plywright::Side;

use crate::square::Square;
use crate::squares::Squares;
use crate::state::State;

/// Writes a position, with the winner's mark before or after the god's name.
pub(super) fn position(state: &State, mark_before: bool) -> String {
    let heights: String = Square::all().map(|square| char::from(b'0' + state.height(square))).collect();
    let player = state.player_in_text().index() + 1;
    let [first, second] = Side::BOTH.map(|side| self::player(state, side, mark_before));
    format!("{heights}/{player}/{first}/{second}")
}

/// Writes a god, its stored state and its workers.
fn player(state: &State, side: Side, mark_before: bool) -> String {
    let mark = if state.winner == Some(side) { "#" } else { "" };
    let (before, behind) = if mark_before { (mark, "") } else { ("", mark) };
    let name = state.gods[side.index()].name();
    let stored = state.stored_text(side).map_or(String::new(), |stored| format!("[{stored}]"));
    let workers = state.workers(side);
    let colon = if workers.is_empty() { "" } else { ":" };
    format!("{before}{name}{behind}{stored}{colon}{}", squares(workers))
}

/// Names of squares in reading order.
pub(crate) fn squares(squares: Squares) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(",")
}
