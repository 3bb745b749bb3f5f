//! The legal moves of a position.

use std::io::{self, Write};

use crate::choice::Place;
use crate::failure::Failure;

/// Prints the moves, one a line.
pub fn run(place: &Place) -> Result<(), Failure> {
    let moves = place.engine()?.legal_moves();
    let mut out = io::stdout().lock();
    for text in moves {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
