//! Command `accuracy`: compares engines' moves with the exact values of all moves, and counts the moves that
//! make the result worse.

mod played;
mod positions;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::time::Duration;

use clap::Args;
use plywright::engine::{DynEngine, Setup};
use plywright::search::Rng;
use plywright::tablebase::Wdl;
use plywright::{FULL_STRENGTH, Key};
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::files::Output;
use plywright_matches::openings::random_moves;
use plywright_matches::player::{self, MoveRequest};
use plywright_matches::referee::accept;
use plywright_matches::tournament::{MakeEngine, OptionValue};
use plywright_matches::workers::run_workers;

use super::matches::{LEVEL_OPTION, engines, make_engine};
use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::{Progress, stdout};
use crate::failure::{Failure, check_tables};
use crate::values::{time, whole};
use played::Played;
use positions::{Known, Positions, TITLE, Texts};

/// Time limit of each move if the engine has neither another limit nor a level of strength.
const MOVE_TIME: Duration = Duration::from_millis(100);
/// Maximum length of a random game in plies.
const MAX_RANDOM_PLIES: usize = 400;

const NOTES: &str = "\
A move gives value away if it turns a win into a draw or a loss, or a draw into a loss. A position has a choice
if some legal move gives value away. Only positions with a choice are searched; the others count only in the
column `of all`. Intervals are Wilson's at 95 %. `plies longer` is the average number of plies by which the
engine's winning moves lengthen the shortest win, where distances are known.
Engines are described as for `match`. Positions with a move of unknown value are left out.

Examples:
  plywright accuracy --tables DIR --games match.pgn --time 100ms
  plywright accuracy --tables DIR --games match.pgn --all-positions   the players of the games
  plywright accuracy --tables DIR --random 1000 --per-phase 500 --save mill.positions --levels 6,12,18
  plywright accuracy --positions mill.positions --time 10ms   without tables
  plywright accuracy --positions mill.positions --engine \"cmd=./other st=1s\" --concurrency 2";

/// Arguments of `accuracy`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[group(id = "source", required = true, multiple = false, args = ["games", "random", "positions"])]
pub struct Accuracy {
    /// The game and its rules.
    #[command(flatten)]
    pub choice: Choice,
    /// Folder of tablebases that supply the exact values; without it, the built-in tables are used
    #[arg(long, value_name = "DIR", conflicts_with = "positions")]
    pub tables: Option<PathBuf>,
    /// Use the positions of recorded games, written by a match or by `selfplay`
    #[arg(long, value_name = "FILE")]
    pub games: Option<PathBuf>,
    /// Use the positions of this number of games with random moves
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_000_u64))]
    pub random: Option<u64>,
    /// Use the positions in a file that --save wrote; it contains their values
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// Judge the moves that the players of --games played, without an engine: every turn that began in a position
    /// not already lost
    #[arg(long, conflicts_with_all = ["random", "positions", "save", "per_phase", "engines", "each", "levels"])]
    #[arg(conflicts_with_all = ["time", "nodes", "depth", "seed", "concurrency", "timeout"])]
    pub all_positions: bool,
    /// Write the positions and their values to this file
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub save: Option<PathBuf>,
    /// Maximum number of positions to search in each phase of the game; no maximum if not given
    #[arg(long, value_name = "N", conflicts_with = "positions", value_parser = whole(1_usize..))]
    pub per_phase: Option<usize>,
    /// An engine; repeat the option for every engine; by default the engine of this program
    #[arg(long = "engine", value_name = "SETTINGS")]
    pub engines: Vec<String>,
    /// Settings that all engines share; an engine's own settings override them
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    pub each: String,
    /// Add engines of this program at these levels of strength, from 0 to 30 (full strength)
    #[arg(long, value_name = "N,N...", value_delimiter = ',')]
    #[arg(value_parser = whole(0..=FULL_STRENGTH))]
    pub levels: Vec<u8>,
    /// Time limit of each move; 100 ms if no other limit is given
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Node limit of each move
    #[arg(long, value_name = "N", value_parser = whole(1_u64..))]
    pub nodes: Option<u64>,
    /// Depth limit of each move in plies
    #[arg(long, value_name = "N", value_parser = whole(1..=200_u16))]
    pub depth: Option<u16>,
    /// Seed of the order of positions, of random games and of the engines' random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    pub seed: u64,
    /// Number of positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    pub concurrency: u16,
    /// Time to wait for an engine's move
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    pub timeout: Duration,
}

const HEADER: &str = "phase\tpositions\tchoices\tvalue lost\tof choices (95 %)\tof all (95 %)\tplies longer";
/// The shares are per cent, each followed by the bounds of its interval.
const HEADER_OF_DATA: &str = "engine\tlimits\tphase\tpositions\tchoices\tvalue_lost\tof_choices\tof_choices_low\tof_choices_high\t\
     of_all\tof_all_low\tof_all_high\tplies_longer";

