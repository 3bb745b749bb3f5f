//! Checks the architecture of the framework in its source. A layer is a folder of `src`, and uses only layers below it.
//! The layers for a browser use no facility that a browser lacks, except in a few named files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the bottom up, each with the layers that it may use. `network` and `tablebase` must not
/// use each other.
const LAYERS: [(&str, &[&str]); 8] = [
    ("rules", &[]),
    ("text", &["rules"]),
    ("search", &["rules", "text"]),
    ("network", &["rules", "text", "search"]),
    ("tablebase", &["rules", "text", "search"]),
    ("game", &["rules", "text", "search", "network", "tablebase"]),
    ("engine", &["rules", "text", "search", "network", "tablebase", "game"]),
    ("testkit", &["rules", "text", "search", "network", "tablebase", "game", "engine"]),
];
/// Files above all layers. They re-export public items.
const ROOT: [&str; 2] = ["lib.rs", "prelude.rs"];
/// Layers that an engine in a browser needs.
const IN_A_BROWSER: [&str; 6] = ["rules", "text", "search", "network", "game", "engine"];
/// Facilities of the operating system that a browser does not have, each with the only files that may use it.
const OF_THE_SYSTEM: [(&str, &[&str]); 7] = [
    ("std::fs", &["text/file.rs", "network/file.rs", "engine/learning.rs", "engine/opening_tree.rs"]),
    ("std::thread", &["search/threads.rs"]),
    ("rayon", &["search/threads.rs"]),
    ("Instant", &["search/control.rs"]),
    ("SystemTime", &[]),
    ("std::env", &[]),
    ("std::process", &["text/file.rs"]),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn code(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a file");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect()
}

/// Returns the layers that a line of code names: the name after each `crate::`. `$crate::` is skipped, because it
/// stands in macros and refers to public items.
fn layers_named(line: &str) -> impl Iterator<Item = &str> {
    let paths = line.match_indices("crate::").filter(|(at, _)| !line[..*at].ends_with('$'));
    paths.map(|(at, word)| {
        let rest = &line[at + word.len()..];
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn every_file_has_a_layer() {
    let entries = fs::read_dir(source()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let found: BTreeSet<_> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    let layers = LAYERS.map(|(layer, _)| layer);
    let expected: BTreeSet<_> = layers.into_iter().chain(ROOT).map(str::to_owned).collect();
    assert_eq!(found, expected);
}

#[test]
fn no_layer_knows_one_above_it() {
    for (layer, below) in LAYERS {
        for file in files(&source().join(layer)) {
            for line in code(&file) {
                for name in layers_named(&line) {
                    let is_allowed = name == layer || below.contains(&name);
                    assert!(is_allowed, "{}: {layer} knows {name}: {}", file.display(), line.trim());
                }
            }
        }
    }
}

#[test]
fn a_browser_has_all_that_these_layers_need() {
    for file in IN_A_BROWSER.iter().flat_map(|layer| files(&source().join(layer))) {
        let lines = code(&file);
        let tested = lines.iter().take_while(|line| !line.contains("#[cfg(test)]"));
        for (word, exceptions) in OF_THE_SYSTEM {
            let is_exception = exceptions.iter().any(|exception| file.ends_with(exception));
            let found = tested.clone().find(|line| line.contains(word) && !is_exception);
            assert_eq!(found, None, "{}", file.display());
        }
    }
}
