//! The list of games and variants.

use std::io::{self, Write};

use crate::failure::Failure;
use crate::games;

/// Prints each game, and under it each variant with what it is.
pub fn run() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for game in games::all() {
        writeln!(out, "{}", game.name())?;
        let variants: Vec<_> = game.variants().into_iter().chain(game.further_variants()).collect();
        let width = variants.iter().map(|variant| variant.name.len()).max().unwrap_or(0);
        for variant in variants {
            writeln!(out, "  {:width$}  {}", variant.name, variant.summary)?;
        }
    }
    Ok(out.flush()?)
}
