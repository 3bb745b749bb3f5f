//! Writes a record as an SGF game: its tags as properties of the root, and each move as a node. Errors of `write!` are
//! ignored, because writing to a string cannot fail.

use std::collections::HashSet;
use std::fmt::Write;

use plywright::Side;
use plywright::engine::DynGame;

use super::read::result_of;
use super::scan::Scanner;
use super::{GLYPHS, KEPT, NAMED, PREFIX, bracketed, dated, escaped, games, other, re};
use crate::record::{GameRecord, GameResult, Ply};

/// Maximum number of bytes of a line of several moves. Parentheses between moves are not counted.
const WIDTH: usize = 90;

/// Returns a record as an SGF game, followed by a line end. The record must have the tag `Variant`, and its moves their
/// sides; see [`GameRecord::follow`] and [`GameRecord::name_rules`]. `rules` must be those of the record.
pub fn write(record: &GameRecord, rules: &dyn DynGame) -> String {
    let game = rules.facts().game;
    let kept = |name: &str| record.tags.get(&format!("{PREFIX}{name}"));
    // The tag `SGF_PL` keeps the first side's colour in the file from which the record was read.
    let first = match (kept("PL"), games::first(game)) {
        (Some("[B]"), _) => "B",
        (Some("[W]"), _) => "W",
        (_, Some(colour)) => colour,
        (_, None) if rules.sides()[0] == "White" => "W",
        (_, None) => "B",
    };
    let mut text = format!("(;FF[4]CA[UTF-8]AP[Plywright:{}]", env!("CARGO_PKG_VERSION"));
    let _ = write!(text, "GM[{}]", escaped(&games::gm(game)));
    // The standard allows each property only once in a node.
    let mut names = HashSet::from(["FF", "CA", "AP", "GM", "PL", "C"]);
    if let Some(sz) = record.tags.get("Variant").and_then(|variant| games::sz(game, variant)) {
        let _ = write!(text, "SZ[{sz}]");
        names.insert("SZ");
    }
    let _ = write!(text, "PL[{first}]");
    // The tag `SGF_RE` keeps a result such as `B+Resign`. It has no meaning if the record's result has changed since.
    let is_current = |value: &str| result_of(value.trim_matches(['[', ']']), first) == record.result;
    let keeps_result = kept("RE").is_some_and(|value| is_kept(&format!("RE{value}")) && is_current(value));
    if !keeps_result {
        let _ = write!(text, "RE[{}]", re(record.result, first));
    }
    let mut own = String::new();
    for (tag, value) in record.tags.0.iter().filter(|(name, _)| keeps_result || name != "SGF_RE") {
        match property_of(tag, value, game, first) {
            Some((name, values)) if name != "TG" && names.insert(name) => {
                text += name;
                text += &values;
            }
            Some(_) => own += &own_tag(tag, value),
            None => {}
        }
    }
    if !own.is_empty() {
        text += "TG";
        text += &own;
    }
    let last = if record.plies.is_empty() { record.comment.as_str() } else { "" };
    // Kept properties go into a node of their own, because the root may have properties of the same names.
    write_comments(&mut text, &[&record.before, last], ";");
    let mut writer = Writer { text, first, is_hex: game == "hex", column: WIDTH };
    writer.write_line(record, false);
    writer.text + ")\n"
}

/// Returns the name and the values of the property that a tag becomes in the root; `None` if another property already
/// says the same. The name is `TG` if no property has the tag's meaning. `first` is the colour of the first side.
fn property_of<'a>(tag: &'a str, value: &str, game: &str, first: &str) -> Option<(&'a str, String)> {
    let property = |name| Some((name, format!("[{}]", escaped(value))));
    match tag {
        "Result" | "SGF_PL" | "SGF_GM" => return None,
        "SGF_SZ" if games::selects_by_size(game) => return None,
        "White" | "Black" => return property(if (tag == "White") == (first == "W") { "PW" } else { "PB" }),
        "Date" => return Some(("DT", format!("[{}]", escaped(&dated(value, '.', "-"))))),
        _ => {}
    }
    if let Some(name) = tag.strip_prefix(PREFIX)
        && is_kept(&format!("{name}{value}"))
    {
        return Some((name, value.to_owned()));
    }
    property(NAMED.iter().find(|(_, known)| *known == tag).map_or("TG", |(name, _)| *name))
}

/// Returns a tag as a value of the property `TG`.
fn own_tag(tag: &str, value: &str) -> String {
    let tag = tag.replace('%', "%25").replace(':', "%3A");
    format!("[{}:{}]", escaped(&tag), escaped(value))
}

