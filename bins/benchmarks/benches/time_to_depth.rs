//! Benchmark: time to reach a depth with several threads and with one, over positions near the start of each
//! named game.
//!
//! Each position is searched with one thread and with several in turn, so that a slow minute of the machine
//! affects both. The result of a single position is not reliable, because the threads of a search interleave
//! at random. Run it with `cargo bench -p plywright-benchmarks --bench time_to_depth -- mill=18 --runs 3`.

use std::collections::HashMap;
use std::time::Instant;

use clap::Parser;
use plywright::{Depth, Playable};
use plywright_benchmarks::{SearchSettings, median, opening_positions};
use plywright_games::{GameVisitor, visit};

/// Compares the time to reach a depth with several threads and with one
#[derive(Debug, Parser)]
struct Arguments {
    /// Games, each with the depth in plies to which its positions are searched
    #[arg(value_name = "GAME=DEPTH", value_parser = game_and_depth,
        default_values = ["mill=18", "gyges=8", "santorini=14", "connect-four=19"])]
    games: Vec<(String, u16)>,
    /// Number of passes over the positions
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Number of positions of each game
    #[arg(long, default_value_t = 12)]
    positions: usize,
    /// Number of threads to compare with one
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Size of the transposition table of each search in MiB
    #[arg(long, default_value_t = 64)]
    table: usize,
    /// Set by `cargo bench`; without it, as in a test, one quick run is made
    #[arg(long, hide = true)]
    bench: bool,
}

fn game_and_depth(text: &str) -> Result<(String, u16), String> {
    let (game, depth) = text.split_once('=').ok_or("expected GAME=DEPTH")?;
    let depth = depth.parse().map_err(|_| format!("'{depth}' is not a depth in plies"))?;
    Ok((game.to_owned(), depth))
}

/// Times the searches of each visited game that `depths` names, and removes the game from `depths`.
struct Race {
    arguments: Arguments,
    depths: HashMap<String, u16>,
}

impl GameVisitor for Race {
    fn visit<G: Playable>(&mut self) {
        if let Some(depth) = self.depths.remove(G::INFO.name) {
            race(&G::default(), depth, &self.arguments);
        }
    }
}

/// Times the searches of positions of a game. Prints a line for each run, with the sums of the times and the geometric
/// means of the ratios of times and of nodes. The last line is the median over the runs of the ratio of times.
fn race<G: Playable>(game: &G, depth: u16, arguments: &Arguments) {
    let Arguments { runs, positions, threads, table, .. } = *arguments;
    let sample = opening_positions(game, positions);
    println!("\n{}, {} positions to depth {depth}, table of {table} MiB", G::INFO.name, sample.len());
    println!("{:>12}{:>12}{:>8}{:>8}", "one thread", format!("{threads} threads"), "ratio", "nodes");
    let mut ratios = Vec::new();
    for _ in 0..runs {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for state in &sample {
            let [one, several] = [1, threads].map(|threads| {
                let settings = SearchSettings { threads, table, ..SearchSettings::to_depth(Depth(depth)) };
                let started = Instant::now();
                let searched = settings.search(game, state).nodes as f64;
                [started.elapsed().as_secs_f64(), searched]
            });
            let ([time_of_one, nodes_of_one], [time_of_several, nodes_of_several]) = (one, several);
            times.push([time_of_one, time_of_several]);
            nodes.push([nodes_of_one, nodes_of_several]);
        }
        let one: f64 = times.iter().map(|[one, _]| one).sum();
        let several: f64 = times.iter().map(|[_, several]| several).sum();
        let (time_ratio, node_ratio) = (mean_ratio(&times), mean_ratio(&nodes));
        println!("{one:11.2}s{several:11.2}s{time_ratio:8.2}{node_ratio:8.2}");
        ratios.push(time_ratio);
    }
    println!("{:32.2}   median", median(ratios));
}

/// Returns the geometric mean, over the pairs, of the second number divided by the first.
fn mean_ratio(pairs: &[[f64; 2]]) -> f64 {
    let logarithms = pairs.iter().map(|[one, several]| (several / one).ln());
    (logarithms.sum::<f64>() / pairs.len() as f64).exp()
}

fn main() {
    let mut arguments = Arguments::parse();
    let mut plies_less = 0;
    // Without `cargo bench`, as in a test, one short run only shows that the program works.
    if !arguments.bench {
        (plies_less, arguments.runs, arguments.positions) = (10, 1, 1);
    }
    let mut depths = HashMap::new();
    for (game, depth) in &arguments.games {
        depths.insert(game.clone(), depth.saturating_sub(plies_less).max(1));
    }
    let mut race = Race { arguments, depths };
    visit(&mut race);
    assert!(race.depths.is_empty(), "no game is called {:?}", race.depths.keys());
}
