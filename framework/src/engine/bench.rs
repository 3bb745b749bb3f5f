//! Benchmark: searches a game's bench positions with each algorithm of [`Algorithm::PLAYING`].
//!
//! With one thread, the node counts are the same in every run. A changed count shows that a commit has changed the
//! search, the evaluation or the rules.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use super::handicap::{Judgement, Perceived};
use super::report::{BenchReport, BenchRow, TaskEvent};
use super::task::Listener;
use crate::game::Playable;
use crate::rules::Depth;
use crate::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};

/// Size of the transposition table in mebibytes. Each position is searched with a new table.
const TABLE: usize = 16;

/// Searches the bench positions with each algorithm of [`Algorithm::PLAYING`]. If `depth` is `None`, each position has
/// its own depth. Reports the row of an algorithm as soon as it is complete. Returns the totals, or
/// [`TaskEvent::Abandoned`] if `control` was stopped.
///
/// # Errors
///
/// Returns an error if the text of a position cannot be read, or there is not enough memory for a table.
pub(super) fn bench<G: Playable>(
    game: &G,
    threads: usize,
    depth: Option<Depth>,
    control: &Control,
    listener: &mut Listener<'_, BenchReport>,
) -> Result<TaskEvent<BenchReport>, Box<dyn Error>> {
    // The engine searches `Perceived` games, from which weak levels hide moves. The benchmark uses this type, too, so
    // that it runs the same compiled code.
    let perceived = Perceived::new(game.clone(), None);
    let mut all_nodes = 0;
    for algorithm in Algorithm::PLAYING {
        let mut row =
            BenchRow { game: G::INFO.name, algorithm, depth: Depth(0), nodes: 0, time: Duration::ZERO };
        for (text, own_depth) in game.bench_positions() {
            let root = Root::new(&perceived, game.parse_position(&text)?);
            let depth = depth.unwrap_or(Depth(own_depth));
            let resources = Resources { threads, ..Resources::new(Arc::new(Table::new(TABLE)?)) };
            let mut search = algorithm.search(perceived.clone(), Judgement(game.eval()), resources);
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let started = control.elapsed();
            let found = search.search(&root, &limits, control, &mut ());
            row.time += control.elapsed().saturating_sub(started);
            row.nodes += found.nodes;
            row.depth = row.depth.max(depth);
            if control.is_over() {
                return Ok(TaskEvent::Abandoned);
            }
        }
        all_nodes += row.nodes;
        listener(TaskEvent::Report(BenchReport::Row(row)));
    }
    Ok(TaskEvent::Report(BenchReport::Total { nodes: all_nodes, time: control.elapsed() }))
}
