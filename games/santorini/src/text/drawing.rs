//! The board as a person draws it: heights, and workers on them.

use std::fmt::Write;

use plywright::Side;

use crate::square::{Square, WIDTH};
use crate::state::State;

/// The first and the second player's workers.
const WORKERS: [char; 2] = ['x', 'o'];

/// Draws a position: in each square its height and whose worker stands there.
pub(super) fn draw(state: &State) -> String {
    let mut text = String::new();
    let edge = format!("   +{}\n", "----+".repeat(WIDTH.into()));
    text += &edge;
    for row in 0..WIDTH {
        let cell = |column| {
            let square = Square::new(row * WIDTH + column);
            let worker = Side::BOTH.into_iter().find(|side| state.workers(*side).contains(square));
            let height = match state.height(square) {
                0 => ' ',
                height => char::from(b'0' + height),
            };
            format!(" {height}{} |", worker.map_or(' ', |side| WORKERS[side.index()]))
        };
        let cells: String = (0..WIDTH).map(cell).collect();
        let _ = write!(text, " {} |{cells}\n{edge}", WIDTH - row);
    }
    let columns = Square::all().take(WIDTH.into()).map(|square| char::from(b'A' + square.column()));
    text += &columns.fold("   ".to_owned(), |line, column| line + "  " + &column.to_string() + "  ");
    text.push_str("\n\n");
    for side in Side::BOTH {
        let god = state.gods()[side.index()];
        let turn = if state.winner.is_none() && state.side == side { "to move" } else { "" };
        let won = if state.winner == Some(side) { "has won" } else { "" };
        let stored = state.stored_text(side).map_or(String::new(), |stored| format!("[{stored}]"));
        let name = format!("{}{stored}", god.name());
        let _ = writeln!(text, " {} {name:16} {turn}{won}\n   {}", WORKERS[side.index()], god.text());
    }
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
