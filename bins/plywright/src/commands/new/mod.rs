//! Command `new`: writes the skeleton of a new game and registers it. The skeleton is a crate under `games/`
//! with playable rules of the requested kind of game, and a test. Registration adds the crate to the list of all games
//! and to its dependencies. With `--outside`, the game and a program for it become crates of a workspace of their own.
//!
//! All files are read and all texts prepared before the first file is written. An error before that changes
//! nothing.

mod kind;
mod names;
mod outside;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use plywright::write_atomically;
use plywright_matches::files::{LocatedError, Naming};

use crate::failure::Failure;
use kind::Kind;
use names::Names;

const MANIFEST: &str = include_str!("manifest.toml.txt");
const README: &str = include_str!("readme.md.txt");
/// Files that are copied from the workspace's root into the new crate, because a package contains only its own folder.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Manifest whose dependencies are all games of the workspace.
const MANIFEST_OF_GAMES: &str = "games/all/Cargo.toml";
/// Source file with the list of all games.
const LIST_OF_GAMES: &str = "games/all/src/lib.rs";
/// Entry of a game in the manifest and in the list, with placeholder names.
const DEPENDENCY: &str = concat!(
    "plywright-game-name = { version = \"",
    env!("CARGO_PKG_VERSION"),
    "\", path = \"../game_name\" }\n"
);
const LIST_ENTRY: &str = "        plywright_game_name::GameName,\n";

const EXAMPLES: &str = "\
Examples:
  plywright new my-game                     in the workspace in the current folder
  plywright new my-game --kind sowing       begin with a game of seeds and houses
  plywright new my-game --workspace other   in the workspace in the folder `other`
  plywright new my-game --outside ~/mine    as crates of their own in the folder `mine`, with a program";

/// Arguments of `new`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct New {
    /// The game's name: lower-case words joined by hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// Kind of the game, which selects the skeleton; in a terminal, the program asks for it; otherwise the
    /// default is `grid`
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// The folder of the workspace
    #[arg(long, value_name = "DIR", default_value = ".")]
    workspace: PathBuf,
    /// Write the game and a program for it as two crates into this new folder outside the workspace, and build and
    /// test them
    #[arg(long, value_name = "DIR")]
    outside: Option<PathBuf>,
    /// Do not build and test the crates
    #[arg(long, requires = "outside")]
    no_build: bool,
}

pub fn run(new: &New) -> Result<(), Failure> {
    if !new.workspace.join(MANIFEST_OF_GAMES).is_file() {
        return Err(Failure::not_understood(format!(
            "'{}' is not a checkout of Plywright: it has no file {MANIFEST_OF_GAMES}. Change to the folder of a \
             checkout, or name it by --workspace",
            new.workspace.display()
        )));
    }
    let kind = new.kind.map_or_else(Kind::ask, Ok)?;
    let names = Names::of(&new.name, kind).map_err(Failure::not_understood)?;
    if let Some(folder) = &new.outside {
        return outside::write_crates(&names, &new.workspace, folder, !new.no_build);
    }
    let game = &names.game;
    let folder = new.workspace.join("games").join(&names.snake);
    check_is_new(&names, &new.workspace, &folder)?;
    let mut files = vec![
        (folder.join("Cargo.toml"), names.fill(MANIFEST)),
        (folder.join("README.md"), names.fill(README)),
        (folder.join("src/lib.rs"), names.fill(kind.rules())),
        (folder.join("tests/suite/main.rs"), names.fill(&kind.test())),
    ];
    for licence in LICENCES {
        files.push((folder.join(licence), read(&new.workspace.join(licence))?));
    }
    // A new game is the first dependency, but comes last in the list of games, because the first game of the list is
    // the program's default.
    files.push(registered(&names, &new.workspace, MANIFEST_OF_GAMES, "[dependencies]", "", DEPENDENCY)?);
    files.push(registered(&names, &new.workspace, LIST_OF_GAMES, "    here: [", "    ]\n", LIST_ENTRY)?);
    for (path, text) in &files {
        write(path, text)?;
    }
    let mut out = io::stdout().lock();
    let is_here = new.workspace == Path::new(".");
    let place = if is_here { String::new() } else { format!(" in {}", new.workspace.display()) };
    writeln!(out, "{} is written and registered. Next steps{place}:", folder.display())?;
    writeln!(
        out,
        "  cargo test --release -p plywright-{game}    the skeleton is a complete game and passes the test kit"
    )?;
    writeln!(out, "  cargo run --release -- play --game {game}")?;
    writeln!(out, "  games/{}/src/lib.rs    replace its rules by yours", names.snake)?;
    Ok(out.flush()?)
}

/// Checks that the workspace has neither the folder `folder` nor a package for a game of this name.
fn check_is_new(names: &Names, workspace: &Path, folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        return Err(LocatedError::new(folder, "the game already exists; choose another name").into());
    }
    let package = format!("plywright-{}", names.game);
    if workspace.join("bins").join(&names.snake).exists() || has_package(workspace, &package)? {
        let taken = format!("the workspace already has a package {package}; choose another name");
        return Err(Failure::not_understood(taken));
    }
    Ok(())
}

/// Whether the manifest of the games or that of the workspace names this package. A package in `bins/` that no other
/// package uses is named in neither; [`check_is_new`] looks for its folder.
fn has_package(workspace: &Path, package: &str) -> Result<bool, LocatedError> {
    for file in [MANIFEST_OF_GAMES, "Cargo.toml"] {
        let text = read(&workspace.join(file))?;
        let is_in_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if text.split(|letter| !is_in_name(letter)).any(|word| word == package) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn read(path: &Path) -> Result<String, LocatedError> {
    fs::read_to_string(path).naming(path)
}

fn write(path: &Path, text: &str) -> Result<(), LocatedError> {
    path.parent().map_or(Ok(()), fs::create_dir_all).naming(path)?;
    write_atomically(path, text.as_bytes()).naming(path)
}

/// Returns the path of a file of the workspace, and its contents with an entry for the new game. The entry, which has
/// placeholder names, is inserted before the first occurrence of `anchor` below the whole line `line`. If the anchor is
/// empty, the entry is inserted directly below `line`. Writes nothing.
fn registered(
    names: &Names,
    workspace: &Path,
    file: &str,
    line: &str,
    anchor: &str,
    entry: &str,
) -> Result<(PathBuf, String), LocatedError> {
    let path = workspace.join(file);
    let mut text = read(&path)?;
    let heading = format!("{line}\n");
    let below = text.find(&heading).map(|start| start + heading.len());
    let Some(place) = below.and_then(|below| Some(below + text[below..].find(anchor)?)) else {
        let error =
            format!("it has no line '{line}' to register the game at; is this the workspace of Plywright?");
        return Err(LocatedError::new(&path, error));
    };
    text.insert_str(place, &names.fill(entry));
    Ok((path, text))
}
