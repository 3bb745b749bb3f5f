//! Command `probe`: prints the exact values of a position and of its moves.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use plywright::engine::DynEngine;
use plywright::tablebase::{Probed, TablebaseError, Value};

use crate::choice::Place;
use crate::console::{say, stdout};
use crate::failure::{Failure, check_tables};

const NOTHING_KNOWN: &str =
    "the program has no exact values for these rules; give a folder of tablebases by --tables";

const EXAMPLES: &str = "\
Examples:
  plywright probe --position '*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30'   an ending of Mill
  plywright probe --game tic-tac-toe --tables DIR   with tables that `plywright solve` has made";

/// Arguments of `probe`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Probe {
    /// Position to look up.
    #[command(flatten)]
    place: Place,
    /// Folder of tablebases that supply the exact values; without it, the built-in tables are used
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

pub fn run(probe: &Probe) -> Result<(), Failure> {
    let (mut engine, line) = probe.place.set_up()?;
    if let Some(folder) = &probe.tables {
        engine.open_tables(folder)?;
    }
    let Probed { value, moves } = engine.probe(&*line).ok_or_else(|| nothing_known(&*engine))?;
    let mut out = stdout();
    if moves.is_empty() {
        writeln!(out, "the game is over: there is no move")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "value {}", value.map_or("unknown", Value::word))?;
    if let Some(plies) = value.and_then(Value::plies) {
        writeln!(out, "plies {plies}")?;
    }
    if let Some(points) = value.and_then(Value::points) {
        writeln!(out, "margin {points:+}")?;
    }
    let mut unknown = 0;
    for (text, value) in &moves {
        let Some(value) = value else {
            writeln!(out, "{text}\tunknown\t-")?;
            unknown += 1;
            continue;
        };
        let plies = value.plies().map(|plies| plies.to_string());
        let margin = value.points().map(|points| format!("{points:+}"));
        writeln!(out, "{text}\t{}\t{}", value.word(), plies.or(margin).as_deref().unwrap_or("-"))?;
    }
    out.flush()?;
    if unknown > 0 {
        say_unknown(probe, &*engine, unknown, moves.len());
    }
    check_tables(&*engine)
}

fn nothing_known(engine: &dyn DynEngine) -> Failure {
    match engine.dyn_game().tablebase() {
        Some(_) => Failure::not_understood(NOTHING_KNOWN),
        None => TablebaseError::Unnumbered.into(),
    }
}

/// Prints a note that the values of `unknown` of `all` moves are not known, with the reason or with what would help.
fn say_unknown(probe: &Probe, engine: &dyn DynEngine, unknown: usize, all: usize) {
    let is_tables = |(name, folder): &(String, String)| {
        name.eq_ignore_ascii_case("EndgameTablesPath") && !folder.is_empty()
    };
    let hint = if engine.failure().is_some() {
        "the tables are damaged or cannot be read"
    } else if engine.dyn_game().tablebase().is_none() {
        "no tablebases can be made for these rules"
    } else if probe.tables.is_some() || probe.place.choice.options.iter().any(is_tables) {
        "the tables do not contain these positions; 'plywright solve' can add them"
    } else {
        "give a folder of tablebases by --tables; 'plywright solve' makes one"
    };
    say(format_args!("note: {unknown} of {all} moves are not known: {hint}"));
}
