//! Checks the texts of the sources. The crates that serve every game must not name a game or its options.
//! Tests in the folder of this file must not have the attribute `#[test]`, because their harness would not run them.
//!
//! One protocol is named after a game, the Universal Gyges Interface. Only the module of this protocol may
//! contain that name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::client::Client;
use crate::program::workspace_root;

tests! {
    untimed: no_game_is_named,
        no_option_of_one_game_is_named,
        no_test_is_passed_over;
}

/// Folder of the protocol that is named after a game.
const PROTOCOL_FOLDER: &str = "protocols/src/ugi";
/// Name of the game after which a protocol is named.
const PROTOCOL_GAME: &str = "gyges";
/// Name of a protocol, in lower case. It contains the name of a game, but every file may contain this phrase.
const ALLOWED_PHRASE: &str = "universal chess interface";
/// Options that the framework offers in some games only: `UCI_Elo` in games with rated levels, `EvalFile` in
/// games with network features, `EndgameTablesPath` in games that can be solved.
const OPTIONAL: [&str; 3] = ["UCI_Elo", "EvalFile", "EndgameTablesPath"];

const LANGUAGES: [&str; 2] = ["en.json", "de.json"];

/// Returns the names of all games, as the option `--game` reads them, from the names of their folders.
fn games() -> Vec<String> {
    let folders = fs::read_dir(workspace_root().join("games")).expect("a folder of games").flatten();
    let names = folders.map(|entry| entry.file_name().to_string_lossy().replace('_', "-"));
    let games: Vec<String> = names.filter(|name| name != "all").collect();
    assert!(games.len() > 3, "{games:?}");
    games
}

/// Returns a text in the form in which names are compared: in lower case, without `_` and `-`. All spellings of a name
/// are then equal.
fn compact(text: &str) -> String {
    text.to_lowercase().replace(['_', '-'], "")
}

/// Returns the files of the crates that serve every game. Language files are left out, because they contain the games'
/// names for people.
fn files_for_every_game() -> Vec<PathBuf> {
    let root = workspace_root();
    let mut files = Vec::new();
    for name in ["framework", "protocols", "bins/board"] {
        files.push(root.join(name).join("Cargo.toml"));
        sources(&root.join(name).join("src"), &mut files);
    }
    sources(&root.join("bins/board/page"), &mut files);
    files.retain(|file| !LANGUAGES.iter().any(|name| file.ends_with(name)));
    files
}

/// Adds the files in a folder and its subfolders to `found`.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn no_game_is_named() {
    let games: Vec<String> = games().iter().map(|name| compact(name)).collect();
    let protocol_folder = workspace_root().join(PROTOCOL_FOLDER);
    for file in files_for_every_game() {
        let text = fs::read_to_string(&file).expect("a source");
        let text = compact(&text).replace(ALLOWED_PHRASE, "");
        for word in text.split(|letter: char| !letter.is_alphanumeric()) {
            let is_protocol = word == PROTOCOL_GAME && file.starts_with(&protocol_folder);
            let is_game = games.iter().any(|game| game == word);
            assert!(is_protocol || !is_game, "{} names {word}", file.display());
        }
    }
}

/// This test also fails if a game is missing in `games/all`, because the program then refuses its name.
fn no_option_of_one_game_is_named() {
    let mut offered: Vec<BTreeSet<String>> = Vec::new();
    for game in games() {
        offered.push(Client::start(&format!("--game {game}")).options().into_iter().collect());
    }
    let shared = offered.iter().skip(1).fold(offered[0].clone(), |shared, own| &shared & own);
    assert!(shared.contains("Hash"));
    let own: BTreeSet<&String> = offered.iter().flatten().filter(|name| !shared.contains(*name)).collect();
    for file in files_for_every_game() {
        let text = fs::read_to_string(&file).expect("a source");
        for name in own.iter().filter(|name| !OPTIONAL.contains(&name.as_str())) {
            assert!(!text.contains(&format!("\"{name}\"")), "{} has the option {name}", file.display());
        }
    }
}

fn no_test_is_passed_over() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite"), &mut files);
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let text = fs::read_to_string(file).expect("a source");
        assert!(text.lines().all(|line| line.trim() != "#[test]"), "{} has #[test]", file.display());
    }
}
