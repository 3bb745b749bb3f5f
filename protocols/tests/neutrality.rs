//! The crate knows no game: its sources name none of those that the workspace has.
//!
//! One protocol bears the name of a game, the Universal Gyges Interface. The module that speaks it may name it, for
//! what else should it be called; that it knows nothing of the game shows in that every game speaks it.

use std::fs;
use std::path::{Path, PathBuf};

/// The name of a protocol, where it may stand.
const PROTOCOL: (&str, &str) = ("src/ugi", "gyges");

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

#[test]
fn no_game_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("Cargo.toml")];
    sources(&root.join("src"), &mut files);
    let games: Vec<String> = fs::read_dir(root.join("../games"))
        .expect("a folder of games")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().replace('_', ""))
        .collect();
    assert!(!games.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).expect("a source").to_lowercase().replace(['_', '-'], "");
        let is_name = |word: &str| word == PROTOCOL.1 && file.starts_with(root.join(PROTOCOL.0));
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let named = games.iter().any(|game| game == word) && !is_name(word);
            assert!(!named, "{} names {word}", file.display());
        }
    }
}
