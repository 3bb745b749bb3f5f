//! Fuzz targets for files of game records in PGN, SGF and MIF.

use std::sync::Arc;

use plywright::engine::DynGame;
use plywright::search::Rng;
use plywright_matches::record::formats::{self, Format};
use plywright_matches::record::{GameRecord, GameResult, Ply, RecordError};

use super::game;

/// Maximum number of moves of a seed.
const MAX_MOVES: usize = 12;
/// Search data in the forms that records use, for the first five moves of a seed.
const NOTES: [&str; 5] = ["book", "+M3/8 0.102s", "-M1", "7", "-0.35"];

/// Returns a game of random moves with annotations.
fn random_record(rules: &dyn DynGame, rng: &mut Rng) -> GameRecord {
    let mut line = rules.start();
    let mut record = GameRecord { before: "before".to_owned(), ..GameRecord::default() };
    record.tags.push("Event", "a \"b\" \\ c");
    record.tags.push("Game", rules.info().name);
    record.tags.push("Variant", rules.facts().variant.clone());
    for number in 0..MAX_MOVES {
        let Some(text) = line.random_move(rng) else { break };
        let mut ply = Ply { side: line.side(), text: text.clone(), ..Ply::default() };
        if let Some(note) = NOTES.get(number) {
            ply.note = note.parse().expect("the data of a search");
        }
        // One move also has a comment, a glyph and a variation.
        if number == 2 {
            (ply.comment, ply.glyphs) = ("a remark".to_owned(), "$1".to_owned());
            if let Some(other) = line.random_move(rng) {
                ply.add_variations(&format!("({other} {{better}})")).expect("a variation");
            }
        }
        record.plies.push(ply);
        line.play_text(&text).expect("a legal move");
    }
    "after".clone_into(&mut record.comment);
    record
}

/// Returns a file with random moves for each game that the format can hold, and in PGN also a file of unusual syntax.
pub(super) fn seeds(format: Format) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(3);
    let mut seeds = Vec::new();
    for game in plywright_games::all() {
        // MIF can hold only games of Mill.
        if format != Format::Mif || game.info().name == "mill" {
            let mut record = random_record(&*game, &mut rng);
            seeds.push(format.write(&mut record, &*game).expect("a record").into_bytes());
        }
    }
    if format == Format::Pgn {
        seeds.push(
            b"% escaped\n[Event \"x\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1.e4 $1 (1. d4 {no (} d5 (1... f5 ((x) {why} \
              2. c4))) e5 {a remark}\n; rest\n2. Nf3{+0.3/5 0.1s}Nc6 1/2-1/2\n\n\n"
                .to_vec(),
        );
    }
    seeds
}

/// Returns the rules of a record. Returns `None` if the record names no game, or if the game, the variant or a rule is
/// invalid.
fn rules_of(record: &GameRecord) -> Option<Arc<dyn DynGame>> {
    let mut rules = game(record.tags.get("Game")?)?;
    if let Some(variant) = record.tags.get("Variant") {
        rules = rules.variant(variant).ok()?;
    }
    for (name, value) in record.rules() {
        rules = rules.with(name, value).ok()?;
    }
    Some(rules)
}

fn read_all(input: &[u8]) -> Result<Vec<GameRecord>, RecordError> {
    formats::read(input).expect("input in memory").collect()
}

/// Reads back the text of one record. Panics if the text is not exactly one valid record.
fn read_back(text: &str) -> GameRecord {
    match read_all(text.as_bytes()).map(<[GameRecord; 1]>::try_from) {
        Ok(Ok([again])) => again,
        Ok(Err(again)) => panic!("one record was read back as {}: {text}", again.len()),
        Err(error) => panic!("a record cannot be read back: {error}\n{text}"),
    }
}

/// Reads the records of an input. Writes each record of a legal game in `format` and in PGN, and reads it back. Returns
/// whether the input has at least one record and all are well-formed.
pub(super) fn read(format: Format, input: &[u8]) -> bool {
    let Ok(records) = read_all(input) else { return false };
    for record in &records {
        let _ = record.to_string();
        let Some(rules) = rules_of(record) else { continue };
        let mut record = record.clone();
        if write_as_the_game_does(&mut record, &*rules).is_none() {
            continue;
        }
        let Ok(text) = format.write(&mut record, &*rules) else { continue };
        // The first writing normalises white space and control characters, so only the second one must keep
        // the whole record.
        let normalised = read_back(&record.to_string());
        assert_eq!(essence(&normalised), essence(&record), "what survives the first writing");
        assert_eq!(read_back(&normalised.to_string()), normalised, "a record read back twice");
        let again = read_back(&text);
        assert_eq!(essence(&again).0, essence(&record).0, "the moves of a record read back");
        if record.result != GameResult::Unknown {
            assert_eq!(again.result, record.result, "the result of a record read back");
        }
    }
    !records.is_empty()
}

/// Replaces the text of each move by the text that the game writes. Other spellings of a move may end with a
/// sign such as `=`, which PGN reads back as a glyph. Returns `None` if the start position or a move is invalid.
fn write_as_the_game_does(record: &mut GameRecord, rules: &dyn DynGame) -> Option<()> {
    let mut line = rules.set_up(&record.setup(), &[]).ok()?;
    for ply in &mut record.plies {
        let id = line.id_of(&ply.text).ok()?;
        ply.text = line.text_of(id).ok()?;
        line.replay(&[&ply.text]).ok()?;
    }
    Some(())
}

/// Returns the parts of a record that stay the same when writing normalises white space and control characters: the
/// moves, the result and the number of tags.
fn essence(record: &GameRecord) -> (Vec<&str>, GameResult, usize) {
    (record.plies.iter().map(|ply| ply.text.as_str()).collect(), record.result, record.tags.0.len())
}
