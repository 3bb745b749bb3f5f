//! Command `play`: a game between a person and the engine in the terminal.
//!
//! The code uses the texts and scenes that every game provides, so a new game needs no code in this command. A scene
//! describes what stands on the board. A turn may consist of several moves.

mod input;
mod repl;
mod saving;
mod table;
mod texts;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::time::Duration;

use clap::Args;
use plywright::FULL_STRENGTH;
use plywright::engine::{DynEngine, Setup};
use plywright_protocols::Program;

use crate::choice::Place;
use crate::console::{INTERRUPTED, on_interrupt, say};
use crate::failure::Failure;
use crate::recorded;
use crate::values::{fraction, time, whole};
use input::Input;
use repl::Repl;
use saving::Unsaved;
use table::{Seats, Table};
pub use texts::side_text;

const EXAMPLES: &str = "\
Examples:
  plywright play                                   play Mill as the first side
  plywright play --game othello --side second      another game; the engine begins
  plywright play --level 5 --variant six-mens-morris
  plywright play plywright-mill.pgn                continue a saved game
  plywright play --game mill --option PiecesCount=7 --side both   for two people, with a changed rule";

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// A file of recorded games, whose last game is continued
    #[arg(value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Game, rules and starting position.
    #[command(flatten)]
    place: Place,
    /// The engine's strength from 0 to 30; 30, full strength, is the default with --movetime
    #[arg(long, value_name = "N", value_parser = whole(0..=FULL_STRENGTH))]
    level: Option<u8>,
    /// The side or sides that the person plays
    #[arg(long, value_enum, default_value_t = Seats::First)]
    side: Seats,
    /// Maximum time for a move of the engine, such as 500ms or 2s; the engine plays at full strength unless
    /// --level is given
    #[arg(long, value_name = "TIME", value_parser = time)]
    movetime: Option<Duration>,
    /// Play openings from this tree, written by `explore`
    #[arg(long, value_name = "TREE")]
    tree: Option<PathBuf>,
    /// Variety of the openings, from 0, which plays only the most frequent move, to 1, which plays every move
    /// as often as in the games
    #[arg(long, value_name = "SHARE", requires = "tree", default_value_t = 0.8)]
    #[arg(value_parser = fraction(0.0..=1.0, "a number from 0 to 1"))]
    variety: f32,
}

/// Shortest time limit of a move. A limit below a millisecond is raised to it, because the engine takes 0 for no limit.
const SHORTEST: Duration = Duration::from_millis(1);

/// Names and values of options.
type Options = Vec<(String, String)>;

pub fn run(program: Program, play: &Play) -> Result<(), Failure> {
    play.place.choice.check()?;
    let (table, rules) = match &play.file {
        Some(path) => continue_last_game(play, path)?,
        None => begin_game(play)?,
    };
    let out = io::stdout().lock();
    let is_terminal = out.is_terminal();
    let input = Input::new(io::stdin().is_terminal() && is_terminal)?;
    let unsaved = Unsaved::new(program.name);
    let interrupted_game = unsaved.clone();
    let restore_terminal = input.restorer();
    on_interrupt(move || {
        restore_terminal();
        interrupted_game.save_or_print();
        exit(INTERRUPTED.into());
    });
    Repl { table, rules, unsaved, out, is_terminal, is_shown: false }.serve(input)
}

/// Begins a game at the selected position. Returns its table, and the selected options that set rules.
fn begin_game(play: &Play) -> Result<(Table, Options), Failure> {
    let (mut engine, line) = play.place.set_up()?;
    apply_settings(play, &mut *engine)?;
    let (rules, _) = play.place.choice.split_options(&*engine.dyn_game());
    let setup = play.place.position.clone().map_or(Setup::Start, Setup::Text);
    Ok((Table::new(engine, line, play.side, setup), rules))
}

/// Continues the last game of a file. Returns its table, and the options that set its rules.
fn continue_last_game(play: &Play, path: &Path) -> Result<(Table, Options), Failure> {
    let mut record = recorded::find(path, None)?;
    let mut engine = recorded::engine(path, &mut record, &play.place.choice, &[])?;
    apply_settings(play, &mut *engine)?;
    let game = engine.dyn_game();
    let rules = record.rules().into_iter().filter(|(name, _)| game.has_rule(name));
    let rules = rules.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let table = Table::of_record(engine, play.side, &record);
    let table = table.map_err(|error| recorded::illegal(path, &record, error))?;
    Ok((table, rules))
}

/// Sets the engine's level, time and opening tree. With a tree, prints the engine's warning, if any, because the tree
/// may be of other rules.
fn apply_settings(play: &Play, engine: &mut dyn DynEngine) -> Result<(), Failure> {
    // A time limit without a level asks for full strength, because a lower level may not use the whole time.
    let is_full = play.movetime.is_some() && engine.settings().skill_level.is_none();
    let level = play.level.or(is_full.then_some(FULL_STRENGTH));
    engine.change(&|settings| {
        settings.skill_level = level.or(settings.skill_level);
        settings.move_time = play.movetime.map(|time| time.max(SHORTEST)).or(settings.move_time);
        if let Some(path) = &play.tree {
            settings.opening_tree = Some(path.clone());
            settings.opening_variety = (play.variety * 100.0).round() as u8;
        }
    })?;
    if play.tree.is_some()
        && let Some(warning) = engine.warning()
    {
        say(format_args!("note: {warning}"));
    }
    Ok(())
}
