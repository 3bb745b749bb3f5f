//! Tests of files of openings: EPD, lines of moves, records, encodings, and records of other rules.

use std::fs;
use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, Setup};
use plywright_matches::openings::{Balance, OpeningChoice, Openings};
use serde::Deserialize;

use crate::support::{self, folder, game, rows, variant};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Reads a file with these bytes by the rules of `engine`; `rules` are the options that were set to get them. Returns
/// the openings, and the position and moves of each as texts, until the first opening comes again.
fn read_by(
    engine: &dyn DynEngine,
    bytes: &[u8],
    rules: &[(&str, &str)],
) -> Result<(Openings, Vec<(String, String)>), String> {
    let folder = folder();
    let path = folder.path().join("openings");
    fs::write(&path, bytes).expect("a file");
    let choice: OpeningChoice = path.to_str().expect("text").parse().expect("a file");
    let rules: Vec<_> = rules.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let openings = Openings::new(&choice, None, 1, &rules, engine).map_err(|error| error.to_string())?;
    let mut list = Vec::new();
    for number in 0.. {
        let opening =
            openings.get(number, engine, &NEVER, &mut |_| ()).expect("an opening").expect("a listed opening");
        let position = match opening.setup {
            Setup::Start => "startpos".to_owned(),
            Setup::Text(text) | Setup::Named(text) => text,
        };
        let opening = (position, opening.moves.join(" "));
        if number > 0 && list.first() == Some(&opening) {
            break;
        }
        list.push(opening);
    }
    Ok((openings, list))
}

/// A row of `openings.jsonl`.
#[derive(Deserialize)]
struct Row {
    game: String,
    variant: Option<String>,
    text: String,
    #[serde(default)]
    read: Vec<(String, String)>,
    #[serde(default)]
    error: String,
}

#[test]
fn files_of_every_form_are_read() {
    for Row { game, variant, text, read, error } in rows(include_str!("data/openings.jsonl")) {
        let rules = variant.map_or_else(|| self::game(&game), |own| self::variant(&game, &own));
        match read_by(&*support::engine(&*rules), text.as_bytes(), &[]) {
            Ok((_, list)) => assert_eq!(list, read, "{text}"),
            Err(found) => assert!(!error.is_empty() && found.contains(&error), "{text}: {found}"),
        }
    }
}

/// No score passes, so a search is reported for each of the nine first moves of tic-tac-toe.
#[test]
fn each_search_for_a_balanced_opening_is_reported() {
    let engine = support::engine(&*game("tic-tac-toe"));
    let choice: OpeningChoice = "random:1".parse().expect("openings");
    let never = Some(Balance { score: -1, nodes: 1 });
    let openings = Openings::new(&choice, never, 1, &[], &*engine).expect("openings");
    let mut reports = Vec::new();
    assert!(openings.get(0, &*engine, &NEVER, &mut |tried| reports.push(tried)).is_err());
    assert_eq!(reports, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn the_first_line_that_is_not_utf8_is_noted() {
    let engine = support::engine(&*game("tic-tac-toe"));
    let text = b"moves a1\nx../.../... id \"J\xfcrgen\";\n# \xe4\n";
    let (openings, list) = read_by(&*engine, text, &[]).expect("a book");
    assert_eq!(list.len(), 2);
    assert_eq!(openings.line_in_latin_1, Some(2));
    let (openings, list) =
        read_by(&*engine, "\u{feff}moves b2\n# ü\nmoves c3\n".as_bytes(), &[]).expect("a book");
    assert_eq!((openings.line_in_latin_1, list.len()), (None, 2));
}

#[test]
fn records_under_other_options_are_refused() {
    let mut mill = support::engine(&*game("mill"));
    mill.set_option("NMoveRule", "60").expect("a rule");
    for (options, rules, is_read) in [
        ("NMoveRule=60", &[("NMoveRule", "60")][..], true),
        ("NMoveRule=70", &[("nmoverule", "60")], false),
        ("EndgameNMoveRule=70", &[("NMoveRule", "60")], false),
        ("EndgameNMoveRule=100", &[("NMoveRule", "60")], true),
    ] {
        let text = format!("[Options \"{options}\"]\n[Result \"*\"]\n\n1. d6 *\n");
        let read = read_by(&*mill, text.as_bytes(), rules);
        assert_eq!(read.is_ok(), is_read, "{options}: {read:?}");
    }
}
