//! Showing a recorded game move by move, and what each move was worth.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use plywright::engine::{DynEngine, Go};
use plywright::{Depth, shorten};
use plywright_arena::analysis::{AnalysedPly, analyse, start_of};
use plywright_arena::graph::{bar, svg};
use plywright_arena::record::{GameRecord, RecordError, RecordReader};
use thiserror::Error;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::games;
use crate::stderr::say;

/// Hundredths that make a move a mistake, marked in the list and in the picture.
const MISTAKE: i32 = 100;
/// Nodes of the search of each position unless said otherwise.
const NODES: u64 = 100_000;
/// Memory for the table of the analysis, in mebibytes.
const HASH: &str = "64";

/// A recorded game to be shown.
#[derive(Debug, Args)]
pub struct Replay {
    /// A file of records, as a match writes them
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// The game, where the record does not say.
    #[command(flatten)]
    pub choice: Choice,
    /// Search every position: best move, loss in value, and a graph of the value
    #[arg(long)]
    pub analyse: bool,
    /// Nodes of the search of each position; 100,000 unless given
    #[arg(long, value_name = "N", requires = "analyse", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth of the search of each position in plies, instead of nodes
    #[arg(long, value_name = "N", requires = "analyse", conflicts_with = "nodes")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=200))]
    pub depth: Option<u16>,
    /// Write the graph of the analysis as a picture to this file
    #[arg(long, value_name = "FILE", requires = "analyse")]
    pub svg: Option<PathBuf>,
}

/// Why a game cannot be shown.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// The record is broken.
    #[error("{}, {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: RecordError,
    },
    /// There is nothing to show.
    #[error("{} holds no games", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file has fewer games.
    #[error("{} has {games} games, expected --number to be at most that", path.display())]
    TooFew {
        /// The file.
        path: PathBuf,
        /// Its games.
        games: u64,
    },
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::Usage(error.into())
    }
}

/// Shows the game.
pub fn run(replay: &Replay) -> Result<(), Failure> {
    let record = find(&replay.file, replay.number)?;
    let mut engine = engine(replay, &record)?;
    engine.set_position(&start_of(&record), &[])?;
    let mut out = io::stdout().lock();
    let tag = |name| record.tags.get(name).unwrap_or("?");
    let title = format!("{} against {}, {}", tag("White"), tag("Black"), record.result);
    writeln!(out, "{title}")?;
    if replay.analyse {
        return analysis(replay, &record, &mut *engine, &title, &mut out);
    }
    let is_interactive = io::stdin().is_terminal() && out.is_terminal();
    if is_interactive { step(&record, &mut *engine, &mut out) } else { list(&record, &mut *engine, &mut out) }
}

/// The game with that number. What is broken before it is passed over, unless nothing comes after it.
fn find(path: &Path, number: u64) -> Result<GameRecord, ReplayError> {
    let file = File::open(path).map_err(|error| ReplayError::File { path: path.to_owned(), error })?;
    let (mut games, mut broken) = (0, None);
    for record in RecordReader::new(BufReader::new(file)) {
        games += 1;
        if games == number {
            return record.map_err(|error| ReplayError::Record { path: path.to_owned(), error });
        }
        broken = record.err();
    }
    let path = path.to_owned();
    Err(match broken {
        Some(error) => ReplayError::Record { path, error },
        None if games == 0 => ReplayError::Empty { path },
        None => ReplayError::TooFew { path, games },
    })
}

/// An engine under the rules that the record names.
fn engine(replay: &Replay, record: &GameRecord) -> Result<Box<dyn DynEngine>, Failure> {
    let mut engine = match record.tags.get("Game") {
        Some(game) => games::find(game)?.engine(record.tags.get("Variant"))?,
        None => replay.choice.engine()?,
    };
    engine.set_option("Hash", HASH)?;
    for (name, value) in record.rules() {
        if engine.has_rule(name) {
            engine.set_rule(name, value)?;
        } else {
            say(format_args!("note: the record sets '{}', which is no rule: passed over", shorten(name)));
        }
    }
    Ok(engine)
}

/// The number of a move, the side, the move and what its engine said.
fn heading(record: &GameRecord, engine: &dyn DynEngine, index: usize) -> String {
    let ply = &record.plies[index];
    let note = ply.note.to_string();
    let note = if note.is_empty() { note } else { format!("  {{{note}}}") };
    format!("{}. {} side: {}{note}", index + 1, engine.side(), ply.text)
}

