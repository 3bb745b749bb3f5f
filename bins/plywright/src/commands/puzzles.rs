//! Command `puzzles`: finds positions with exactly one right move, or poses such puzzles in the terminal.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use plywright::engine::{DynEngine, SearchError, SetupError};
use plywright_matches::files::{LocatedError, Naming, read_text};
use plywright_matches::outputs::Output;
use plywright_matches::record::RecordReader;
use plywright_study::puzzles::{Found, Judgement, Puzzle, PuzzleSettings, find};

use super::play::side_text;
use crate::choice::Choice;
use crate::console::{read_line, stdout, stop_flag_until_second_signal};
use crate::failure::Failure;
use crate::games;
use crate::progress::Progress;
use crate::values::whole;

const NOTES: &str = "\
A puzzle has exactly one right move: the only one that keeps a win or a draw, by tables, or the only one that
wins within the length of the shortest forced win, by the mate solver. With the goal `win in 3`, the side to
move needs at most three turns. A turn may have several moves, and the opponent's reply to the last one may
end the game. No two puzzles are images of each other under the symmetries of the board. The tag Level is the
weakest level that solves the puzzle, of every second one.
A file of puzzles is a file of game records: `plywright board FILE` and `plywright replay FILE` show it.

Examples:
  plywright puzzles --game connect-four --count 20 --out puzzles.pgn
  plywright puzzles --game mill --play
  plywright puzzles --play --from puzzles.pgn";

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[group(id = "puzzle_task", required = true, multiple = false, args = ["count", "play"])]
pub struct Puzzles {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// Find this number of puzzles
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_usize))]
    count: Option<usize>,
    /// Pose the puzzles that come with the game in the terminal
    #[arg(long, conflicts_with = "options")]
    play: bool,
    /// Pose the puzzles of this file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "game", "variant"])]
    from: Option<PathBuf>,
    /// The file of puzzles to write; standard output if not given
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    out: Option<PathBuf>,
    /// Number of the first puzzle to pose
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "count")]
    #[arg(value_parser = whole(1_usize..))]
    number: usize,
    /// Maximum length in plies of a win that the mate solver finds
    #[arg(long, value_name = "N", default_value_t = 7, conflicts_with = "play")]
    #[arg(value_parser = whole(3..=31_u8))]
    plies: u8,
    /// Node limit of the mate solver for each move
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "play")]
    #[arg(value_parser = whole(1_u64..))]
    nodes: u64,
    /// Seed of the games in which the puzzles are found
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "play")]
    #[arg(value_parser = whole(0_u64..))]
    seed: u64,
}

pub fn run(arguments: &Puzzles) -> Result<(), Failure> {
    match arguments.count {
        Some(count) => write_new(arguments, count),
        None => pose_all(arguments),
    }
}

