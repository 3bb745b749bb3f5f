//! Command `new`: writes the skeleton of a new game and registers it. The skeleton is a crate under `games/`
//! with playable rules of the requested kind of game, and a test. Registration adds the crate to the
//! workspace's dependencies and to the program. With `--outside`, the game and a program become crates of their
//! own.
//!
//! All files are read and all texts prepared before the first file is written. An error before that changes
//! nothing.

mod outside;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use plywright::write_atomically;
use plywright_matches::files::LocatedError;

use crate::console::read_line;
use crate::failure::Failure;

const TEST: &str = include_str!("test.rs.txt");
const MANIFEST: &str = include_str!("manifest.toml.txt");

/// The manifest that lists all games of the workspace.
const MANIFEST_OF_GAMES: &str = "games/all/Cargo.toml";
const LIST_OF_GAMES: &str = "games/all/src/lib.rs";

const EXAMPLES: &str = "\
Examples:
  plywright new my-game                     in the workspace in the current folder
  plywright new my-game --kind sowing       begin with a game of seeds and houses
  plywright new my-game --workspace other   in the workspace in the folder `other`
  plywright new my-game --outside ~/mine    as crates of their own in the folder `mine`, with a program";

/// The kind of a game. It selects the skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Pieces on the squares of a grid; the skeleton is three in a row
    Grid,
    /// Pieces on points that lines join; the skeleton is Pong Hau K'i
    Graph,
    /// Seeds in houses; the skeleton is a small mancala, which ends with a margin
    Sowing,
    /// Cards or other material without a board; the skeleton is a game of tricks
    Cards,
}

impl Kind {
    const fn rules(self) -> &'static str {
        match self {
            Self::Grid => include_str!("grid.rs.txt"),
            Self::Graph => include_str!("graph.rs.txt"),
            Self::Sowing => include_str!("sowing.rs.txt"),
            Self::Cards => include_str!("cards.rs.txt"),
        }
    }

    /// Returns the perft table of the skeleton's test, counted by hand. It is written as in a Rust
    /// string: `\t` stands for a tab.
    const fn perft(self) -> &'static str {
        match self {
            Self::Grid => ".../.../...\\t1\\t9\n.../.../...\\t2\\t72\n.../.../...\\t3\\t504\n",
            Self::Graph => "xx.oo x\\t1\\t2\nxx.oo x\\t2\\t2\nxx.oo x\\t3\\t2\nxx.oo x\\t4\\t4\n",
            Self::Sowing => {
                "2,2,2,0/2,2,2,0 x\\t1\\t3\n2,2,2,0/2,2,2,0 x\\t2\\t8\n3,0,0,2/3,3,0,1 x\\t2\\t2\n"
            }
            Self::Cards => "12345 12345 - 0\\t1\\t5\n12345 12345 - 0\\t2\\t25\n12345 12345 - 0\\t3\\t100\n",
        }
    }

    /// Returns the known endings of the skeleton's test, written as [`Kind::perft`].
    const fn endings(self) -> &'static str {
        match self {
            Self::Grid => "xxx/oo./...\\tfirst\nxox/xox/oxo\\tdraw\n.../.x./...\\topen\n",
            Self::Graph => {
                "x.oxo x\\tsecond\nxx.oo x\\ta d c a d c a d c a d c\\tdraw\nxx.oo x\\ta d c a d c\\topen\n"
            }
            Self::Sowing => "0,0,0,7/1,0,0,4 o\\t2\n2,2,2,0/2,2,2,0 x\\topen\n",
            Self::Cards => "- - - 3\\t3\n12345 12345 - 0\\ta1 a2\\topen\n",
        }
    }

    /// Returns the skeleton's test with its tables.
    fn test(self) -> String {
        TEST.replace("PERFT-ROWS", self.perft()).replace("ENDING-ROWS", self.endings())
    }

    /// Asks for the kind in a terminal. Without a terminal or with an empty answer, returns [`Kind::Grid`].
    fn ask() -> io::Result<Self> {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Ok(Self::Grid);
        }
        let kinds = Self::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        for kind in kinds {
            let help = kind.get_help().map(ToString::to_string).unwrap_or_default();
            eprintln!("  {:8}{help}", kind.get_name());
        }
        loop {
            eprint!("Kind of game [grid]: ");
            let answer = read_line(&mut io::stdin().lock())?.unwrap_or_default();
            match Self::from_str(answer.trim(), true) {
                Ok(kind) => return Ok(kind),
                Err(_) if answer.trim().is_empty() => return Ok(Self::Grid),
                Err(_) => eprintln!("'{}' is none of these kinds", plywright::shorten(answer.trim())),
            }
        }
    }
}