/// Prints every move with the board behind it.
fn list(record: &GameRecord, engine: &mut dyn DynEngine, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "\n{}", engine.board().drawing)?;
    for (index, ply) in record.plies.iter().enumerate() {
        writeln!(out, "\n{}", heading(record, engine, index))?;
        engine.play(&[&ply.text]).map_err(|error| plywright_arena::analysis::numbered(error, index + 1))?;
        writeln!(out, "{}", engine.board().drawing)?;
    }
    if !record.comment.is_empty() {
        writeln!(out, "\n{}", record.comment)?;
    }
    Ok(out.flush()?)
}

/// Shows one position after the other, as the person at the terminal likes.
fn step(record: &GameRecord, engine: &mut dyn DynEngine, out: &mut impl Write) -> Result<(), Failure> {
    let mut place = 0;
    loop {
        let moves: Vec<&str> = record.plies[..place].iter().map(|ply| ply.text.as_str()).collect();
        match place.checked_sub(1) {
            Some(last) => {
                engine.set_position(&start_of(record), &moves[..last])?;
                writeln!(out, "\n{}", heading(record, engine, last))?;
                engine.play(&moves[last..])?;
            }
            None => drop(engine.set_position(&start_of(record), &[])?),
        }
        writeln!(out, "{}", engine.board().drawing)?;
        if place == record.plies.len() {
            writeln!(out, "{} {}", record.result, record.comment)?;
        }
        write!(
            out,
            "move {place} of {}; Enter: next, b: back, a number: go there, q: quit > ",
            record.plies.len()
        )?;
        out.flush()?;
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line)?;
        match line.trim() {
            "q" => return Ok(()),
            _ if read == 0 => return Ok(()),
            "b" => place = place.saturating_sub(1),
            "" => place = (place + 1).min(record.plies.len()),
            word => match word.parse::<usize>() {
                Ok(number) => place = number.min(record.plies.len()),
                Err(_) => writeln!(out, "'{}' is neither b, q nor a number", shorten(word))?,
            },
        }
    }
}

/// Prints each move with its value and writes the picture.
fn analysis(
    replay: &Replay,
    record: &GameRecord,
    engine: &mut dyn DynEngine,
    title: &str,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let nodes = replay.depth.is_none().then_some(replay.nodes.unwrap_or(NODES));
    let go = Go { nodes, depth: replay.depth.map(Depth), ..Go::default() };
    let texts = record.plies.iter().map(|ply| ply.text.len());
    let width = texts.max().unwrap_or(0).max("move".len());
    writeln!(
        out,
        "\n{:>4} {:<6} {:<width$} {:<width$} {:>6} {:>7}   value for the first side",
        "", "side", "move", "best", "loss", "value"
    )?;
    let (mut number, mut written) = (0, Ok(()));
    let row = |number: usize, ply: &AnalysedPly| {
        let hundredths = |value: i32| f64::from(value) / 100.0;
        let mark = if ply.loss >= MISTAKE { "?" } else { " " };
        format!(
            "{number:>4} {:<6} {:<width$} {:<width$} {:>6.2}{mark} {:>+6.2}  {}",
            ply.side.to_string(),
            ply.text,
            ply.best,
            hundredths(ply.loss),
            hundredths(ply.after),
            bar(ply.after)
        )
    };
    let plies = analyse(record, engine, &go, &mut |ply| {
        number += 1;
        if written.is_ok() {
            written = writeln!(out, "{}", row(number, ply)).and_then(|()| out.flush());
        }
    })?;
    written?;
    for side in plywright::Side::BOTH {
        let losses: Vec<_> = plies.iter().filter(|ply| ply.side == side).map(|ply| ply.loss).collect();
        let mean = f64::from(losses.iter().sum::<i32>()) / 100.0 / losses.len().max(1) as f64;
        let mistakes = losses.iter().filter(|loss| **loss >= MISTAKE).count();
        writeln!(out, "{side} side: {mean:.2} lost a move, {mistakes} mistakes")?;
    }
    if let Some(path) = &replay.svg {
        let wrong = |error| ReplayError::File { path: path.clone(), error };
        fs::write(path, svg(title, &plies, MISTAKE)).map_err(wrong)?;
    }
    Ok(out.flush()?)
}
