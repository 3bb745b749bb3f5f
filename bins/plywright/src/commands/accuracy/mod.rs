//! Command `accuracy`: compares engines' moves with the exact values of all moves, and counts the moves that
//! make the result worse.

mod collection;
mod measurement;
mod played;
mod positions;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plywright::FULL_STRENGTH;
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::outputs::Output;
use plywright_matches::tournament::OptionValue;

use super::matches::{LEVEL_OPTION, engines, make_engine};
use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::stdout;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::values::{time, whole};
use collection::collect;
use measurement::{HEADER_OF_DATA, measure, print};
use played::Played;
use positions::{Positions, TITLE};

/// Time limit of each move for an engine without any other limit. A level of strength counts as a limit.
const MOVE_TIME: Duration = Duration::from_millis(100);
const NOTES: &str = include_str!("notes.txt");

/// Arguments of `accuracy`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[group(id = "source", required = true, multiple = false, args = ["games", "random", "positions"])]
pub struct Accuracy {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// Folder of tablebases that supply the exact values; without it, the built-in tables are used
    #[arg(long, value_name = "DIR", conflicts_with = "positions")]
    tables: Option<PathBuf>,
    /// Use the positions of recorded games, written by a match or by `selfplay`
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Use the positions of this number of games with random moves
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_000_u64))]
    random: Option<u64>,
    /// Use the positions in a file that --save wrote; it contains their values
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Judge the moves that the players of --games played, without an engine: every turn that began in a position
    /// not already lost, except turns in an opening and turns of unknown value
    #[arg(long, conflicts_with_all = ["random", "positions", "save", "per_phase", "engines", "each", "levels"])]
    #[arg(conflicts_with_all = ["time", "nodes", "depth", "seed", "concurrency", "timeout"])]
    all_positions: bool,
    /// Write the positions and their values to this file
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    save: Option<PathBuf>,
    /// Maximum number of positions to search in each phase of the game; no maximum if not given
    #[arg(long, value_name = "N", conflicts_with = "positions", value_parser = whole(1_usize..))]
    per_phase: Option<usize>,
    /// An engine; repeat the option for every engine; by default the engine of this program
    #[arg(long = "engine", value_name = "SETTINGS")]
    engines: Vec<String>,
    /// Settings that all engines share; an engine's own settings override them
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,
    /// Add engines of this program at these levels of strength, from 0 to 30 (full strength)
    #[arg(long, value_name = "N,N...", value_delimiter = ',')]
    #[arg(value_parser = whole(0..=FULL_STRENGTH))]
    levels: Vec<u8>,
    /// Time limit of each move; 100 ms if no other limit is given
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Node limit of each move
    #[arg(long, value_name = "N", value_parser = whole(1_u64..))]
    nodes: Option<u64>,
    /// Depth limit of each move in plies
    #[arg(long, value_name = "N", value_parser = whole(1..=200_u16))]
    depth: Option<u16>,
    /// Seed of the order of positions, of random games and of the engines' random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    seed: u64,
    /// Number of positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    concurrency: u16,
    /// Time to wait for an engine's move, in addition to its time limit
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    timeout: Duration,
}

pub fn run(arguments: &Accuracy) -> Result<(), Failure> {
    let game = arguments.choice.rules()?;
    let (rules, others) = arguments.choice.split_options(&*game);
    let make = |options: &[OptionValue]| make_engine(&arguments.choice, &rules, options);
    let progress = Progress::new();
    // If no engine is measured, the options belong to the engine that looks up the values.
    let options: &[OptionValue] = if arguments.all_positions { &others } else { &[] };
    let mut engine = make(options).map_err(Failure::not_understood)?;
    if let Some(folder) = &arguments.tables {
        engine.open_tables(folder)?;
    }
    if arguments.all_positions
        && let Some(path) = &arguments.games
    {
        let played = Played::read(path, &rules, &*engine, &progress)?;
        played.print(&mut stdout(), Columns::of_output(), engine.dyn_game().info().phases)?;
        return Ok(());
    }
    let specs = engines_with_limits(arguments, &others)?;
    for spec in &specs {
        spec.check_game(engine.dyn_game().facts().game)?;
    }
    // The file is opened before the collection, which takes long, so that an unusable file is reported at once.
    let open = |path| Output::open(path, "a file of positions", |bytes| bytes.starts_with(TITLE.as_bytes()));
    let file = arguments.save.as_deref().map(open).transpose()?;
    let positions = match &arguments.positions {
        Some(path) => Positions::read(path, &rules, &*engine.dyn_game())?,
        None => collect(arguments, &rules, &*engine, &progress)?,
    };
    if let Some(mut file) = file {
        file.write(positions.text(&rules, &*engine.dyn_game()).as_bytes())?;
    }
    let mut out = stdout();
    let columns = Columns::of_output();
    if columns.is_data() {
        writeln!(out, "{HEADER_OF_DATA}")?;
    }
    for spec in &specs {
        let costs = measure(arguments, spec, &positions, &make, &progress)?;
        progress.clear();
        print(&mut out, columns, spec, engine.dyn_game().info().phases, &positions, &costs)?;
    }
    Ok(out.flush()?)
}

/// Returns the engines with the limits of their moves; this program's engine if none is given. `--time`, `--nodes` and
/// `--depth` are limits for the engines that do not set the same kind of limit themselves. An engine without limit and
/// without level gets [`MOVE_TIME`]. Returns an error if an engine has a clock.
fn engines_with_limits(arguments: &Accuracy, options: &[OptionValue]) -> Result<Vec<EngineSpec>, Failure> {
    let default = vec!["cmd=builtin name=plywright".to_owned()];
    let is_given = !arguments.engines.is_empty() || !arguments.levels.is_empty();
    let given = if is_given { &arguments.engines } else { &default };
    let mut specs = engines(&arguments.levels, given, &arguments.each, options)?;
    for spec in &mut specs {
        let has_level = spec.option(LEVEL_OPTION).is_some();
        let limits = &mut spec.limits;
        if limits.clock.is_some() {
            return Err(Failure::not_understood("tc limits games; limit moves by st, nodes or depth"));
        }
        limits.move_time = limits.move_time.or(arguments.time);
        limits.nodes = limits.nodes.or(arguments.nodes);
        limits.depth = limits.depth.or(arguments.depth);
        let has_limit = limits.move_time.is_some() || limits.nodes.is_some() || limits.depth.is_some();
        if !has_limit && !has_level {
            limits.move_time = Some(MOVE_TIME);
        }
    }
    Ok(specs)
}
