//! Command `man`: writes the manual pages, one for the program and one for each command. Their text is the
//! help of the command line.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command};
use plywright_arena::files::LocatedError;

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  plywright man --out ~/.local/share/man/man1   then `man plywright` and `man plywright-match` show pages";

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// The folder for the pages; older pages of the program in it are replaced
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

pub fn run(man: &Man, command: Command) -> Result<(), Failure> {
    fs::create_dir_all(&man.out)
        .and_then(|()| clap_mangen::generate_to(command, &man.out))
        .map_err(|error| LocatedError::new(&man.out, error).into())
}
