//! The board as text: heights, workers, gods and the side to move.

use std::fmt::Write;

use plywright::Side;

use crate::scene;
use crate::state::State;

/// Draws a position: height and worker of each square.
pub(super) fn draw(state: &State) -> String {
    let scene = scene::of(state);
    let mut text = scene.to_string() + "\n\n";
    for side in Side::BOTH {
        let god = state.gods()[side.index()];
        let turn = if state.winner.is_none() && state.side == side { "to move" } else { "" };
        let won = if state.winner == Some(side) { "has won" } else { "" };
        let stored = state.stored_text(side).map_or(String::new(), |stored| format!("[{stored}]"));
        let name = format!("{}{stored}", god.name());
        let _ = writeln!(text, " {} {name:16} {turn}{won}\n   {}", scene.sign(side), god.text());
    }
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
