//! Text of moves: the changes of the board, such as `B3>C4^C5`.
//!
//! A move is one word. Its parts come in this order; a part without changes is left out:
//!
//! * own workers, joined by commas: `B3>C4` moves from B3 to C4, `>C4` is new, `B3>` is removed;
//! * the enemy's workers in the same form after `!`: `!C4>C5` is pushed, `!C4>` is removed;
//! * heights in reading order: `^C5` adds a level or a dome by an ordinary building, `*C5` puts a dome on fewer
//!   than three levels, `-C5` removes a level;
//! * changed stored states: `[...]` of the own god, `![...]` of the opponent's;
//! * `#` if the mover wins, `!#` if the opponent wins.
//!
//! A placement is written as its squares: `B3,D3`. A turn without changes is `pass`. A side without a turn plays
//! `none` and loses. The text contains the whole change, so moves to different positions have different texts.

use plywright::{Game, Moves, ParseMoveError, Side};

use super::positions::squares;
use crate::game::Santorini;
use crate::moves::Move;
use crate::square::{DOME, Square, TOP};
use crate::squares::Squares;
use crate::state::State;

/// Writes the move between two positions.
pub(super) fn write(before: &State, after: &State) -> String {
    let (me, other) = (before.side, before.side.other());
    if after.side == me {
        return "none".to_owned();
    }
    let mut text = if before.is_placing() {
        squares(after.workers(me))
    } else {
        workers(before.workers(me), after.workers(me))
    };
    text += &prefixed(workers(before.workers(other), after.workers(other)));
    for square in Square::all().filter(|square| before.height(*square) != after.height(*square)) {
        text += &height(square, before.height(square), after.height(square));
    }
    let stored = |side: Side| {
        let changed = before.stored(side) != after.stored(side);
        let text = || after.gods[side.index()].card().stored_text(after.stored(side)).unwrap_or_default();
        if changed { format!("[{}]", text()) } else { String::new() }
    };
    text += &stored(me);
    text += &prefixed(stored(other));
    match after.winner {
        Some(winner) if winner == me => text += "#",
        Some(_) => text += "!#",
        None => {}
    }
    if text.is_empty() { "pass".to_owned() } else { text }
}

/// Prefixes the changes of the enemy with `!`.
fn prefixed(text: String) -> String {
    if text.is_empty() { text } else { format!("!{text}") }
}

/// Writes the squares that workers leave, each with a square that a worker enters.
fn workers(before: Squares, after: Squares) -> String {
    let mut from = (before - after).into_iter();
    let mut to = (after - before).into_iter();
    let mut text = String::new();
    loop {
        let (from, to) = (from.next(), to.next());
        if from.is_none() && to.is_none() {
            return text;
        }
        let name = |square: Option<Square>| square.map_or(String::new(), |square| square.to_string());
        let comma = if text.is_empty() { "" } else { "," };
        text.extend([comma, &name(from), ">", &name(to)]);
    }
}

/// Writes the change of a square's height.
fn height(square: Square, before: u8, after: u8) -> String {
    if after == DOME && before < TOP {
        format!("*{square}")
    } else if after >= before {
        format!("^{square}").repeat((after - before).into())
    } else {
        format!("-{square}").repeat((before - after).into())
    }
}

/// Reads a move, in any case.
pub(super) fn read(game: Santorini, state: &State, text: &str) -> Result<Move, ParseMoveError> {
    let wanted = text.trim();
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves
        .into_iter()
        .find(|mv| write(state, &game.after(state, *mv)).eq_ignore_ascii_case(wanted))
        .ok_or_else(|| {
            let is_known = |c: char| c.is_ascii_alphanumeric() || ">!^*-[]#|,".contains(c);
            if !wanted.is_empty() && wanted.chars().all(is_known) {
                ParseMoveError::illegal(wanted)
            } else {
                ParseMoveError::syntax(wanted, "a word like B3>C4^C5, or B3,D3 to place workers")
            }
        })
}