/// Statistics of an engine's moves in one phase of the game.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Number of searched positions.
    choices: u64,
    /// Number of moves that turned a win into a draw or loss, or a draw into a loss.
    lost: u64,
    /// Number of moves that kept a win with a known distance.
    wins: u64,
    /// Sum over the moves in `wins`: the plies by which each move made the win longer than the shortest win.
    longer: u64,
}

pub fn run(arguments: &Accuracy) -> Result<(), Failure> {
    let plain = arguments.choice.plain_engine()?.dyn_game();
    let (rules, others) =
        arguments.choice.options.iter().cloned().partition::<Vec<_>, _>(|(name, _)| plain.has_rule(name));
    let make = |options: &[OptionValue]| make_engine(&arguments.choice, &rules, options);
    let mut engine = make(&[]).map_err(Failure::not_understood)?;
    let progress = Progress::new();
    if let (true, Some(path)) = (arguments.all_positions, &arguments.games) {
        if let Some(folder) = &arguments.tables {
            engine.open_tables(folder)?;
        }
        let played = Played::read(path, &rules, &*engine, &progress)?;
        played.print(&mut stdout(), Columns::of_output(), engine.dyn_game().info().phases)?;
        return Ok(());
    }
    let mut specs = specs(arguments, &others)?;
    for spec in &mut specs {
        spec.check_game(engine.dyn_game().facts().game)?;
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
    let positions = if let Some(path) = &arguments.positions {
        Positions::read(path, &rules, &*engine.dyn_game())?
    } else {
        let is_own = |bytes: &[u8]| bytes.starts_with(TITLE.as_bytes());
        let open = |path| Output::open(path, "a file of positions", is_own);
        let file = arguments.save.as_deref().map(open).transpose()?;
        let positions = collect(arguments, &rules, &mut *engine, &progress)?;
        if let Some(mut file) = file {
            file.write(positions.text(&rules, &*engine.dyn_game()).as_bytes())?;
        }
        positions
    };
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

fn specs(arguments: &Accuracy, options: &[OptionValue]) -> Result<Vec<EngineSpec>, Failure> {
    let default = vec!["cmd=builtin name=plywright".to_owned()];
    let is_given = !arguments.engines.is_empty() || !arguments.levels.is_empty();
    let given = if is_given { &arguments.engines } else { &default };
    Ok(engines(&arguments.levels, given, &arguments.each, options)?)
}

/// Collects positions of recorded or random games in random order, with the values of their moves. Leaves out
/// positions with a move of unknown value.
fn collect(
    arguments: &Accuracy,
    rules: &[OptionValue],
    engine: &mut dyn DynEngine,
    progress: &Progress,
) -> Result<Positions, Failure> {
    if let Some(folder) = &arguments.tables {
        engine.open_tables(folder)?;
    }
    let game = engine.dyn_game();
    let mut found = Texts::default();
    if let Some(path) = &arguments.games {
        found.add_file(path, rules, &*game)?;
    }
    let mut rng = Rng::new(Key::mix(arguments.seed).0);
    for _ in 0..arguments.random.unwrap_or_default() {
        let moves = random_moves(&mut *game.start(), MAX_RANDOM_PLIES, &mut rng)?;
        found.add(&*game, &Setup::Start, moves.iter().map(String::as_str))?;
    }
    let mut texts = found.texts;
    let mut rng = Rng::new(Key::mix(arguments.seed).0);
    (1..texts.len()).rev().for_each(|last| texts.swap(last, rng.below(last + 1)));
    let phases = game.info().phases.len();
    let mut positions = Positions { known: Vec::new(), without_choice: vec![0; phases] };
    let mut left = vec![arguments.per_phase.unwrap_or(usize::MAX); phases];
    let (all, mut unknown) = (texts.len(), 0);
    for (number, text) in texts.into_iter().enumerate() {
        progress
            .show(number as u64, all as u64, || format!("{} positions with a choice", positions.known.len()));
        let line = game.parse(&text)?;
        let phase = line.phase();
        if left[phase] == 0 {
            continue;
        }
        match Known::of(text, &*line, engine) {
            None => unknown += 1,
            Some(known) if known.is_choice() => {
                left[phase] -= 1;
                positions.known.push(known);
            }
            Some(_) => positions.without_choice[phase] += 1,
        }
    }
    progress.clear();
    check_tables(engine)?;
    if positions.known.is_empty() {
        let message = format!(
            "none of the {all} positions has a choice and known values for all moves; give a folder of larger \
             tablebases by --tables"
        );
        return Err(Failure::not_understood(message));
    }
    if unknown > 0 {
        progress.line(&format!("note: left out {unknown} of {all} positions with a move of unknown value"));
    }
    Ok(positions)
}

/// Lets an engine choose a move in each position with a choice. Returns the statistics for each phase of the
/// game.
fn measure(
    arguments: &Accuracy,
    spec: &EngineSpec,
    positions: &Positions,
    make: &MakeEngine<'_>,
    progress: &Progress,
) -> Result<Vec<Cost>, Failure> {
    let (next, stop, searches) = (AtomicUsize::new(0), AtomicBool::new(false), Arc::default());
    // Sends the number of each position and the move chosen in it.
    let work = |_, sender: &Sender<Result<(usize, String), Failure>>| {
        let of_engine = |fault: player::Fault| format!("engine '{}' {fault}", spec.name);
        let game = make(&[]).map_err(Failure::failed)?.dyn_game();
        let mut player =
            player::start(&spec.origin, &*game, &spec.options, arguments.timeout, || make(&spec.options))
                .map_err(|fault| Failure::failed(of_engine(fault)))?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(known) = positions.known.get(number).filter(|_| !stop.load(Relaxed)) else {
                return Ok(());
            };
            let setup = Setup::Text(known.text.clone());
            let mut line = game.set_up(&setup, &[]).map_err(Failure::failed)?;
            let request = MoveRequest {
                setup: &setup,
                moves: &[],
                line: &*line,
                go: spec.limits.go(),
                allowed: arguments.timeout,
                searches: &searches,
            };
            let chosen =
                player.new_game(arguments.seed ^ number as u64).and_then(|()| player.choose(&request));
            let text = chosen.and_then(|answer| accept(&*game, &mut *line, &answer.choice));
            let text =
                text.map_err(|fault| Failure::failed(format!("{} in '{}'", of_engine(fault), known.text)))?;
            if sender.send(Ok((number, text))).is_err() {
                return Ok(());
            }
        }
    };
    let mut costs = vec![Cost::default(); positions.without_choice.len()];
    run_workers(arguments.concurrency.into(), &stop, work, |chosen| {
        for (done, chosen) in (1..).zip(chosen) {
            let (number, text) = chosen?;
            let known = &positions.known[number];
            costs[known.phase].add(known, &text);
            progress.show(done, positions.known.len() as u64, || spec.name.clone());
        }
        Ok(())
    })?;
    Ok(costs)
}

impl Cost {
    fn add(&mut self, known: &Known, text: &str) {
        let best = known.best();
        let value = known.moves.iter().find(|(mv, _)| mv == text).map_or(best, |(_, value)| *value);
        self.choices += 1;
        if Wdl::from(value) != Wdl::from(best) {
            self.lost += 1;
        } else if let (true, Some(plies), Some(shortest)) = (best.is_win(), value.plies(), best.plies()) {
            self.wins += 1;
            self.longer += u64::from(plies - shortest);
        }
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            choices: self.choices + other.choices,
            lost: self.lost + other.lost,
            wins: self.wins + other.wins,
            longer: self.longer + other.longer,
        }
    }
}

