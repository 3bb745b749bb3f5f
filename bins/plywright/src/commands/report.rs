//! Command `report`: measures the qualities of a game, or of two variants side by side.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use plywright::engine::DynGame;
use plywright_matches::openings::RandomPlies;
use plywright_matches::outputs::Output;
use plywright_study::report::{self, JSON_FORMAT, ReportSettings, Step, data, json, svg, text};

use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::stop_flag_until_second_signal;
use crate::failure::{Failure, check_tables};
use crate::games;
use crate::progress::Progress;
use crate::values::whole;

const NOTES: &str = "\
The engine plays three kinds of games: strong play against itself, weak play against itself (level 0), and
matches in which one side has twice the nodes of the other. Intervals are at 95 %. Equal settings and an equal
seed give the same report for any concurrency. Ctrl-C ends the report early, with the games finished so far.
If the output is not a terminal, it is data: a figure on each line, with its interval, in columns separated by tabs.

Examples:
  plywright report --game tic-tac-toe
  plywright report --game connect-four --svg c4.svg --json c4.json
  plywright report --game mill --against lasker-morris --games 1000 --svg mill.svg";

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct Report {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// A second variant, shown beside the first
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// Number of games of strong play, of weak play and of each match
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(1..=10_000_000_u64))]
    games: u64,
    /// Node limit of each search in strong play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=1_000_000_000_000_u64))]
    nodes: u64,
    /// Number of matches between an engine and one with twice its nodes; the nodes double from match to
    /// match, up to about --nodes
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(0..=30_u32))]
    doublings: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    seed: u64,
    /// Number of random moves at the start of each game
    #[arg(long, value_name = "random:PLIES|random:MIN-MAX", default_value = "random:2-4")]
    openings: RandomPlies,
    /// Number of searched moves after which an unfinished game counts as a draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(2_u32..))]
    max_plies: u32,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    concurrency: u16,
    /// Folder of tablebases that supply exact values; without it, the built-in tables are used
    #[arg(long, value_name = "DIR", conflicts_with = "against")]
    tables: Option<PathBuf>,
    /// Write the report to this file as text
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    /// Write the report to this file as one page of SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the report to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub fn run(arguments: &Report) -> Result<(), Failure> {
    let choice = &arguments.choice;
    let game = choice.game()?;
    // Invalid options are reported before the first game.
    let first = choice.engine()?.dyn_game().facts().variant.clone();
    let mut variants = vec![first];
    if let Some(second) = &arguments.against {
        games::check_variant(game, second)?;
        let engine = game.variant(second)?.engine_with(&choice.options)?;
        variants.push(engine.dyn_game().facts().variant.clone());
    }
    // An existing file is replaced only if it is empty or its first 200 bytes contain `start`. A device or a pipe is
    // always accepted.
    let open = |path: &Option<PathBuf>, kind: &str, start: &str| {
        let is_own = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).contains(start);
        path.as_deref().map(|path| Output::open(path, kind, is_own)).transpose()
    };
    let printed = open(&arguments.text, "a report as text", "weak play: level")?;
    let picture = open(&arguments.svg, "an SVG picture", "<svg")?;
    let numbers = open(&arguments.json, "a report in JSON", JSON_FORMAT)?;
    let stop = stop_flag_until_second_signal();
    let progress = Progress::new();
    let mut reports = Vec::new();
    for (index, variant) in (0_u64..).zip(&variants) {
        // The variants share one bar, so that the bar and the estimate of the time left are about the whole command.
        let mut listener = |Step { done, all, part }: Step| {
            progress.show(index * all + done, variants.len() as u64 * all, || format!("{variant}, {part}"));
        };
        reports.push(measure(arguments, game, variant, &stop, &mut listener)?);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    progress.clear();
    let files = [(printed, text as fn(&[report::Report]) -> String), (picture, svg), (numbers, json)];
    let mut written = Ok(());
    for (file, format) in files {
        if let Some(mut file) = file {
            written = written.and(file.write(format(&reports).as_bytes()));
        }
    }
    let mut out = io::stdout().lock();
    let shown = if Columns::of_output().is_data() { data(&reports) } else { text(&reports) };
    let printed = out.write_all(shown.as_bytes()).and_then(|()| out.flush());
    // An error ends the command only here, because the other outputs must still get the figures.
    written?;
    printed?;
    if stop.load(Ordering::Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
}

fn measure(
    arguments: &Report,
    game: &Arc<dyn DynGame>,
    variant: &str,
    stop: &Arc<AtomicBool>,
    listener: &mut dyn FnMut(Step),
) -> Result<report::Report, Failure> {
    let settings = ReportSettings {
        games: arguments.games,
        nodes: arguments.nodes,
        doublings: arguments.doublings,
        seed: arguments.seed,
        opening: arguments.openings,
        max_plies: arguments.max_plies as usize,
        concurrency: arguments.concurrency.into(),
    };
    let player = || game.variant(variant)?.engine_with(&arguments.choice.options);
    let mut replayer = player()?;
    if let Some(folder) = &arguments.tables {
        replayer.open_tables(folder)?;
    }
    let found = report::report(&settings, &player, &*replayer, stop, listener)?;
    check_tables(&*replayer)?;
    Ok(found)
}
