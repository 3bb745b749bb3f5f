//! Records in the Smart Game Format, version 4, with the moves in the game's own notation.
//!
//! | in a record | in SGF |
//! |---|---|
//! | `Game`, `Variant` | `GM`, a number of the standard or else the game's name; `SZ`, where it selects the variant |
//! | moves of the first side | `W` if the game calls it White, except in Hex; otherwise `B`; `PL` at the root says so |
//! | moves of Hex | `B` connects the top and the bottom; a game that White begins is reflected in the long diagonal |
//! | `White`, `Black` | `PW` and `PB` of the first and the second side |
//! | `Event`, `Site`, `Date`, `Round`, `Annotator`, `Opening` | `EV`, `PC`, `DT`, `RO`, `AN`, `ON` |
//! | result | `RE` |
//! | other tags | `TG`, a private property: name and value |
//! | comments | `C` |
//! | glyphs `$1` to `$6` | `TE`, `BM`, `IT`, `DO`; other glyphs `NG`, a private property |
//! | data of a search | `NT`, a private property |
//! | variations | variations |
//! | result of a variation | `NR` in its last node, a private property |
//! | swap in Hex | `swap-pieces`; `swap-sides` is read as the same game reflected in the long diagonal |
//!
//! In Hex and Othello, stones that `AB`, `AW` and `AE` set up before the first move become the tag `FEN`. A root that
//! also has the first move sets them up before it. After the first move, in variations and in other games, these
//! properties are an error. Points of Hex and Othello may also be two letters, as in Go. The moves `resign` and
//! `forfeit` end the game. The values are in the encoding that `CA` names: UTF-8, ISO 8859-1 or Windows-1252.
//!
//! Most other properties are kept: those of the root as tags with the prefix `SGF_`, those of other nodes as
//! `[%sgf ...]` in comments.

mod games;
mod heading;
mod read;
mod scan;
mod setup;
mod write;

use plywright::Side;

use super::GameResult;
pub(super) use scan::Scanner;
pub(super) use write::write;

/// Properties of the root, each with the tag that it becomes in a record.
const NAMED: [(&str, &str); 6] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("AN", "Annotator"),
    ("ON", "Opening"),
];
/// Properties that annotate a move: name, value, and the glyph that they become in a record.
const GLYPHS: [(&str, &str, &str); 6] = [
    ("TE", "1", "$1"),
    ("BM", "1", "$2"),
    ("TE", "2", "$3"),
    ("BM", "2", "$4"),
    ("IT", "", "$5"),
    ("DO", "", "$6"),
];
/// Prefix of tags that keep properties of the root for which a record has no other place.
const PREFIX: &str = "SGF_";
/// Beginning of a bracketed part of a comment. The part keeps properties of a node other than the root.
const KEPT: &str = "[%sgf ";

/// Returns the opposite colour; a colour is `B` or `W`.
fn other(colour: &str) -> &'static str {
    if colour == "B" { "W" } else { "B" }
}

/// Replaces the separator `from` by `to` in a date of four, two and two digits, such as `2026.11.27`. Returns any other
/// text unchanged.
fn dated(text: &str, from: char, to: &str) -> String {
    let is_date = text.split(from).map(str::len).eq([4, 2, 2]);
    let is_date = is_date && text.chars().all(|letter| letter == from || letter.is_ascii_digit());
    if is_date { text.replace(from, to) } else { text.to_owned() }
}

/// Returns a result as the value of the property `RE`. `first` is the colour of the first side.
fn re(result: GameResult, first: &str) -> String {
    match result {
        GameResult::Win(Side::First) => format!("{first}+"),
        GameResult::Win(Side::Second) => format!("{}+", other(first)),
        GameResult::Draw => "0".to_owned(),
        GameResult::Unknown => "?".to_owned(),
    }
}

/// Returns the values as SGF text, each escaped and in brackets.
fn bracketed(values: &[impl AsRef<str>]) -> String {
    let values: Vec<_> = values.iter().map(|value| escaped(value.as_ref())).collect();
    format!("[{}]", values.join("]["))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
