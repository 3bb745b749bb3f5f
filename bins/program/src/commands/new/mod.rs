//! Command `new`: writes the skeleton of a new game and registers it. The skeleton is a crate under `games/`
//! with playable rules and a test. Registration adds the crate to the workspace's dependencies and to the
//! program.
//!
//! All files are read and all texts prepared before the first file is written. An error before that changes
//! nothing.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use plywright_arena::files::LocatedError;

use crate::failure::Failure;

const RULES: &str = include_str!("rules.rs.txt");
const TEST: &str = include_str!("test.rs.txt");
const MANIFEST: &str = include_str!("manifest.toml.txt");

const EXAMPLES: &str = "\
Examples:
  plywright new my-game                     in the workspace in the current folder
  plywright new my-game --workspace other   in the workspace in the folder `other`";

/// Arguments of `new`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct New {
    /// The game's name: lower-case words joined by hyphens
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The folder of the workspace
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
}

/// Writes the game's files, registers the game and prints the next steps.
pub fn run(new: &New) -> Result<(), Failure> {
    let Names { game, snake, camel } = Names::of(&new.name).map_err(Failure::not_understood)?;
    let fill = |text: &str| {
        text.replace("GAME-NAME", &game).replace("game_name", &snake).replace("GameName", &camel)
    };
    let folder = new.workspace.join("games").join(&snake);
    if folder.exists() {
        return Err(LocatedError::new(&folder, "the game already exists").into());
    }
    let package = format!("plywright-{game}");
    let taken = format!("the workspace already has a package {package}; choose another name");
    if new.workspace.join("bins").join(&snake).exists() {
        return Err(Failure::not_understood(taken));
    }
    // Each entry inserts a text into a file. Its parts are: the file's path, a line of the file, an anchor
    // and the text to insert. The text is inserted before the first occurrence of the anchor after the line.
    // If the anchor is empty, the text is inserted directly after the line. The new game comes last in the
    // list of games, because the first game is the program's default.
    let registered = [
        (
            "Cargo.toml",
            "[workspace.dependencies]",
            "",
            concat!(
                "plywright-GAME-NAME = { version = \"",
                env!("CARGO_PKG_VERSION"),
                "\", path = \"games/game_name\" }\n"
            ),
        ),
        ("bins/plywright/Cargo.toml", "[dependencies]", "", "plywright-GAME-NAME.workspace = true\n"),
        (
            "bins/plywright/src/main.rs",
            "    let games = vec![",
            "    ];\n",
            "        game::<plywright_game_name::GameName>(),\n",
        ),
    ];
    let mut files = vec![
        (folder.join("Cargo.toml"), fill(MANIFEST)),
        (folder.join("src/lib.rs"), fill(RULES)),
        (folder.join("tests/suite/main.rs"), fill(TEST)),
    ];
    for (file, line, before, added) in registered {
        let path = new.workspace.join(file);
        let mut text = fs::read_to_string(&path).map_err(|error| LocatedError::new(&path, error))?;
        let is_in_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if text.split(|letter| !is_in_name(letter)).any(|word| word == package) {
            return Err(Failure::not_understood(taken));
        }
        let behind = text.find(&format!("{line}\n")).map(|at| at + line.len() + 1);
        let place = behind.and_then(|behind| Some(behind + text[behind..].find(before)?));
        let place = place.ok_or_else(|| {
            let error = format!(
                "it has no line '{line}' to register the game at; is this the workspace of Plywright?"
            );
            LocatedError::new(&path, error)
        })?;
        text.insert_str(place, &fill(added));
        files.push((path, text));
    }
    for (path, text) in &files {
        write(path, text).map_err(|error| LocatedError::new(path, error))?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{} is written and registered. Next:", folder.display())?;
    writeln!(
        out,
        "  cargo test --release -p plywright-{game}    the skeleton is a complete game and passes the test kit"
    )?;
    writeln!(out, "  cargo run --release -- play --game {game}")?;
    writeln!(out, "  {}    replace its rules by yours", folder.join("src/lib.rs").display())?;
    Ok(out.flush()?)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}

/// A game's name in three spellings.
struct Names {
    /// Package name, such as `nine-holes`.
    game: String,
    /// Identifier in snake case, such as `nine_holes`.
    snake: String,
    /// Type name in camel case, such as `NineHoles`.
    camel: String,
}

impl Names {
    fn of(name: &str) -> Result<Self, String> {
        let is_word = |word: &str| {
            word.starts_with(|first: char| first.is_ascii_lowercase())
                && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        if name.len() > 40 || !name.split('-').all(is_word) {
            return Err(format!(
                "'{}' is not a name for a game, expected lower-case words of letters and digits joined by hyphens",
                plywright::shorten(name)
            ));
        }
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let (game, camel) = (name.to_owned(), name.split('-').map(capital).collect::<String>());
        if is_reserved(&camel) {
            return Err(format!(
                "a game called '{game}' would have the type `{camel}`, which already exists; choose another \
                 name"
            ));
        }
        Ok(Self { game, snake: name.replace('-', "_"), camel })
    }
}

/// Whether the skeleton or the language already uses this identifier.
fn is_reserved(camel: &str) -> bool {
    let code = RULES.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut words = code.flat_map(|line| line.split(|letter: char| !letter.is_ascii_alphanumeric()));
    camel == "Self" || words.any(|word| word == camel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_three_ways() {
        let names = Names::of("nine-holes2").unwrap();
        assert_eq!([names.game, names.snake, names.camel], ["nine-holes2", "nine_holes2", "NineHoles2"]);
        for wrong in ["", "Nine", "nine_holes", "-nine", "nine-", "9holes", "a b", "é", "../x"] {
            assert!(Names::of(wrong).is_err_and(|error| error.contains("is not a name")), "{wrong}");
        }
        for wrong in ["self", "heap", "game", "state", "no-eval"] {
            assert!(Names::of(wrong).is_err_and(|error| error.contains("the type `")), "{wrong}");
        }
    }
}
