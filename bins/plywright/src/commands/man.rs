//! Command `man`: writes the manual pages, one for the program and one for each command. Their text is the
//! help of the command line.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Command};
use plywright_matches::files::Naming;

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
    out: PathBuf,
}

pub fn run(man: &Man, command: Command) -> Result<(), Failure> {
    Ok(write(&man.out, command).naming(&man.out)?)
}

/// Writes the pages into a temporary subfolder first and moves them from there, so that each older page is replaced as
/// a whole.
fn write(folder: &Path, command: Command) -> io::Result<()> {
    let unfinished = folder.join("plywright.unfinished");
    fs::create_dir_all(&unfinished)?;
    let written = clap_mangen::generate_to(command, &unfinished).and_then(|()| {
        for page in fs::read_dir(&unfinished)? {
            let page = page?;
            fs::rename(page.path(), folder.join(page.file_name()))?;
        }
        Ok(())
    });
    // The subfolder is removed even after an error.
    written.and(fs::remove_dir_all(&unfinished))
}
