//! What is exactly known about a position and its moves.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use plywright::tables::{Probed, Value};

use crate::choice::Place;
use crate::failure::Failure;
use crate::games;

/// A position, and where to look it up.
#[derive(Debug, Args)]
pub struct Probe {
    /// Which position.
    #[command(flatten)]
    pub place: Place,
    /// A folder of tables; what the program itself knows unless given
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

/// Prints the position's value and distance, and those of each move for the side that plays it.
pub fn run(probe: &Probe) -> Result<(), Failure> {
    let choice = &probe.place.choice;
    let game = games::find(&choice.game)?;
    let variant = choice.variant.as_deref();
    variant.map_or(Ok(()), |variant| games::check_variant(game, variant))?;
    let Probed { value, moves } =
        game.probe(variant, probe.tables.as_deref(), probe.place.position.as_deref())?;
    let mut out = io::stdout().lock();
    writeln!(out, "value {}", value.map_or("unknown", Value::word))?;
    if let Some(plies) = value.and_then(Value::plies) {
        writeln!(out, "plies {plies}")?;
    }
    for (text, value) in moves {
        let plies = value.and_then(Value::plies).map_or("-".to_owned(), |plies| plies.to_string());
        writeln!(out, "{text}\t{}\t{plies}", value.map_or("unknown", Value::word))?;
    }
    Ok(out.flush()?)
}
