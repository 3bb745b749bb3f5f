//! Measuring the search.

use std::io::{self, Write};
use std::time::Duration;

use plywright::BenchRow;
use plywright::engine::TaskEvent;

use super::run_task::tell;
use crate::arguments::Bench;
use crate::failure::Failure;
use crate::games::{AnyGame, GameEntry};

/// Prints a row for each game and algorithm as soon as it is known, and what they add up to.
pub fn run(bench: &Bench) -> Result<(), Failure> {
    let games = match &bench.game {
        Some(name) => vec![AnyGame::find(name)?],
        None => AnyGame::all().into(),
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", BenchRow::HEADER)?;
    let (mut all_nodes, mut all_time) = (0, Duration::ZERO);
    for game in games {
        tell(game.engine(None)?.bench(bench.threads.into(), None), |event| match event {
            TaskEvent::BenchRow(row) => writeln!(out, "{row}").and_then(|()| out.flush()),
            TaskEvent::Total { nodes, time } => {
                all_nodes += nodes;
                all_time += time;
                Ok(())
            }
            TaskEvent::Failed(message) => Err(io::Error::other(message)),
            _ => Ok(()),
        })?;
    }
    let nodes_per_second = (all_nodes as f64 / all_time.as_secs_f64().max(1e-6)) as u64;
    writeln!(out, "{all_nodes} nodes {nodes_per_second} nps")?;
    Ok(out.flush()?)
}
