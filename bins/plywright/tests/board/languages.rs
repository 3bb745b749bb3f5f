//! Tests that all texts of the page stand in its language files, and that these are complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::browser::with_page;

const PAGES: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../board/page"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../web/page"),
];
/// Modules that cannot read the language files: two run in a worker, and one explains why nothing is loaded.
const APART: [&str; 3] = ["worker.js", "tables.js", "opened.js"];
/// Words that need no translation: names of keys, of tags in records and of the program.
const NAMES: [&str; 14] = [
    "Enter",
    "Escape",
    "Home",
    "End",
    "Backspace",
    "Plywright",
    "Level",
    "Goal",
    "Themes",
    "English",
    "Deutsch",
    "Range",
    "Suspending",
    "GET",
];

type Texts = BTreeMap<String, String>;

fn texts(language: &str) -> Texts {
    let file = fs::read_to_string(Path::new(PAGES[0]).join(format!("{language}.json"))).expect("a file");
    serde_json::from_str(&file).expect("texts by key")
}

/// Returns the names and the texts of the modules.
fn modules() -> Vec<(String, String)> {
    let files = PAGES.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    files
        .map(|file| file.expect("a file").path())
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path))
        .filter(|(name, path)| path.extension().is_some_and(|kind| kind == "js") && !APART.contains(&&**name))
        .map(|(name, path)| (name, fs::read_to_string(path).expect("a module")))
        .collect()
}

/// Returns the fields in braces.
fn fields(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect()
}

#[test]
fn languages_have_the_same_keys_and_fields() {
    let (english, german) = (texts("en"), texts("de"));
    // Games describe their variants in English, so only other languages have texts for these.
    let keys =
        |texts: &Texts| texts.keys().filter(|key| !key.starts_with("rule.")).cloned().collect::<Vec<_>>();
    assert_eq!(keys(&english), keys(&german));
    for (key, text) in &english {
        assert!(fields(&german[key]).is_subset(&fields(text)), "{key}");
        assert!(!text.is_empty() && !german[key].is_empty(), "{key}");
    }
}

#[test]
fn every_key_of_the_page_has_a_text() {
    let english = texts("en");
    for (name, text) in modules() {
        let calls = text.split("t(\"").skip(1).zip(text.split("t(\""));
        for (after, before) in calls {
            let is_name = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let key = after.split('"').next().unwrap_or_default();
            assert!(is_name || english.contains_key(key), "{name}: {key}");
        }
    }
    let html = fs::read_to_string(Path::new(PAGES[0]).join("index.html")).expect("the page");
    for kind in ["data-text=\"", "data-label=\""] {
        for after in html.split(kind).skip(1) {
            let key = after.split('"').next().unwrap_or_default();
            assert!(english.contains_key(key), "{key}");
        }
    }
}

/// Returns the contents of quotation marks and backquotes in a line of code.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let quote = if line.contains('"') { '"' } else { '`' };
    line.split(quote).skip(1).step_by(2)
}

#[test]
fn no_text_stands_outside_the_language_files() {
    let style = fs::read_to_string(Path::new(PAGES[0]).join("style.css")).expect("the style");
    let is_class = |word: &str| style.contains(&format!(".{word}")) || word.contains(['$', '-']);
    let is_word = |word: &&str| {
        word.len() > 2
            && word.chars().all(char::is_alphabetic)
            && !word.chars().skip(1).any(char::is_uppercase)
    };
    for (name, text) in modules() {
        for line in text.lines().map(str::trim_start) {
            let is_code = !line.starts_with(['/', '*']) && !line.starts_with("import ");
            // Errors for programmers are not translated.
            if !is_code || line.contains("throw new Error(") || line.contains("import(") {
                continue;
            }
            for literal in literals(line) {
                let words: Vec<_> = literal.split(' ').filter(is_word).collect();
                let is_capital = literal.starts_with(|c: char| c.is_ascii_uppercase())
                    && literal.chars().skip(1).any(|c| c.is_ascii_lowercase())
                    && literal.chars().all(|c| c.is_alphabetic() || " .:,…".contains(c))
                    && !literal.starts_with("Arrow")
                    && !literal.starts_with("Page");
                assert!(!is_capital || NAMES.contains(&literal), "{name}: {literal}");
                let is_sentence = words.len() > 1 && !words.iter().all(|word| is_class(word));
                assert!(!is_sentence || literal.contains(['.', '#', '(', '[', '=']), "{name}: {literal}");
            }
        }
    }
    let html = fs::read_to_string(Path::new(PAGES[0]).join("index.html")).expect("the page");
    for part in html.split('>').skip(1).filter_map(|part| part.split('<').next()) {
        let is_allowed =
            ["Plywright", "PGN", "SGF", "MIF", "This page needs JavaScript."].contains(&part.trim());
        assert!(is_allowed || !part.chars().any(char::is_alphabetic), "{part}");
    }
}

#[test]
fn the_page_speaks_german() {
    with_page(|_server, page| {
        page.open("#game=mill&second=person&moves=a1 d2 a4 f4");
        page.select("#language", "de");
        page.wait_for("document.documentElement.lang === 'de' && !!document.querySelector('.target')");
        page.choose("a7");
        page.wait_for(
            "document.getElementById('status').textContent === 'Weiß: nimm einen Stein von Schwarz'",
        );
        page.unfold("rules");
        page.wait_for("document.getElementById('guide').textContent.includes('Zwickmühle')");
        let (english, german) = (texts("en"), texts("de"));
        let other: Vec<_> =
            english.iter().filter(|(key, text)| german[*key] != **text).map(|(_, text)| text).collect();
        let found = page.value(&format!(
            "(() => {{ const english = new Set({}); const found = []; \
             const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); \
             while (walk.nextNode()) if (english.has(walk.currentNode.data.trim())) found.push(walk.currentNode.data); \
             for (const it of document.querySelectorAll('[aria-label], [title]')) \
             for (const text of [it.ariaLabel, it.title]) if (english.has(text)) found.push(text); \
             return found; }})()",
            json!(other)
        ));
        assert_eq!(found, json!([]));
        page.select("#language", "en");
        page.wait_for("document.documentElement.lang === 'en' && !!document.querySelector('.target')");
    });
}