/// Arguments of `new`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct New {
    /// The game's name: lower-case words joined by hyphens
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Kind of the game, which selects the skeleton; in a terminal, the program asks for it; otherwise the
    /// default is `grid`
    #[arg(long, value_enum)]
    pub kind: Option<Kind>,
    /// The folder of the workspace
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Write the game and a program for it as two crates into this new folder outside the workspace, and build and
    /// test them
    #[arg(long, value_name = "DIR")]
    pub outside: Option<PathBuf>,
    /// Do not build and test the crates
    #[arg(long, requires = "outside")]
    pub no_build: bool,
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
    let Names { game, snake, .. } = &names;
    let folder = new.workspace.join("games").join(snake);
    if folder.exists() {
        return Err(LocatedError::new(&folder, "the game already exists; choose another name").into());
    }
    let package = format!("plywright-{game}");
    if new.workspace.join("bins").join(snake).exists() || has_package(&new.workspace, &package)? {
        let taken = format!("the workspace already has a package {package}; choose another name");
        return Err(Failure::not_understood(taken));
    }
    let mut files = vec![
        (folder.join("Cargo.toml"), names.fill(MANIFEST)),
        (folder.join("src/lib.rs"), names.fill(kind.rules())),
        (folder.join("tests/suite/main.rs"), names.fill(&kind.test())),
    ];
    for entry in &ENTRIES {
        files.push(entry.insert(&new.workspace, &names)?);
    }
    for (path, text) in &files {
        write(path, text).map_err(|error| LocatedError::new(path, error))?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{} is written and registered. Next steps:", folder.display())?;
    writeln!(
        out,
        "  cargo test --release -p plywright-{game}    the skeleton is a complete game and passes the test kit"
    )?;
    writeln!(out, "  cargo run --release -- play --game {game}")?;
    writeln!(out, "  {}    replace its rules by yours", folder.join("src/lib.rs").display())?;
    Ok(out.flush()?)
}

fn has_package(workspace: &Path, package: &str) -> Result<bool, LocatedError> {
    // These manifests name all packages of the workspace.
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
    fs::read_to_string(path).map_err(|error| LocatedError::new(path, error))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    write_atomically(path, text.as_bytes())
}

/// A text that registers a new game in a file of the workspace.
struct Entry {
    file: &'static str,
    line: &'static str,
    /// The text is inserted before the first occurrence of this anchor below `line`. If the anchor is empty, it is
    /// inserted directly below `line`.
    anchor: &'static str,
    text: &'static str,
}

/// The new game comes last in the list of games, because the first game is the program's default.
const ENTRIES: [Entry; 2] = [
    Entry {
        file: MANIFEST_OF_GAMES,
        line: "[dependencies]",
        anchor: "",
        text: concat!(
            "plywright-game-name = { version = \"",
            env!("CARGO_PKG_VERSION"),
            "\", path = \"../game_name\" }\n"
        ),
    },
    Entry {
        file: LIST_OF_GAMES,
        line: "    here: [",
        anchor: "    ]\n",
        text: "        plywright_game_name::GameName,\n",
    },
];

