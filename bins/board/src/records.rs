//! Converts game records between the page's JSON and file formats.
//!
//! A file may hold more games than a page can show, so answers are limited in number and size.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use plywright::Side;
use plywright::engine::DynGame;
use plywright_matches::record::formats::Format;
use plywright_matches::record::{GameRecord, GameResult, Ply, Tags, formats};
use serde::Serialize;
use serde_json::json;

use crate::request::{Annotation, RecordRequest};

/// Maximum number of games in an answer.
const MAX_RECORDS: usize = 500;
/// Maximum size in bytes of all records of an answer, as JSON. Games without comments are at most three times as long
/// in JSON as in a record, so a file of 1 MiB, the most that the server accepts, fits.
const MAX_BYTES: usize = 4 << 20;
/// Maximum number of errors in an answer. Further errors are dropped.
const MAX_PROBLEMS: usize = 5;

/// A game, as the page receives it.
#[derive(Serialize)]
struct Described<'a> {
    game: Option<&'a str>,
    variant: Option<&'a str>,
    options: Vec<(&'a str, &'a str)>,
    setup: Option<&'a str>,
    players: [&'a str; 2],
    result: String,
    moves: Vec<&'a str>,
    /// Annotations of the moves, without empty ones at the end.
    annotations: Vec<Annotation>,
    before: &'a str,
    tags: &'a [(String, String)],
}

