//! Time to depth at two threads against one, for games whose start position keeps a search busy.
//!
//! Runs at one and at two threads take turns, so that a slow minute of the machine hits both. Start it by
//! `cargo bench -p plywright-benchmarks --bench time_to_depth -- --runs 7`.

use std::time::Instant;

use clap::Parser;
use plywright::{Depth, Playable};
use plywright_benchmarks::{Task, default_variant, median};
use plywright_connect_four::ConnectFour;
use plywright_mill::Mill;

/// Time to depth at two threads against one.
#[derive(Debug, Parser)]
struct Arguments {
    /// Pairs of runs for every game
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Depth for Mill
    #[arg(long, default_value_t = 13)]
    mill: u16,
    /// Depth for connect four
    #[arg(long, default_value_t = 18)]
    connect_four: u16,
    /// Size of the table, in mebibytes
    #[arg(long, default_value_t = 64)]
    table: usize,
    /// Passed by `cargo bench`; without it, as in a test, one quick run must do
    #[arg(long, hide = true)]
    bench: bool,
}

fn race<G: Playable>(game: &G, depth: u16, runs: usize, table: usize) {
    let start = game.start();
    let seconds = |threads| {
        let started = Instant::now();
        Task { threads, table, ..Task::to_depth(Depth(depth)) }.run(game, &start);
        started.elapsed().as_secs_f64()
    };
    println!("\n{} from the start position to depth {depth}, table of {table} MiB", G::NAME);
    println!("{:>12}{:>14}{:>8}", "one thread", "two threads", "ratio");
    let pairs: Vec<[f64; 2]> = (0..runs).map(|_| [1, 2].map(seconds)).collect();
    for [one, two] in &pairs {
        println!("{one:11.3}s{two:13.3}s{:8.2}", one / two);
    }
    let [one, two] = [0, 1].map(|number| median(pairs.iter().map(|pair| pair[number])));
    let ratio = median(pairs.iter().map(|[one, two]| one / two));
    println!("{one:11.3}s{two:13.3}s{ratio:8.2}   medians");
}

fn main() {
    let Arguments { runs, mill, connect_four, table, bench } = Arguments::parse();
    let (runs, less) = if bench { (runs.max(1), 0) } else { (1, 10) };
    race(&default_variant::<Mill>(), mill.saturating_sub(less).max(1), runs, table);
    race(&default_variant::<ConnectFour>(), connect_four.saturating_sub(less).max(1), runs, table);
}
