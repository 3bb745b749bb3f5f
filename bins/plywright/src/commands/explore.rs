//! Command `explore`: builds an opening tree from recorded games, merges such trees, and shows their
//! moves. An opening tree counts, for each position, the games that reached it and their results.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use plywright::engine::{DynEngine, DynGame, Facts, OpeningMove, OpeningTree, Setup};
use plywright::tablebase::Value;
use plywright_matches::analysis::chance_of;
use plywright_matches::explorer;
use plywright_matches::files::Naming;
use plywright_matches::outputs::Output;
use plywright_matches::record::GameRecord;

use crate::choice::Choice;
use crate::columns::Columns;
use crate::console::{say, stdout, stop_flag_until_second_signal};
use crate::failure::{Failure, check_tables};
use crate::progress::Progress;
use crate::recorded::{self, Engines, RULE_TAGS};
use crate::values::whole;

const NOTES: &str = "\
A tree counts the games that reached each position, up to the symmetries of the board that keep the sides, and their
results. With --nodes, the engine searches every position of the tree; exact values are stored where tables know
them. Trees of the same rules are merged: their games are added up, and values are kept.

Examples:
  plywright explore games.pgn --out openings.tree                     the first 20 plies of each game
  plywright explore games.pgn --nodes 10000 --min-games 5 --out openings.tree
  plywright explore --merge a.tree --merge b.tree --out openings.tree
  plywright explore --show openings.tree --moves 'd6 f4'";

/// Arguments of `explore`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[group(id = "explore_task", required = true, multiple = false, args = ["files", "merge", "show"])]
pub struct Explore {
    /// Files of recorded games
    #[arg(value_name = "FILE", requires = "out")]
    files: Vec<PathBuf>,
    /// Merge this tree; give the option once for each tree
    #[arg(long, value_name = "TREE", requires = "out", conflicts_with_all = ["game", "variant", "options"])]
    merge: Vec<PathBuf>,
    /// Show the moves of this tree
    #[arg(long, value_name = "TREE")]
    show: Option<PathBuf>,
    /// The moves before the shown position
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["files", "merge"], default_value = "")]
    moves: String,
    /// The tree to write
    #[arg(long, value_name = "TREE", conflicts_with = "show")]
    out: Option<PathBuf>,
    /// Game and rules of records that do not name them. The tree gets the game and rules of the first record.
    #[command(flatten)]
    choice: Choice,
    /// Count only the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with_all = ["merge", "show"])]
    #[arg(value_parser = whole(1..=10_000_usize))]
    plies: usize,
    /// Minimum number of games of a position in the tree
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "show")]
    #[arg(value_parser = whole(1_u64..))]
    min_games: u64,
    /// Node limit of the engine's search of each position; without it, positions are not searched
    #[arg(long, value_name = "N", requires = "files", value_parser = whole(1_u64..))]
    nodes: Option<u64>,
}

pub fn run(explore: &Explore) -> Result<(), Failure> {
    if let Some(path) = &explore.show {
        return show(explore, path);
    }
    let is_tree = |bytes: &[u8]| OpeningTree::from_bytes(bytes).is_ok();
    let open = |path: &Path| Output::open(path, "an opening tree", is_tree);
    let file = explore.out.as_deref().map(open).transpose()?;
    let (mut tree, is_whole) = match &explore.merge[..] {
        [] => build(explore)?,
        trees => (merge(trees)?, true),
    };
    tree.prune(explore.min_games);
    if let Some(mut file) = file {
        file.write(&tree.to_bytes())?;
    }
    if is_whole { Ok(()) } else { Err(Failure::interrupted()) }
}

fn merge(paths: &[PathBuf]) -> Result<OpeningTree, Failure> {
    let mut trees = paths.iter();
    let mut tree = trees.next().map_or(Ok(OpeningTree::default()), |path| explorer::open(path))?;
    for path in trees {
        tree.merge(&explorer::open(path)?).naming(path)?;
    }
    Ok(tree)
}

/// Builds a tree from recorded games, which must have the same rules. Removes positions with too few games, and
/// evaluates the others. Ctrl-C ends the evaluation early; while games are counted, it leads to an error. Returns the
/// tree, and whether the evaluation was completed.
fn build(explore: &Explore) -> Result<(OpeningTree, bool), Failure> {
    explore.choice.check()?;
    let (stop, progress) = (stop_flag_until_second_signal(), Progress::new());
    let (mut tree, engine, games) = count_games(explore, &stop, &progress)?;
    tree.prune(explore.min_games);
    let (all, mut valued) = (tree.len() as u64, 0);
    let is_whole = explorer::evaluate(&mut tree, &*engine, explore.nodes.unwrap_or(0), &mut |done| {
        valued = done;
        progress.show(done, all, || "positions".to_owned());
        !stop.load(Ordering::Relaxed)
    })?;
    progress.clear();
    check_tables(&*engine)?;
    if is_whole {
        progress.line(&format!("{games} games, {all} positions"));
    } else {
        say(format_args!(
            "interrupted after {valued} of {all} positions; the tree lacks the values of the others"
        ));
    }
    Ok((tree, is_whole))
}

