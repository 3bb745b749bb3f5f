//! Converts game records between the page's JSON and file formats.

use std::path::Path;

use plywright::Side;
use plywright::engine::DynEngine;
use plywright_arena::record::formats::Format;
use plywright_arena::record::{GameRecord, GameResult, Ply, Tags, formats};
use serde_json::{Value, json};

use crate::request::{Annotation, RecordRequest};

const MAX_RECORDS: usize = 500;
/// Further errors are dropped.
const MAX_PROBLEMS: usize = 5;

/// Returns the JSON reply to the request `id`: the games of `text`, and the errors in malformed ones.
pub(crate) fn read(id: u64, text: &str) -> String {
    let mut answer = games(text);
    answer["type"] = "records".into();
    answer["id"] = id.into();
    answer.to_string()
}

pub(crate) fn games(text: &str) -> Value {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    for record in formats::read(text.as_bytes()).into_iter().flatten() {
        match record {
            Ok(_) if records.len() == MAX_RECORDS => {
                problems.push(format!("only the first {MAX_RECORDS} games are shown"));
                break;
            }
            Ok(record) => records.push(described(&record)),
            Err(error) if problems.len() < MAX_PROBLEMS => problems.push(error.to_string()),
            Err(_) => {}
        }
    }
    json!({"records": records, "problems": problems})
}

fn described(record: &GameRecord) -> Value {
    let tag = |name| record.tags.get(name);
    let annotation = |(index, ply): (usize, &Ply)| Annotation {
        comment: if index + 1 == record.plies.len() { &record.comment } else { &ply.comment }.clone(),
        note: ply.note.to_string(),
        glyphs: ply.glyphs.clone(),
        variations: ply.variations.clone(),
    };
    json!({
        "game": tag("Game"),
        "variant": tag("Variant"),
        "options": record.rules(),
        "setup": tag("FEN"),
        "players": [tag("White").unwrap_or("?"), tag("Black").unwrap_or("?")],
        "result": record.result.to_string(),
        "moves": record.plies.iter().map(|ply| &ply.text).collect::<Vec<_>>(),
        "annotations": record.plies.iter().enumerate().map(annotation).collect::<Vec<_>>(),
        "before": record.before,
        "tags": record.tags.0,
    })
}

/// Returns the JSON reply to the request `id`: a game as the text of a record. `engine` must have the game's
/// rules.
///
/// # Errors
///
/// Returns a message if the format cannot express the game.
pub(crate) fn write(id: u64, request: &RecordRequest, engine: &mut dyn DynEngine) -> Result<String, String> {
    let variant = engine.board().variant;
    let place = &request.place;
    let result = match request.result {
        Some(0) => GameResult::Win(Side::First),
        Some(1) => GameResult::Win(Side::Second),
        Some(_) => GameResult::Draw,
        None => GameResult::Unknown,
    };
    let mut tags = Tags(request.tags.clone());
    if tags.0.is_empty() {
        tags.push("Event", "A game on the board");
        tags.push("Date", request.date.as_str());
    }
    tags.set("White", request.players[0].as_str());
    tags.set("Black", request.players[1].as_str());
    tags.set("Result", result.to_string());
    tags.set("Game", place.game.as_str());
    tags.set("Variant", variant);
    tags.0.retain(|(name, _)| !matches!(name.as_str(), "Options" | "SetUp" | "FEN"));
    tags.push_rules(&place.options);
    tags.push_setup(&place.first());
    let ply = |(index, text): (usize, &String)| {
        let Annotation { comment, note, glyphs, variations } =
            request.annotations.get(index).cloned().unwrap_or_default();
        let side = if request.sides.get(index) == Some(&1) { Side::Second } else { Side::First };
        let note = note.parse().unwrap_or_default();
        Ply { side, text: text.clone(), note, comment, glyphs, variations, ..Ply::default() }
    };
    let plies = place.moves.iter().enumerate().map(ply).collect();
    let mut record =
        GameRecord { tags, before: request.before.clone(), plies, result, ..GameRecord::default() };
    let format = Format::of(Path::new(&format!("game.{}", request.format)));
    let text = match format {
        Format::Pgn => record.to_string(),
        Format::Sgf | Format::Mif => format.write(&mut record, engine).map_err(|error| error.to_string())?,
    };
    Ok(json!({"type": "record", "id": id, "text": text}).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_too_many_are_named() {
        let text = |games: usize| "[Result \"*\"]\n\n1. a1 *\n\n".repeat(games);
        let read = |games| serde_json::from_str::<Value>(&read(1, &text(games))).unwrap();
        assert_eq!(read(MAX_RECORDS)["problems"], json!([]));
        let more = read(MAX_RECORDS + 1);
        assert_eq!(more["records"].as_array().map(Vec::len), Some(MAX_RECORDS));
        assert_eq!(more["problems"], json!(["only the first 500 games are shown"]));
    }
}
