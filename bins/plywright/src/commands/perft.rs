//! Command `perft`: counts the move sequences of a given length (perft), to test move generation.

use std::io::{self, Write};

use clap::Args;
use plywright::engine::{PerftReport, TaskEvent};
use plywright::search::per_second;

use crate::choice::Place;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::tasks::run_task;
use crate::values::whole;

const EXAMPLES: &str = "\
Examples:
  plywright perft --depth 6                            sequences of six moves from the start
  plywright perft --depth 6 --divide                   the same, with the count of each first move
  plywright perft --game othello --depth 8             in another game
  plywright perft --game mill --depth 5 --option PiecesCount=5   with a changed rule";

/// Number of progress steps for each first move. The engine reports progress in millionths of a move.
const MILLION: u64 = 1_000_000;

/// Arguments of `perft`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    /// Position to count from.
    #[command(flatten)]
    place: Place,
    /// The length of the sequences in moves, from 0 to 60
    #[arg(long, value_name = "N", value_parser = whole(0..=60_u32))]
    depth: u32,
    /// Also print the count of each first move
    #[arg(long)]
    divide: bool,
    /// Count a game that ends earlier as one sequence, as some published tables do
    #[arg(long)]
    finished: bool,
}

pub fn run(perft: &Perft) -> Result<(), Failure> {
    let (engine, line) = perft.place.set_up()?;
    let first_moves = if perft.depth == 0 { 0 } else { line.moves().len() as u64 };
    let progress = Progress::of_short_work();
    let mut out = io::stdout().lock();
    let mut done = 0;
    let counting = plywright::Perft { counts_finished_games: perft.finished, ..plywright::Perft::default() };
    let show = |mv: &str, counted: u64, millionths: u64| {
        let text = || format!("{mv}: {counted} of {first_moves}");
        progress.show_without_counts(counted * MILLION + millionths, first_moves * MILLION, text);
    };
    run_task(engine.dyn_game().perft(&*line, perft.depth, counting), |event| match event {
        TaskEvent::Report(PerftReport::Progress { text, millionths }) => {
            show(&text, done, millionths.into());
            Ok(())
        }
        TaskEvent::Report(PerftReport::Move { text, nodes }) => {
            done += 1;
            show(&text, done, 0);
            if perft.divide { progress.aside(|| writeln!(out, "{text}: {nodes}")) } else { Ok(()) }
        }
        TaskEvent::Report(PerftReport::Total { nodes, time }) => {
            progress.clear();
            let (seconds, speed) = (time.as_secs_f64(), per_second(nodes, time) as f64 / 1e6);
            writeln!(out, "Time: {seconds:.3} s, {speed:.1} Mnps")?;
            writeln!(out, "Nodes searched: {nodes}")
        }
        _ => Ok(()),
    })??;
    Ok(out.flush()?)
}
