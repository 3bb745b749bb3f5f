//! Counting move sequences.

use std::io::{self, Write};
use std::time::Duration;

use plywright::engine::TaskEvent;

use super::progress::Progress;
use super::run_task::run_task;
use crate::arguments::Perft;
use crate::failure::Failure;

/// Prints the count, and each first move's part if asked to. A person who waits sees how far it has got.
pub fn run(perft: &Perft) -> Result<(), Failure> {
    let engine = perft.place.engine()?;
    let first_moves = if perft.depth == 0 { 0 } else { engine.legal_moves().len() as u64 };
    let progress = Progress::of_short_work();
    let mut out = io::stdout().lock();
    let mut done = 0;
    let counting = plywright::Perft { counts_finished_games: perft.finished, ..plywright::Perft::default() };
    run_task(engine.perft(perft.depth, counting), |event| match event {
        TaskEvent::PerftMove { text, nodes } => {
            done += 1;
            progress.show(done, first_moves, || text.clone());
            if perft.divide { progress.aside(|| writeln!(out, "{text}: {nodes}")) } else { Ok(()) }
        }
        TaskEvent::Total { nodes, time } => {
            progress.clear();
            total(&mut out, nodes, time)
        }
        _ => Ok(()),
    })?;
    Ok(out.flush()?)
}

fn total(out: &mut impl Write, nodes: u64, time: Duration) -> io::Result<()> {
    let seconds = time.as_secs_f64();
    let millions_per_second = nodes as f64 / seconds.max(1e-6) / 1e6;
    writeln!(out, "Time: {seconds:.3} s, {millions_per_second:.1} Mnps")?;
    writeln!(out, "Nodes searched: {nodes}")
}