/// Writes comments, joined by spaces, as the property `C`. Properties that the last comment keeps at its end, behind
/// [`KEPT`], are written as properties again, after `gap`: a semicolon, or nothing for properties of the same node.
fn write_comments(text: &mut String, comments: &[&str], gap: &str) {
    let comment =
        comments.iter().filter(|comment| !comment.is_empty()).copied().collect::<Vec<_>>().join(" ");
    let inside = comment.strip_suffix(']').and_then(|comment| comment.rsplit_once(KEPT));
    let (comment, kept) = inside.filter(|(_, kept)| is_kept(kept)).unwrap_or((&comment, ""));
    let comment = comment.trim_end();
    if !comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(comment));
    }
    if !kept.is_empty() {
        text.push_str(gap);
        text.push_str(kept);
    }
}

/// Whether a text is a list of whole properties without a move. Any other text, written as properties, could change the
/// game or spoil the file.
fn is_kept(text: &str) -> bool {
    let Ok(properties) = Scanner::new(text.as_bytes()).properties() else { return false };
    let mut written = String::new();
    for (name, _, values) in properties {
        if ["B", "W"].contains(&name.as_str()) {
            return false;
        }
        let values: Vec<_> = values.iter().map(|value| String::from_utf8_lossy(value).into_owned()).collect();
        written += &(name + &bracketed(&values));
    }
    written == text
}

/// Writes moves as nodes, and wraps lines between them.
struct Writer {
    text: String,
    /// Colour of the first side.
    first: &'static str,
    is_hex: bool,
    /// Length of the current line.
    column: usize,
}

impl Writer {
    /// Writes the moves of `record` and their variations. If `is_variation`, leaves the variations of the first move to
    /// the caller: in SGF, they are siblings of this variation.
    fn write_line(&mut self, record: &GameRecord, is_variation: bool) {
        // For each open parenthesis, the variations to write after it is closed, the last one first.
        let mut open: Vec<Vec<&GameRecord>> = Vec::new();
        for (index, ply) in record.plies.iter().enumerate() {
            let is_shared = is_variation && index == 0;
            if !is_shared && !ply.variations.is_empty() {
                self.text.push('(');
                open.push(ply.variations.iter().rev().collect());
            }
            let is_last = index + 1 == record.plies.len();
            let result = if is_last && is_variation { record.result } else { GameResult::Unknown };
            self.write_ply(ply, result, if is_last { &record.comment } else { "" });
        }
        while let Some(mut variations) = open.pop() {
            self.text.push(')');
            while let Some(line) = variations.pop() {
                self.text.push('(');
                if !line.before.is_empty() || line.plies.is_empty() {
                    self.text.push(';');
                    if line.plies.is_empty() {
                        self.write_result(line.result);
                    }
                    write_comments(&mut self.text, &[&line.before], "");
                }
                self.write_line(line, true);
                self.text.push(')');
                if let Some(ply) = line.plies.first() {
                    variations.extend(ply.variations.iter().rev());
                }
            }
        }
    }

    /// Writes the result of a variation, unless it is unknown.
    fn write_result(&mut self, result: GameResult) {
        if result != GameResult::Unknown {
            let _ = write!(self.text, "NR[{result}]");
        }
    }

    /// Writes the glyphs of a move. A node may have only one of the standard's annotations. It is the first glyph or
    /// else the last one, so that the glyphs are read back in their order.
    fn write_glyphs(&mut self, glyphs: &str) {
        let glyphs: Vec<_> = glyphs.split_whitespace().collect();
        let standard = |glyph: &&str| {
            let found = GLYPHS.iter().find(|(.., known)| known == glyph);
            found.map(|(name, value, _)| format!("{name}[{value}]"))
        };
        let first = glyphs.first().and_then(standard);
        let last = glyphs.last().and_then(standard).filter(|_| first.is_none());
        let others = &glyphs[usize::from(first.is_some())..glyphs.len() - usize::from(last.is_some())];
        self.text += &first.unwrap_or_default();
        if !others.is_empty() {
            let _ = write!(self.text, "NG{}", bracketed(others));
        }
        self.text += &last.unwrap_or_default();
    }

    /// Writes a move as a node. For the last move of a record, `last` is the comment after the move, and `result` the
    /// result of a variation. For other moves, `last` is empty and `result` unknown.
    fn write_ply(&mut self, ply: &Ply, result: GameResult, last: &str) {
        let start = self.text.len();
        let colour = if ply.side == Side::First { self.first } else { other(self.first) };
        let text = match ply.text.as_str() {
            "swap" if self.is_hex => "swap-pieces".to_owned(),
            text if self.is_hex && self.first == "W" => games::named(text, true),
            text => text.to_owned(),
        };
        let _ = write!(self.text, ";{colour}[{}]", escaped(&text));
        self.write_glyphs(&ply.glyphs);
        let note = ply.note.to_string();
        if !note.is_empty() {
            let _ = write!(self.text, "NT[{note}]");
        }
        self.write_result(result);
        write_comments(&mut self.text, &[&ply.comment, last], "");
        let length = self.text.len() - start;
        if self.column + length > WIDTH {
            self.text.insert(start, '\n');
            self.column = 0;
        }
        self.column += length;
    }
}