/// Finds `count` puzzles in games that the engine plays, and writes them in the order of their levels.
/// Puzzles that no level solves come last. Prints a note if fewer are found. After an interruption, writes the puzzles
/// found so far and returns an error.
fn write_new(arguments: &Puzzles, count: usize) -> Result<(), Failure> {
    let choice = &arguments.choice;
    let rules_of_game = choice.engine()?.dyn_game();
    let (rules, _) = choice.split_options(&*rules_of_game);
    let file = arguments.out.as_deref().map(open).transpose()?;
    let settings =
        PuzzleSettings { count, plies: arguments.plies, nodes: arguments.nodes, seed: arguments.seed, rules };
    let game = choice.rules()?;
    let make = || game.engine_with(&choice.options);
    let (stop, progress) = (stop_flag_until_second_signal(), Progress::new());
    let mut puzzles: Vec<Puzzle> = Vec::new();
    find(&settings, &make, &stop, &mut |found| match found {
        Found::Puzzle(puzzle) => puzzles.push(*puzzle),
        Found::Game(games) => {
            progress.show(puzzles.len() as u64, count as u64, || format!("puzzles in {games} games"));
        }
    })?;
    progress.clear();
    if puzzles.len() < count {
        progress.line(&format!("note: found {} of {count} puzzles", puzzles.len()));
    }
    puzzles.sort_by_key(|puzzle| puzzle.level.unwrap_or(u8::MAX));
    let text: String = puzzles.iter().map(|puzzle| puzzle.to_record(&*rules_of_game).to_string()).collect();
    match file {
        // Without any puzzle, an older file stays as it was.
        Some(_) if puzzles.is_empty() => {}
        Some(mut file) => file.write(text.as_bytes())?,
        None => stdout().write_all(text.as_bytes())?,
    }
    if stop.load(Ordering::Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
}

/// Opens a file that must be new, empty or a file of game records, because puzzles are stored as records.
fn open(path: &Path) -> Result<Output, LocatedError> {
    Output::open(path, "a file of puzzles", |bytes| matches!(RecordReader::new(bytes).next(), Some(Ok(_))))
}

/// Poses puzzles one after another, from `--number` on, until the last puzzle, the answer `quit` or the end of the
/// input.
fn pose_all(arguments: &Puzzles) -> Result<(), Failure> {
    let puzzles = if let Some(path) = &arguments.from {
        let puzzles = Puzzle::read_all(&read_text(path)?).naming(path)?;
        if puzzles.is_empty() {
            return Err(LocatedError::new(path, "the file holds no puzzles").into());
        }
        puzzles
    } else {
        let game = arguments.choice.engine()?.dyn_game();
        let mut puzzles = Puzzle::read_all(game.info().puzzles)?;
        puzzles.retain(|puzzle| puzzle.variant == game.facts().variant);
        puzzles
    };
    if puzzles.is_empty() {
        let message =
            "no puzzles come with this variant; find some by --count and name their file by --play --from";
        return Err(Failure::not_understood(message));
    }
    let (all, number) = (puzzles.len(), arguments.number);
    if number > all {
        let message = format!("no puzzle has the number {number}, expected --number from 1 to {all}");
        return Err(Failure::not_understood(message));
    }
    let mut out = stdout();
    let mut input = io::stdin().lock();
    for (index, puzzle) in puzzles.iter().enumerate().skip(number - 1) {
        let level = puzzle.level.map_or_else(String::new, |level| format!(", level {level}"));
        let heading = format!("puzzle {} of {all}{level}", index + 1);
        if !pose(puzzle, &heading, &mut out, &mut input)? {
            break;
        }
    }
    Ok(())
}

/// Poses a puzzle again and again until it is solved or the person asks for its solution. Returns `false` after the
/// answer `quit` and at the end of the input.
fn pose(
    puzzle: &Puzzle,
    heading: &str,
    out: &mut impl Write,
    input: &mut impl BufRead,
) -> Result<bool, Failure> {
    let engine = engine_for(puzzle)?;
    let line = engine.dyn_game().parse(&puzzle.position)?;
    let solver = side_text(&line.scene(), line.side());
    writeln!(out, "{heading}\n{}\n{solver} moves: {}", line.drawing(), puzzle.goal)?;
    loop {
        write!(out, "your move, 'show' or 'quit': ")?;
        out.flush()?;
        let Some(typed) = read_line(input)? else { return Ok(false) };
        match typed.trim() {
            "" => {}
            "quit" => return Ok(false),
            "show" => {
                writeln!(out, "{}\n", puzzle.line.join(" "))?;
                return Ok(true);
            }
            text => match puzzle.judge(&*engine, text) {
                Ok(Judgement { is_right: true, line }) => {
                    let themes = puzzle.themes.join(", ");
                    let themes = if themes.is_empty() { themes } else { format!(" ({themes})") };
                    writeln!(out, "right{themes}: {text} {}\n", line.join(" "))?;
                    return Ok(true);
                }
                Ok(Judgement { line, .. }) => writeln!(out, "wrong: {text} {}", line.join(" "))?,
                Err(SearchError::Setup(SetupError::Move { error, .. })) => writeln!(out, "{error}")?,
                Err(error) => writeln!(out, "{error}")?,
            },
        }
    }
}

fn engine_for(puzzle: &Puzzle) -> Result<Box<dyn DynEngine>, Failure> {
    let mut engine = games::find(&puzzle.game)?.variant(&puzzle.variant)?.engine(None)?;
    for (name, value) in &puzzle.rules {
        engine.set_rule(name, value)?;
    }
    Ok(engine)
}