fn print(
    out: &mut impl Write,
    columns: Columns,
    spec: &EngineSpec,
    phases: &[&str],
    positions: &Positions,
    costs: &[Cost],
) -> io::Result<()> {
    // In data for a program, each row begins with the engine and its limits. For a person, a line above the
    // rows names them.
    let mut engine = String::new();
    if columns.is_data() {
        engine = format!("{}\t{}\t", spec.name, spec.limits);
    } else {
        writeln!(out, "{}, {}\n{HEADER}", spec.name, spec.limits)?;
    }
    let mut row = |name: &str, cost: &Cost, without: u64| {
        let all = cost.choices + without;
        let longer = cost.longer as f64 / cost.wins as f64;
        let longer = if cost.wins > 0 { format!("{longer:.1}") } else { "-".to_owned() };
        let Cost { choices, lost, .. } = cost;
        let [of_choices, of_all] = [*choices, all].map(|among| columns.share(*lost, among));
        writeln!(out, "{engine}{name}\t{all}\t{choices}\t{lost}\t{of_choices}\t{of_all}\t{longer}")
    };
    for (phase, (cost, without)) in costs.iter().zip(&positions.without_choice).enumerate() {
        if costs.len() > 1 && cost.choices + without > 0 {
            row(phases[phase], cost, *without)?;
        }
    }
    let all = costs.iter().fold(Cost::default(), Cost::plus);
    row("all", &all, positions.without_choice.iter().sum())?;
    if !columns.is_data() {
        writeln!(out)?;
    }
    out.flush()
}
