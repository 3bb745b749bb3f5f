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
    let legal_moves = moves.place.engine()?.line().move_texts();
    let mut out = stdout();
    for text in legal_moves {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
