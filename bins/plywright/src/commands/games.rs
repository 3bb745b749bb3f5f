//! Command `games`: lists the games and their variants.

use std::io::{self, Write};

use clap::Args;

use crate::failure::Failure;
use crate::games;

const EXAMPLES: &str = "\
Examples:
  plywright games                         all games with their variants
  plywright play --game othello           play one of them
  plywright play --variant lasker-morris  play a variant of the first one";

/// Arguments of `games`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Games {}

pub fn run(_: &Games) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for game in games::all() {
        writeln!(out, "{}", game.info().name)?;
        let variants: Vec<_> = game.variants().into_iter().chain(game.further_variants()).collect();
        let width = variants.iter().map(|variant| variant.name.len()).max().unwrap_or(0);
        for variant in variants {
            writeln!(out, "  {:width$}  {}", variant.name, variant.summary)?;
        }
    }
    Ok(out.flush()?)
}
