//! Text of moves: the changes of the board, such as `B3>C4^C5`.
//!
//! A move is one word. Its parts come in this order; a part without changes is left out:
//!
//! * own workers, joined by commas: `B3>C4` moves from B3 to C4, `>C4` is new, `B3>` is removed;
//! * the opponent's workers in the same form after `!`: `!C4>C5` is pushed, `!C4>` is removed;
//! * heights in reading order: `^C5` adds a level or a dome by an ordinary building, `*C5` puts a dome on
//!   fewer than three levels, `-C5` removes a level;
//! * changed stored states: `[...]` of the mover's god, `![...]` of the opponent's;
//! * `#` if the mover wins, `!#` if the opponent wins.
//!
//! A placement lists the squares of the mover's workers: `B3,D3`. A turn without changes is `pass`, or `pass#` if it
//! wins. A side without a turn plays `none` and loses. The text contains the whole change, so moves to different
//! positions have different texts.

use std::fmt::{self, Write};

use plywright::{Game, Moves, ParseMoveError};

use super::positions::write_squares;
use crate::game::Santorini;
use crate::moves::Move;
use crate::square::{DOME, Square, TOP};
use crate::squares::Squares;
use crate::state::State;

pub(super) fn write(out: &mut impl Write, before: &State, after: &State) -> fmt::Result {
    let (me, other) = (before.side, before.side.other());
    // A side without a turn stays the side to move. So does a side that places last and takes the first turn.
    if after.side == me && after.winner.is_some() {
        return out.write_str("none");
    }
    if (State { side: me, winner: None, ..*after }) == *before {
        out.write_str("pass")?;
    } else if before.is_placing() {
        write_squares(out, after.workers(me))?;
    } else {
        write_workers(out, "", before.workers(me), after.workers(me))?;
    }
    write_workers(out, "!", before.workers(other), after.workers(other))?;
    for square in Square::all().filter(|square| before.height(*square) != after.height(*square)) {
        write_height(out, square, before.height(square), after.height(square))?;
    }
    for (side, mark) in [(me, ""), (other, "!")] {
        if before.stored(side) != after.stored(side) {
            let text = after.gods[side.index()].card().stored_text(after.stored(side));
            write!(out, "{mark}[{}]", text.unwrap_or_default())?;
        }
    }
    match after.winner {
        Some(winner) if winner == me => out.write_str("#"),
        Some(_) => out.write_str("!#"),
        None => Ok(()),
    }
}

/// Writes the changes between two sets of one side's workers as `from>to`, joined by commas. The n-th square that is
/// left is joined to the n-th that is entered. Writes `mark` before the changes, or nothing without a change.
fn write_workers(out: &mut impl Write, mark: &str, before: Squares, after: Squares) -> fmt::Result {
    let (mut from, mut to) = ((before - after).into_iter(), (after - before).into_iter());
    let mut separator = mark;
    loop {
        let (from, to) = (from.next(), to.next());
        if from.is_none() && to.is_none() {
            return Ok(());
        }
        out.write_str(separator)?;
        if let Some(square) = from {
            write!(out, "{square}")?;
        }
        out.write_str(">")?;
        if let Some(square) = to {
            write!(out, "{square}")?;
        }
        separator = ",";
    }
}

/// Writes the change of a square's height: a sign and the square, once for each level. A dome on fewer than
/// three levels is written once.
fn write_height(out: &mut impl Write, square: Square, before: u8, after: u8) -> fmt::Result {
    let (sign, count) = match after {
        DOME if before < TOP => ("*", 1),
        _ if after > before => ("^", after - before),
        _ => ("-", before - after),
    };
    for _ in 0..count {
        write!(out, "{sign}{square}")?;
    }
    Ok(())
}

/// A writer that only compares what is written with a text, ignoring case. The field is the part of the text that is
/// not compared yet.
struct Rest<'t>(&'t str);

/// Writing fails as soon as the written text differs from the text with which it is compared.
impl Write for Rest<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let (start, rest) = self.0.split_at_checked(part.len()).ok_or(fmt::Error)?;
        self.0 = rest;
        if start.eq_ignore_ascii_case(part) { Ok(()) } else { Err(fmt::Error) }
    }
}

/// Finds the legal move with the given text, ignoring case and surrounding spaces. Returns an error if there
/// is none.
pub(super) fn read(game: Santorini, state: &State, text: &str) -> Result<Move, ParseMoveError> {
    let wanted = text.trim();
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let is_wanted = |mv: &Move| {
        let mut rest = Rest(wanted);
        write(&mut rest, state, &game.after(state, *mv)).is_ok() && rest.0.is_empty()
    };
    moves.into_iter().find(is_wanted).ok_or_else(|| {
        let is_known = |c: char| c.is_ascii_alphanumeric() || ">!^*-[]#|,".contains(c);
        if !wanted.is_empty() && wanted.chars().all(is_known) {
            ParseMoveError::illegal(wanted)
        } else {
            ParseMoveError::syntax(wanted, "a word like B3>C4^C5, or B3,D3 to place workers")
        }
    })
}
