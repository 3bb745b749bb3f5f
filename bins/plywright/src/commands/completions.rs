//! Command `completions`: prints the script that lets a shell complete commands, options and their values.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  plywright completions bash > ~/.local/share/bash-completion/completions/plywright
  plywright completions zsh > ~/.zfunc/_plywright   in a folder of `fpath`
  plywright completions fish > ~/.config/fish/completions/plywright.fish";

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub fn run(completions: &Completions, mut command: Command) -> Result<(), Failure> {
    let name = command.get_name().to_owned();
    // `generate` panics if it cannot write, for example into a closed pipe. It therefore writes into memory.
    let mut script = Vec::new();
    generate(completions.shell, &mut command, name, &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    Ok(out.flush()?)
}
