//! Perft as a task. Each first move is counted separately, so that its count can be reported before the whole perft has
//! ended. A long count also reports its progress.

use std::time::Duration;

use super::report::{PerftReport, TaskEvent};
use super::task::Listener;
use crate::rules::{Moves, Perft};
use crate::search::Control;
use crate::text::Notation;

/// Minimum time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(200);

/// Returns the perft count of a position; `None` if the task was stopped. Reports the count of each first move. Also
/// reports the progress of the current one, at most once in [`INTERVAL`].
pub(super) fn count<G: Notation>(
    game: &G,
    state: &G::State,
    depth: u32,
    perft: Perft,
    control: &Control,
    listener: &mut Listener<'_, PerftReport>,
) -> Option<u64> {
    let stopped = || control.is_over();
    let mut moves = Moves::new();
    if depth > 0 && game.count(state) > 0 {
        game.moves(state, &mut moves);
    }
    // There are no first moves to report at depth 0, at the end of the game, or where the count is 0 although the game
    // lists a losing move.
    if moves.is_empty() {
        return perft.count_unless(game, state, depth, &stopped);
    }
    let (mut total, mut reported) = (0, Duration::ZERO);
    for mv in moves {
        let mut child = state.clone();
        game.play(&mut child, mv);
        let text = game.move_text(state, mv);
        let mut report = |share: f64| {
            let now = control.elapsed();
            if now.saturating_sub(reported) >= INTERVAL {
                reported = now;
                let millionths = (share * 1e6) as u32;
                let text = text.clone();
                listener(TaskEvent::Report(PerftReport::Progress { text, millionths }));
            }
        };
        let nodes = perft.count_with_progress(game, &child, depth - 1, &stopped, &mut report)?;
        listener(TaskEvent::Report(PerftReport::Move { text, nodes }));
        total += nodes;
    }
    Some(total)
}