/// Counts the recorded games in a new tree, and says how many were left out because they have no result. Returns the
/// tree, an engine with its rules, and the number of games that were counted. Returns an error if a game is invalid, if
/// the games have different rules, if no game is counted, or if `stop` is set after a game.
fn count_games(
    explore: &Explore,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<(OpeningTree, Box<dyn DynEngine>, u64), Failure> {
    let mut tree: Option<OpeningTree> = None;
    let mut engines = Engines::new(&explore.choice, &[("Hash", "16")]);
    let (mut games, mut without_result) = (0, 0);
    for path in &explore.files {
        for record in recorded::read(path)? {
            let mut record = record.map_err(|error| error.in_file(path))?;
            let game = engines.engine(path, &mut record)?.dyn_game();
            let rules = rules_of(&*game);
            let tree = tree.get_or_insert_with(|| OpeningTree::new(rules.clone()));
            if tree.rules != rules {
                let (found, expected) = (rules.join(" "), tree.rules.join(" "));
                let error = format!("the rules of the game are '{found}', expected '{expected}'");
                return Err(recorded::at(path, &record, error).into());
            }
            let is_counted = explorer::add(tree, &record, &*game, explore.plies)
                .map_err(|error| recorded::illegal(path, &record, error))?;
            if is_counted {
                games += 1;
            } else {
                without_result += 1;
            }
            if stop.load(Ordering::Relaxed) {
                progress.clear();
                say(format_args!("interrupted after {games} games; no tree was written"));
                return Err(Failure::interrupted());
            }
            // The total is unknown until all files are read.
            progress.show(games, games, || "games".to_owned());
        }
    }
    progress.clear();
    if without_result > 0 {
        say(format_args!("games without a result, which are not counted: {without_result}"));
    }
    match (tree, engines.into_engine()) {
        (Some(tree), Some(engine)) if games > 0 => Ok((tree, engine, games)),
        _ => Err(Failure::not_understood("the files hold no games with a result")),
    }
}

/// Returns the rules of a game in the form of [`OpeningTree::rules`]. They are in the game's own spelling, because
/// records may differ from it in case.
fn rules_of(game: &dyn DynGame) -> [String; 3] {
    let Facts { game, variant, options } = game.facts();
    let options: Vec<_> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    [(*game).to_owned(), variant.clone(), options.join(",")]
}

fn show(explore: &Explore, path: &Path) -> Result<(), Failure> {
    let tree = explorer::open(path)?;
    explore.choice.check()?;
    let game = engine_of(path, &tree, &explore.choice)?.dyn_game();
    let moves: Vec<&str> = explore.moves.split_whitespace().collect();
    let line = game.set_up(&Setup::Start, &moves)?;
    let found = tree.moves_from(&*line);
    let mut out = stdout();
    writeln!(out, "{}", line.drawing())?;
    if let Some(name) = line.opening_name() {
        writeln!(out, "opening: {name}")?;
    }
    let width = found.iter().map(|one| one.text.len()).max().unwrap_or(0).max("move".len());
    let columns = Columns::of_output();
    let row = |[text, games, first, draw, second, chance, exact]: [&str; 7]| {
        if columns.is_data() {
            format!("{text}\t{games}\t{first}\t{draw}\t{second}\t{chance}\t{exact}")
        } else {
            format!("{text:<width$} {games:>8} {first:>6} {draw:>6} {second:>6} {chance:>7}  {exact}")
        }
    };
    writeln!(out, "{}", row(["move", "games", "first", "draw", "second", "chance", "exact"]))?;
    for OpeningMove { text, node } in &found {
        let games = node.games();
        let share = |count: u32| columns.percent(f64::from(count) / games.max(1) as f64);
        let [first, draw, second] = node.results.map(share);
        let chance = node.value.map_or_else(|| "-".to_owned(), |logit| columns.percent(chance_of(logit)));
        let exact = node.exact.map_or("-", |exact| Value::from(exact).word());
        writeln!(out, "{}", row([text, &games.to_string(), &first, &draw, &second, &chance, exact]))?;
    }
    if found.is_empty() {
        writeln!(out, "no game of the tree continues from here")?;
    }
    Ok(out.flush()?)
}

/// Creates an engine with the rules of a tree. Rules that the tree does not name are those of `choice`. Returns an
/// error if the tree and `choice` name different rules.
fn engine_of(path: &Path, tree: &OpeningTree, choice: &Choice) -> Result<Box<dyn DynEngine>, Failure> {
    let mut record = GameRecord::default();
    for (name, value) in RULE_TAGS.into_iter().zip(&tree.rules) {
        if !value.is_empty() {
            record.tags.push(name, value);
        }
    }
    recorded::engine(path, &mut record, choice, &[])
}
