//! Command `bench`: searches fixed positions and counts the nodes. With one thread, a change of the counts
//! means that the program searches differently.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use plywright::engine::{BenchReport, DynGame, Facts, TaskEvent};
use plywright::search::{TimeSource, per_second};
use plywright::{BenchRow, Depth};
use plywright_matches::files::{LocatedError, read_text};
use plywright_matches::outputs::Output;

use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::say;
use crate::failure::Failure;
use crate::games;
use crate::tasks::run_task;
use crate::values::whole;

const EXAMPLES: &str = "\
Examples:
  plywright bench                            every game and algorithm
  plywright bench --game mill --threads 2    one game, by two threads
  plywright bench --game hex --depth 4       longer searches than by default
  plywright bench --out counts               write the node counts to a file
  plywright bench --check counts             fail if a node count has changed";

const ONLY_RULES: &str = "every algorithm is measured with its default settings, so --option sets rules only";

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Bench {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// Number of threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=64_u16))]
    threads: u16,
    /// Search every position to this depth instead of the depths of the game
    #[arg(long, value_name = "N", value_parser = whole(1..=60_u16))]
    depth: Option<u16>,
    /// Compare the node counts with those in this file; fail if one differs
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Write the node counts to this file; counts of other games and rules in it are kept
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const HEADER_OF_DATA: &str = "game\talgorithm\tdepth\tnodes\tseconds\tnodes_per_second";

/// Node counts: maps `GAME ALGORITHM` to `DEPTH NODES`. For `GAME`, see [`name_of`].
type Signature = BTreeMap<String, String>;

/// Parses lines `GAME ALGORITHM DEPTH NODES`. Returns `None` if a line is malformed or the text is not UTF-8.
fn parse(text: &[u8]) -> Option<Signature> {
    let mut signature = Signature::default();
    for line in str::from_utf8(text).ok()?.lines() {
        let [game, algorithm, depth, nodes] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
        depth.parse::<u64>().ok()?;
        nodes.parse::<u64>().ok()?;
        signature.insert(format!("{game} {algorithm}"), format!("{depth} {nodes}"));
    }
    Some(signature)
}

/// Returns the name of a game and its rules in a file of counts. Unless the rules are those of the default variant, the
/// name of the game is followed by the variant and the rules that were set, as in `game/variant/A=1`. White space
/// becomes `-`.
fn name_of(game: &dyn DynGame) -> String {
    let Facts { game: name, variant, options } = game.facts();
    let mut text = (*name).to_owned();
    let is_default = game.variants().first().is_some_and(|first| first.name == variant.as_str());
    if !is_default || !options.is_empty() {
        text = format!("{text}/{variant}");
    }
    for (name, value) in options {
        text = format!("{text}/{name}={value}");
    }
    text.replace(char::is_whitespace, "-")
}

/// Whether the count with this name, `GAME ALGORITHM`, belongs to one of `games`.
fn is_of(name: &str, games: &[impl AsRef<str>]) -> bool {
    name.split(' ').next().is_some_and(|game| games.iter().any(|known| known.as_ref() == game))
}

pub fn run(bench: &Bench) -> Result<(), Failure> {
    let games = games_of(&bench.choice)?;
    let names: Vec<_> = games.iter().map(|game| name_of(&**game)).collect();
    // The files are checked before the measurement, which takes long.
    let expected = bench.check.as_deref().map(read).transpose()?;
    let open = |path| Output::open(path, "a file of node counts", |bytes| parse(bytes).is_some());
    let mut output = bench.out.as_deref().map(open).transpose()?;
    let found = measure(&games, bench.threads.into(), bench.depth)?;
    if let Some(output) = &mut output {
        let mut all = parse(output.before()).unwrap_or_default();
        all.retain(|name, _| !is_of(name, &names));
        all.extend(found.clone());
        let lines: Vec<_> = all.iter().map(|(name, counts)| format!("{name} {counts}\n")).collect();
        output.write(lines.concat().as_bytes())?;
    }
    if let (Some(path), Some(mut expected)) = (&bench.check, expected) {
        expected.retain(|name, _| is_of(name, &names));
        check(path, &expected, &found)?;
    }
    Ok(())
}

fn games_of(choice: &Choice) -> Result<Vec<Arc<dyn DynGame>>, Failure> {
    if choice.game.is_some() || !games::are_several() {
        let game = choice.engine()?.dyn_game();
        if let Some((name, _)) = choice.options.iter().find(|(name, _)| !game.has_rule(name)) {
            return Err(Failure::not_understood(format!("{name} is not a rule; {ONLY_RULES}")));
        }
        return Ok(vec![game]);
    }
    if choice.variant.is_some() || !choice.options.is_empty() {
        return Err(Failure::not_understood("--variant and --option apply to one game; select it by --game"));
    }
    Ok(games::all().cloned().collect())
}

fn measure(games: &[Arc<dyn DynGame>], threads: usize, depth: Option<u16>) -> Result<Signature, Failure> {
    let mut out = io::stdout().lock();
    let columns = Columns::of_output();
    let header = if columns.is_data() { HEADER_OF_DATA } else { BenchRow::HEADER };
    writeln!(out, "{header}")?;
    let (mut all_nodes, mut all_time) = (0, Duration::ZERO);
    let mut signature = Signature::default();
    for game in games {
        let name = name_of(&**game);
        let task = game.bench(threads, depth.map(Depth), TimeSource::default());
        run_task(task, |event| {
            match event {
                TaskEvent::Report(BenchReport::Row(row)) => {
                    let BenchRow { algorithm, depth, nodes, .. } = &row;
                    signature.insert(format!("{name} {}", algorithm.name()), format!("{depth} {nodes}"));
                    write_row(&mut out, &row, columns)?;
                }
                TaskEvent::Report(BenchReport::Total { nodes, time }) => {
                    all_nodes += nodes;
                    all_time += time;
                }
                _ => {}
            }
            Ok(())
        })??;
    }
    writeln!(out, "{all_nodes} nodes {} nps", per_second(all_nodes, all_time))?;
    out.flush()?;
    Ok(signature)
}

fn write_row(out: &mut impl Write, row: &BenchRow, columns: Columns) -> io::Result<()> {
    if columns.is_data() {
        let BenchRow { game, algorithm, depth, nodes, time } = row;
        let (seconds, speed) = (time.as_secs_f64(), per_second(*nodes, *time));
        writeln!(out, "{game}\t{}\t{depth}\t{nodes}\t{seconds:.3}\t{speed}", algorithm.name())?;
    } else {
        writeln!(out, "{row}")?;
    }
    out.flush()
}

fn read(path: &Path) -> Result<Signature, LocatedError> {
    let text = read_text(path)?;
    let expected = "expected lines of GAME ALGORITHM DEPTH NODES";
    parse(text.as_bytes()).ok_or_else(|| LocatedError::new(path, expected))
}

/// Compares the node counts of the games that `expected` has, and returns an error with the differences, if any. A game
/// that `expected` does not have, such as a new one, gets a note on standard error.
fn check(path: &Path, expected: &Signature, found: &Signature) -> Result<(), Failure> {
    let known: Vec<_> = expected.keys().filter_map(|name| name.split(' ').next()).collect();
    let new: BTreeSet<_> = found.keys().filter(|name| !is_of(name, &known)).collect();
    for name in &new {
        say(format_args!("note: {} has no counts of {name}", path.display()));
    }
    let names: BTreeSet<_> = expected.keys().chain(found.keys()).filter(|name| !new.contains(name)).collect();
    let mut changes = Vec::new();
    for name in names {
        let [was, is] = [expected, found].map(|counts| counts.get(name).map_or("nothing", String::as_str));
        if was != is {
            changes.push(format!("\n{name}: {is}, was {was}"));
        }
    }
    if changes.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(format!("node counts are not those in {}:{}", path.display(), changes.concat())))
}