impl Entry {
    /// Returns the file's path, and its contents with the entry.
    fn insert(&self, workspace: &Path, names: &Names) -> Result<(PathBuf, String), LocatedError> {
        let path = workspace.join(self.file);
        let mut text = read(&path)?;
        let Some(place) = self.place_in(&text) else {
            let line = self.line;
            let error = format!(
                "it has no line '{line}' to register the game at; is this the workspace of Plywright?"
            );
            return Err(LocatedError::new(&path, error));
        };
        text.insert_str(place, &names.fill(self.text));
        Ok((path, text))
    }

    fn place_in(&self, text: &str) -> Option<usize> {
        let behind = text.find(&format!("{}\n", self.line))? + self.line.len() + 1;
        Some(behind + text[behind..].find(self.anchor)?)
    }
}

/// A game's name in three spellings.
struct Names {
    /// Package name, such as `nine-holes`.
    game: String,
    /// Identifier in snake case, such as `nine_holes`.
    snake: String,
    /// Type name in camel case, such as `NineHoles`.
    camel: String,
    kind: Kind,
}

impl Names {
    fn of(name: &str, kind: Kind) -> Result<Self, String> {
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
        if is_reserved(&camel, kind) {
            return Err(format!(
                "a game called '{game}' would have the type `{camel}`, which already exists; choose another \
                 name"
            ));
        }
        Ok(Self { game, snake: name.replace('-', "_"), camel, kind })
    }

    /// Replaces the placeholder names in a text of the skeleton.
    fn fill(&self, text: &str) -> String {
        let text = text.replace("game-name", &self.game).replace("game_name", &self.snake);
        text.replace("GameName", &self.camel)
    }
}

/// Whether the skeleton, its test, its program or the language already uses this identifier.
fn is_reserved(camel: &str, kind: Kind) -> bool {
    let texts = [kind.rules(), TEST, outside::MAIN];
    let code = texts.into_iter().flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//"));
    let mut words = code.flat_map(|line| line.split(|letter: char| !letter.is_ascii_alphanumeric()));
    camel == "Self" || words.any(|word| word == camel)
}

// The skeletons, which the tests compile and play under their placeholder names.
#[cfg(test)]
#[path = "cards.rs.txt"]
mod cards;
#[cfg(test)]
#[path = "graph.rs.txt"]
mod graph;
#[cfg(test)]
#[path = "grid.rs.txt"]
mod grid;
#[cfg(test)]
#[path = "sowing.rs.txt"]
mod sowing;

#[cfg(test)]
mod tests {
    use plywright::Playable;
    use plywright::testkit::Conformance;

    use super::*;

    fn conforms<G: Playable>(game: &G, kind: Kind) {
        let [perft, endings] = [kind.perft(), kind.endings()].map(|rows| rows.replace("\\t", "\t"));
        let kit = Conformance { perft_table: &perft, known_endings: &endings, ..Conformance::new(game) };
        let report = kit.run().unwrap_or_else(|failure| panic!("{kind:?}: {failure}"));
        assert_eq!(report.warnings, [""; 0], "{kind:?}");
    }

    #[test]
    fn every_skeleton_conforms() {
        conforms(&grid::GameName, Kind::Grid);
        conforms(&graph::GameName, Kind::Graph);
        conforms(&sowing::GameName, Kind::Sowing);
        conforms(&cards::GameName, Kind::Cards);
    }

    #[test]
    fn names_are_written_in_three_ways() {
        let names = Names::of("nine-holes2", Kind::Grid).unwrap();
        assert_eq!([names.game, names.snake, names.camel], ["nine-holes2", "nine_holes2", "NineHoles2"]);
        for wrong in ["", "Nine", "nine_holes", "-nine", "nine-", "9holes", "a b", "é", "../x"] {
            assert!(
                Names::of(wrong, Kind::Grid).is_err_and(|error| error.contains("is not a name")),
                "{wrong}"
            );
        }
        for wrong in ["self", "grid", "game", "pieces", "no-eval", "conformance", "program"] {
            assert!(Names::of(wrong, Kind::Grid).is_err_and(|error| error.contains("the type `")), "{wrong}");
        }
    }
}