/// Returns the games of `file`, and the errors in malformed ones, as the fields `records` and `problems` of a JSON
/// object. After [`MAX_RECORDS`] games or [`MAX_BYTES`], drops the rest and adds a problem that says so.
///
/// # Errors
///
/// Returns a message if `is_unwanted` is set before all games are read.
pub(crate) fn fields(file: &[u8], is_unwanted: &AtomicBool) -> Result<String, String> {
    let (mut records, mut count, mut problems) = (String::new(), 0, Vec::new());
    for record in formats::read(file).into_iter().flatten() {
        if is_unwanted.load(Ordering::Relaxed) {
            return Err("nobody waits for these games".to_owned());
        }
        match record {
            Ok(_) if count == MAX_RECORDS => {
                problems.push(format!("only the first {MAX_RECORDS} games are shown"));
                break;
            }
            Ok(record) => {
                let described = describe(&record)?;
                if records.len() + described.len() > MAX_BYTES {
                    problems.push(format!("only the first {count} games are shown, the next is too long"));
                    break;
                }
                if count > 0 {
                    records.push(',');
                }
                records.push_str(&described);
                count += 1;
            }
            Err(error) if problems.len() < MAX_PROBLEMS => problems.push(error.to_string()),
            Err(_) => {}
        }
    }
    Ok(format!(r#""records":[{records}],"problems":{}"#, json!(problems)))
}

/// Returns a game as a JSON object. The page numbers the variations itself.
fn describe(record: &GameRecord) -> Result<String, String> {
    let texts = record.variation_texts();
    let tag = |name| record.tags.get(name);
    let mut annotations = Vec::new();
    for (index, (ply, variations)) in record.plies.iter().zip(texts).enumerate() {
        let is_last = index + 1 == record.plies.len();
        let comment = if is_last { record.comment.clone() } else { ply.comment.clone() };
        let (note, glyphs) = (ply.note.to_string(), ply.glyphs.clone());
        annotations.push(Annotation { comment, note, glyphs, variations });
    }
    while annotations.last() == Some(&Annotation::default()) {
        annotations.pop();
    }
    let described = Described {
        game: tag("Game"),
        variant: tag("Variant"),
        options: record.rules(),
        setup: tag("FEN"),
        players: [tag("White").unwrap_or("?"), tag("Black").unwrap_or("?")],
        result: record.result.to_string(),
        moves: record.plies.iter().map(|ply| ply.text.as_str()).collect(),
        annotations,
        before: &record.before,
        tags: &record.tags.0,
    };
    serde_json::to_string(&described).map_err(|error| error.to_string())
}

/// Returns the JSON reply to the request `id`, with the games of `text`; see [`fields`].
///
/// # Errors
///
/// Returns the errors of [`fields`].
pub(crate) fn read(id: u64, text: &str, is_unwanted: &AtomicBool) -> Result<String, String> {
    let fields = fields(text.as_bytes(), is_unwanted)?;
    Ok(format!(r#"{{"type":"records","id":{id},{fields}}}"#))
}

/// Returns the JSON reply to the request `id`: a game as the text of a record. `game` has the rules.
///
/// # Errors
///
/// Returns a message if a variation is malformed, if the format cannot express the game, or if `is_unwanted` is set
/// before the game's moves have been read.
pub(crate) fn write(
    id: u64,
    request: &RecordRequest,
    game: &dyn DynGame,
    is_unwanted: &AtomicBool,
) -> Result<String, String> {
    let result = match request.result {
        Some(0) => GameResult::Win(Side::First),
        Some(1) => GameResult::Win(Side::Second),
        Some(_) => GameResult::Draw,
        None => GameResult::Unknown,
    };
    let ply = |(index, text): (usize, &String)| {
        if is_unwanted.load(Ordering::Relaxed) {
            return Err("nobody waits for this record".to_owned());
        }
        let Annotation { comment, note, glyphs, variations } =
            request.annotations.get(index).cloned().unwrap_or_default();
        let note = note.parse().unwrap_or_default();
        let mut ply = Ply { text: text.clone(), note, comment, glyphs, ..Ply::default() };
        ply.add_variations(&variations).map(|()| ply)
    };
    let plies = request.place.moves.iter().enumerate().map(ply).collect::<Result<_, _>>()?;
    let tags = tags_of(request, &game.facts().variant, result);
    let mut record =
        GameRecord { tags, before: request.before.clone(), plies, result, ..GameRecord::default() };
    let format = Format::of(Path::new(&format!("game.{}", request.format)));
    let text = format.write(&mut record, game).map_err(|error| error.to_string())?;
    Ok(json!({"type": "record", "id": id, "text": text}).to_string())
}

/// Returns the tags of a record. Tags of the record from which the game was loaded stay, except those that the game
/// itself determines: players, result, rules and starting position. A new game also gets an event and a date.
fn tags_of(request: &RecordRequest, variant: &str, result: GameResult) -> Tags {
    let place = &request.place;
    let [first, second] = &request.players;
    let mut tags = Tags(request.tags.clone());
    if tags.0.is_empty() {
        tags.push("Event", "A game on the board");
        tags.push("Date", request.date.as_str());
    }
    tags.set("White", first.as_str());
    tags.set("Black", second.as_str());
    tags.set("Result", result.to_string());
    tags.set("Game", place.game.as_str());
    tags.set("Variant", variant);
    tags.0.retain(|(name, _)| !matches!(name.as_str(), "Options" | "SetUp" | "FEN"));
    tags.push_rules(&place.options);
    tags.push_setup(&place.first());
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn games(text: &str) -> Value {
        serde_json::from_str(&read(1, text, &AtomicBool::new(false)).unwrap()).unwrap()
    }

    #[test]
    fn games_that_are_too_many_or_too_long_are_named() {
        let text = |games: usize| "[Result \"*\"]\n\n1. a1 *\n\n".repeat(games);
        assert_eq!(games(&text(MAX_RECORDS))["problems"], json!([]));
        let more = games(&text(MAX_RECORDS + 1));
        assert_eq!(more["records"].as_array().map(Vec::len), Some(MAX_RECORDS));
        assert_eq!(more["problems"], json!(["only the first 500 games are shown"]));
        let long = format!("{}[Result \"*\"]\n\n{{{}}} *\n", text(2), "x".repeat(MAX_BYTES));
        let long = games(&long);
        assert_eq!(long["records"].as_array().map(Vec::len), Some(2));
        assert_eq!(long["problems"], json!(["only the first 2 games are shown, the next is too long"]));
    }

    #[test]
    fn games_that_nobody_waits_for_are_not_read() {
        assert!(read(1, "[Result \"*\"]\n\n1. a1 *\n", &AtomicBool::new(true)).is_err());
    }

    #[test]
    fn an_answer_is_at_most_three_times_as_long_as_the_moves() {
        for line in ["a ", "1. a1 b2\n"] {
            let text = format!("[Result \"*\"]\n\n{} *\n", line.repeat(10_000));
            let answer = read(1, &text, &AtomicBool::new(false)).unwrap();
            assert!(answer.len() <= 3 * text.len() + 1000, "{line}: {} {}", answer.len(), text.len());
        }
    }
}
