//! Lists the legal moves of a position.

use std::io::{self, Write};

use clap::Args;

use crate::choice::Place;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  plywright moves                                                    the first moves of a game
  plywright moves --game tic-tac-toe --position xx./oo./xo.          those of a position
  plywright moves --game mill --option HasDiagonalLines=true         under rules without a name";

/// Arguments of `moves`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    /// The position.
    #[command(flatten)]
    place: Place,
}

/// Prints the moves, one per line.
pub fn run(moves: &Moves) -> Result<(), Failure> {
    let legal_moves = moves.place.engine()?.legal_moves();
    let mut out = io::stdout().lock();
    for text in legal_moves {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
