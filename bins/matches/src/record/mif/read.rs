//! Reads documents of the Mill Interchange Format (MIF) as records. Checks that the events of a document lead to the
//! board and the hands that it states.

use std::io::BufRead;

use plywright::engine::Setup;
use plywright::{Side, shorten};
use serde_json::{Map, Value, json};

use super::fields::{Fields, POINTS};
use super::rules::rules_of;
use super::{CLAIMS, KEPT, NOTES, PREFIX};
use crate::record::{GameRecord, GameResult, MAX_RECORD, Place, Ply, RecordError, RecordProblem, append};

/// Reads the documents of a stream, one after another.
#[derive(Debug)]
pub struct MifReader<R> {
    input: R,
    /// Number of lines read so far.
    line: u64,
}

impl<R: BufRead> MifReader<R> {
    pub fn new(input: R) -> Self {
        Self { input, line: 0 }
    }

    /// Returns the text of the next document; `None` at the end of the file. A document ends with the line that closes
    /// its first brace, so two documents cannot share a line.
    fn document(&mut self) -> Result<Option<String>, RecordError> {
        let (mut text, mut nesting) = (String::new(), Nesting::default());
        let mut is_blank = true;
        loop {
            let start = text.len();
            let place = Place { line: self.line + 1, column: 1 };
            let fail = |problem| RecordError { place, problem };
            let left = MAX_RECORD.saturating_sub(start as u64);
            let read = std::io::Read::take(&mut self.input, left).read_line(&mut text);
            let read = read.map_err(|error| fail(error.into()))?;
            if read as u64 == left {
                return Err(fail(RecordProblem::TooLarge));
            }
            is_blank &= text[start..].trim().is_empty();
            if read == 0 && is_blank {
                return Ok(None);
            }
            self.line += u64::from(read > 0);
            nesting.add(&text[start..]);
            if read == 0 || (nesting.depth == 0 && !is_blank) {
                return Ok(Some(text));
            }
        }
    }

    /// Reads the next record. Returns `None` at the end of the file.
    pub fn record(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let before = self.line;
        let Some(text) = self.document()? else { return Ok(None) };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let value: Value = serde_json::from_str(text).map_err(|error| not_json(&error, text, before))?;
        let place = Place { line: before + 1, column: 1 };
        let malformed = |message| RecordError { place, problem: RecordProblem::Malformed(message) };
        record_of(&value, place).map(Some).map_err(malformed)
    }
}

/// Counts the open braces of a JSON text that is read in parts. Braces inside quotes do not count.
#[derive(Default)]
struct Nesting {
    /// Number of open braces.
    depth: usize,
    in_quotes: bool,
    /// Whether the last byte is a backslash that escapes the next one.
    is_escaped: bool,
}

