//! Runs a search of the engine for the game in the terminal.

use std::io::{self, Write};

use plywright::engine::{Go, TaskEvent};
use plywright_arena::player::score_of;
use plywright_arena::record::PlyNote;

use super::table::Table;
use super::texts;
use crate::commands::run_task::run_task;

/// Moves the cursor to the left and clears the line.
const REWRITE: &str = "\r\x1b[K";

/// Searches, shows progress if the output is a terminal, and prints the best move. Returns the move with its
/// search data.
pub(super) fn think(
    table: &Table,
    out: &mut impl Write,
    is_terminal: bool,
    go: &Go,
    verb: &str,
) -> io::Result<Option<(String, PlyNote)>> {
    let (mut last, mut best) = (None, None);
    run_task(table.engine.search(go), |event| {
        match event {
            TaskEvent::PvInfo(info) if info.rank == 1 => {
                if is_terminal {
                    write!(out, "{REWRITE}{:.78}", texts::pv_text(&info))?;
                    out.flush()?;
                }
                last = Some(info);
            }
            TaskEvent::BestMove(answer) => best = answer.best,
            _ => {}
        }
        Ok(())
    })?;
    if is_terminal {
        write!(out, "{REWRITE}")?;
    }
    if let Some(best) = &best {
        let line = last.as_ref().map(|info| format!("  ({})", texts::pv_text(info)));
        writeln!(out, "{verb} {best}{}", line.unwrap_or_default())?;
    }
    let note = last.map_or_else(PlyNote::default, |info| PlyNote {
        score: Some(score_of(info.score)),
        depth: Some(info.depth.0.into()),
        time: Some(info.time),
        ..PlyNote::default()
    });
    Ok(best.map(|best| (best, note)))
}
