//! Benchmark: time to reach a depth with several threads and with one, over positions near the start of four
//! games.
//!
//! Each position is searched with one thread and with several in turn, so that a slow minute of the machine
//! affects both. The result of a single position is not reliable, because the threads of a search interleave
//! at random. Run it with `cargo bench -p plywright-benchmarks --bench time_to_depth -- --runs 3`.

use std::time::Instant;

use clap::Parser;
use plywright::{Depth, Playable};
use plywright_benchmarks::{SearchSettings, default_variant, median, opening_positions};
use plywright_connect_four::ConnectFour;
use plywright_gyges::Gyges;
use plywright_mill::Mill;
use plywright_santorini::Santorini;

/// Compares the time to reach a depth with several threads and with one
#[derive(Debug, Parser)]
struct Arguments {
    /// Number of passes over the positions
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Number of positions of each game
    #[arg(long, default_value_t = 12)]
    positions: usize,
    /// Number of threads to compare with one
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Depth in plies for Mill
    #[arg(long, default_value_t = 18)]
    mill: u16,
    /// Depth in plies for Gyges
    #[arg(long, default_value_t = 8)]
    gyges: u16,
    /// Depth in plies for Santorini
    #[arg(long, default_value_t = 14)]
    santorini: u16,
    /// Depth in plies for connect four
    #[arg(long, default_value_t = 19)]
    connect_four: u16,
    /// Size of the table in MiB
    #[arg(long, default_value_t = 64)]
    table: usize,
    /// Set by `cargo bench`; without it, as in a test, one quick run is made
    #[arg(long, hide = true)]
    bench: bool,
}

fn race<G: Playable>(game: &G, depth: u16, arguments: &Arguments) {
    let Arguments { runs, positions, threads, table, .. } = *arguments;
    let sample = opening_positions(game, positions);
    println!("\n{}, {} positions to depth {depth}, table of {table} MiB", G::INFO.name, sample.len());
    println!("{:>12}{:>12}{:>8}{:>8}", "one thread", format!("{threads} threads"), "ratio", "nodes");
    let ratios = (0..runs).map(|_| {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for state in &sample {
            let [one, several] = [1, threads].map(|threads| {
                let settings = SearchSettings { threads, table, ..SearchSettings::to_depth(Depth(depth)) };
                let started = Instant::now();
                let nodes = settings.search(game, state).nodes as f64;
                (started.elapsed().as_secs_f64(), nodes)
            });
            times.push([one.0, several.0]);
            nodes.push([one.1, several.1]);
        }
        let [one, several] = [0, 1].map(|number| times.iter().map(|pair| pair[number]).sum::<f64>());
        let (ratio, nodes) = (mean_ratio(&times), mean_ratio(&nodes));
        println!("{one:11.2}s{several:11.2}s{ratio:8.2}{nodes:8.2}");
        ratio
    });
    let ratio = median(ratios);
    println!("{ratio:32.2}   median");
}

/// Returns the geometric mean of the quotients: the second number of a pair divided by the first.
fn mean_ratio(pairs: &[[f64; 2]]) -> f64 {
    let logarithms = pairs.iter().map(|[one, several]| (several / one).ln());
    (logarithms.sum::<f64>() / pairs.len() as f64).exp()
}

fn main() {
    let mut arguments = Arguments::parse();
    let less = if arguments.bench { 0 } else { 10 };
    if !arguments.bench {
        (arguments.runs, arguments.positions) = (1, 1);
    }
    let depth = |depth: u16| depth.saturating_sub(less).max(1);
    race(&default_variant::<Mill>(), depth(arguments.mill), &arguments);
    race(&default_variant::<Gyges>(), depth(arguments.gyges), &arguments);
    race(&default_variant::<Santorini>(), depth(arguments.santorini), &arguments);
    race(&default_variant::<ConnectFour>(), depth(arguments.connect_four), &arguments);
}