impl Nesting {
    fn add(&mut self, part: &str) {
        for byte in part.bytes() {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.in_quotes => self.is_escaped = true,
                b'"' => self.in_quotes = !self.in_quotes,
                b'{' if !self.in_quotes => self.depth += 1,
                b'}' if !self.in_quotes => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// Returns an error about a document that is not JSON. `before` is the number of lines before the document.
fn not_json(error: &serde_json::Error, text: &str, before: u64) -> RecordError {
    // `error` counts lines from the start of the document, and columns in bytes.
    let (line, bytes) = (error.line(), error.column());
    let columns = text.split('\n').nth(line.saturating_sub(1)).map_or(bytes, |text| {
        // In UTF-8, every byte of a character but the first has the upper bits 10.
        text.bytes().take(bytes).filter(|byte| byte & 0xc0 != 0x80).count()
    });
    let place = Place { line: before + line as u64, column: columns.max(1) as u64 };
    let message = error.to_string();
    let reason = message.strip_suffix(&format!(" at line {line} column {bytes}")).unwrap_or(&message);
    RecordError { place, problem: RecordProblem::Malformed(format!("no JSON: {reason}")) }
}

/// Returns the names and values of the members of a document that are kept as tags. Leaves out empty ones.
fn kept_of(value: &Value) -> Vec<(&'static str, Value)> {
    let mut kept = vec![("annotations", Value::Object(without_own(&value["annotations"])))];
    kept.extend(CLAIMS.map(|name| (name, value[name].clone())));
    let is_empty = |value: &Value| match value {
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.is_empty(),
        other => other.is_null(),
    };
    kept.retain(|(_, value)| !is_empty(value));
    kept
}

/// Returns a copy of annotations without this program's own.
fn without_own(annotations: &Value) -> Map<String, Value> {
    let mut others = annotations.as_object().cloned().unwrap_or_default();
    others.remove(NOTES);
    others
}

/// Returns the text of a member; an empty text if the member is missing or not a text.
fn text_of<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// Converts a document, which begins at `place`, to a record. Checks that its events lead to the board and the hands of
/// its current position.
fn record_of(value: &Value, place: Place) -> Result<GameRecord, String> {
    let (origin, current) = match text_of(value, "format") {
        "MSTATE/1.0" => (text_of(value, "origin"), text_of(value, "current")),
        "MIFPOS/1.0" => (text_of(value, "position"), text_of(value, "position")),
        other => {
            return Err(format!("the format is '{}', expected MSTATE/1.0 or MIFPOS/1.0", shorten(other)));
        }
    };
    let mut record = heading_of(value)?;
    let mut state = Fields::of_mfen(origin)?;
    if record.tags.get("FEN").is_none() && !is_start(&state, value) {
        record.tags.push_setup(&Setup::Text(state.text()));
    }
    let events = value["events"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, event) in events.iter().enumerate() {
        let number = index + 1;
        read_event(event, number, place, &mut state, &mut record)
            .map_err(|what| format!("event {number}: {what}, found {}", shorten(&event.to_string())))?;
    }
    append(&mut record.comment, text_of(&value["annotations"][NOTES], "comment"));
    for (name, values) in kept_of(value) {
        record.tags.push(&format!("{PREFIX}{name}"), values.to_string());
    }
    let end = Fields::of_mfen(current)?;
    if end.board != state.board || end.hands != state.hands {
        let [white, black] = state.hands;
        let board = &state.board;
        return Err(format!("the events lead to {board} {white},{black}, but current is '{current}'"));
    }
    let by_rules = result_of(current);
    let own = text_of(&value["annotations"][NOTES], "result").parse::<GameResult>();
    // If `current` states no result, the result in the annotations is ignored: another program may have taken moves
    // back and kept the annotations.
    record.result = own.ok().filter(|_| by_rules != GameResult::Unknown).unwrap_or(by_rules);
    record.tags.set("Result", record.result.to_string());
    Ok(record)
}

/// Returns a record that has the tags of a document and the comment before the first move, but no moves. If no tag
/// names the game, adds the tags for the document's rules.
fn heading_of(value: &Value) -> Result<GameRecord, String> {
    let mut record = GameRecord::default();
    let notes = &value["annotations"][NOTES];
    for tag in notes["tags"].as_array().into_iter().flatten() {
        if let (Some(name), Some(value)) = (tag[0].as_str(), tag[1].as_str()) {
            record.tags.push(name, value);
        }
    }
    text_of(notes, "before").clone_into(&mut record.before);
    if record.tags.get("Game").is_none() {
        rules_of(&value["ruleset"], &mut record)?;
    }
    Ok(record)
}

/// Whether a position is the start of a game by the document's rules: White is to place a stone, the board is empty,
/// and all stones are in hand if the document states their number.
fn is_start(state: &Fields, value: &Value) -> bool {
    let is_empty = state.board.chars().all(|sign| ['.', '/'].contains(&sign));
    let pieces = value["ruleset"]["manifest"]["pieces"]["white"].as_u64();
    let has_all = state.phase == "p" && pieces.is_none_or(|pieces| state.hands == [pieces; 2]);
    is_empty && state.side == "w" && has_all
}

/// Adds an event to the record. A move is also played in `state`, without checking it by the rules. `number` is the
/// number that the event must have.
fn read_event(
    event: &Value,
    number: usize,
    place: Place,
    state: &mut Fields,
    record: &mut GameRecord,
) -> Result<(), String> {
    if event["seq"] != number {
        return Err("its number is not one more than the last".to_owned());
    }
    let Some(text) = move_of(event)? else {
        // The comment keeps the event, except an adjudication by this program, which only states the result. The result
        // is read elsewhere.
        if event["authority"] != "plywright" {
            append(&mut record.comment, &format!("{KEPT}{event}]"));
        }
        return Ok(());
    };
    let side = if event["actor"] == "b" { Side::Second } else { Side::First };
    state.play(&text, side);
    let notes = &event["annotations"][NOTES];
    let note = text_of(notes, "note").parse().unwrap_or_default();
    let glyphs = text_of(notes, "glyphs").to_owned();
    let mut ply = Ply { side, text, note, glyphs, place, ..Ply::default() };
    ply.add_variations(text_of(notes, "variations"))?;
    record.push(ply);
    text_of(notes, "comment").clone_into(&mut record.comment);
    let others = without_own(&event["annotations"]);
    if !others.is_empty() {
        append(&mut record.comment, &format!("{KEPT}{}]", json!({"annotations": others})));
    }
    Ok(())
}

/// Returns the text of the move that an event records; `None` for a resignation, an adjudication, or an event about a
/// draw, such as an offer.
fn move_of(event: &Value) -> Result<Option<String>, String> {
    let text = match text_of(event, "type") {
        "place" => point(&event["at"])?.to_owned(),
        "move" => format!("{}-{}", point(&event["from"])?, point(&event["to"])?),
        "remove" if event["target"]["zone"] == "board" => format!("x{}", point(&event["target"]["at"])?),
        "resign" | "adjudicate" | "claim-draw" | "offer-draw" | "accept-draw" | "decline-draw"
        | "withdraw-draw" => return Ok(None),
        _ => return Err("expected a placing, a move or a removal from the board".to_owned()),
    };
    Ok(Some(text))
}

fn point(value: &Value) -> Result<&str, String> {
    match value.as_str() {
        Some(text) if POINTS.contains(&text) => Ok(text),
        _ => Err("expected a point of the board".to_owned()),
    }
}

/// Returns the result that the last field of an MFEN text states, such as `w:board-full`; unknown if it states none.
pub(super) fn result_of(mfen: &str) -> GameResult {
    let outcome = mfen.rsplit(' ').next().unwrap_or_default();
    match outcome.get(..2) {
        Some("w:") => GameResult::Win(Side::First),
        Some("b:") => GameResult::Win(Side::Second),
        Some("d:") => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}
