//! Command `moves`: lists the legal moves of a position.

use std::io::Write;

use clap::Args;

use crate::choice::Place;
use crate::console::stdout;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  plywright moves                                                    the legal moves of the start position
  plywright moves --game tic-tac-toe --position xx./oo./xo.          the legal moves of another position
  plywright moves --game mill --option HasDiagonalLines=true         with a changed rule";

/// Arguments of `moves`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    /// Position whose moves are listed.
    #[command(flatten)]
    place: Place,
}

pub fn run(moves: &Moves) -> Result<(), Failure> {
    let (_, line) = moves.place.set_up()?;
    let mut out = stdout();
    for text in line.move_texts() {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
