//! Files of game records in PGN, SGF and MIF.

use std::sync::Arc;

use plywright::engine::DynGame;
use plywright::search::Rng;
use plywright_matches::record::formats::{self, Format};
use plywright_matches::record::{EngineScore, GameRecord, GameResult, Ply, PlyNote, RecordReader};

use super::games::{GAMES, engine};
use super::same;
use crate::Target;

pub(super) const TARGETS: &[Target] = &[
    Target { name: "records-pgn", run: |input| read(Format::Pgn, input), seeds: || seeds(Format::Pgn) },
    Target { name: "records-sgf", run: |input| read(Format::Sgf, input), seeds: || seeds(Format::Sgf) },
    Target { name: "records-mif", run: |input| read(Format::Mif, input), seeds: || seeds(Format::Mif) },
];

/// Maximum number of moves of a seed.
const MOVES: usize = 12;

/// Returns a game of random moves with annotations, and its rules.
pub(super) fn game(name: &str, rng: &mut Rng) -> (GameRecord, Arc<dyn DynGame>) {
    let rules = engine(name, None).expect("a known game").dyn_game();
    let mut line = rules.start();
    let mut record = GameRecord { before: "before".to_owned(), ..GameRecord::default() };
    record.tags.push("Event", "a \"b\" \\ c");
    record.tags.push("Game", name);
    record.tags.push("Variant", rules.facts().variant.clone());
    for number in 0..MOVES {
        let Some(text) = line.random_move(rng) else {
            break;
        };
        let scores =
            [EngineScore::Centi(-35), EngineScore::WinIn(3), EngineScore::LossIn(1), EngineScore::Points(7)];
        let note = PlyNote {
            is_book: number == 0,
            score: scores.get(number).copied(),
            depth: (number == 1).then_some(8),
            time: (number == 1).then(|| std::time::Duration::from_millis(102)),
        };
        let mut ply = Ply { side: line.side(), text: text.clone(), note, ..Ply::default() };
        if number == 2 {
            (ply.comment, ply.glyphs) = ("a remark".to_owned(), "$1".to_owned());
            if let Some(other) = line.random_move(rng) {
                ply.add_variations(&format!("({other} {{better}})")).expect("a variation");
            }
        }
        record.plies.push(ply);
        line.replay(&[&text]).expect("a legal move");
    }
    "after".clone_into(&mut record.comment);
    (record, rules)
}

fn seeds(format: Format) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(3);
    let mut seeds = Vec::new();
    for name in GAMES {
        if format == Format::Mif && *name != "mill" {
            continue;
        }
        let (mut record, rules) = game(name, &mut rng);
        seeds.push(format.write(&mut record, &*rules).expect("a record").into_bytes());
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

/// Returns the rules of a record. Returns `None` if the record names no game, or
/// if the game, the variant or a rule is invalid.
pub(super) fn rules_of(record: &GameRecord) -> Option<Arc<dyn DynGame>> {
    let mut rules = engine(record.tags.get("Game")?, record.tags.get("Variant"))?.dyn_game();
    for (name, value) in record.rules() {
        rules = rules.with(name, value).ok()?;
    }
    Some(rules)
}

fn all(input: &[u8]) -> Option<Vec<GameRecord>> {
    let records = formats::read(input).expect("input in memory");
    records.collect::<Result<_, _>>().ok()
}

/// Reads records. Records of legal games are written in `format` and in PGN, and read back.
fn read(format: Format, input: &[u8]) -> bool {
    let Some(records) = all(input) else { return false };
    for record in &records {
        let _ = record.to_string();
        let Some(rules) = rules_of(record) else { continue };
        let mut record = record.clone();
        if write_as_the_game_does(&mut record, &*rules).is_none() {
            continue;
        }
        let Ok(text) = format.write(&mut record, &*rules) else { continue };
        // The first writing normalises blanks and control characters, so only the second one must keep the
        // whole record.
        let once = read_back(&record);
        same(&essence(&once), &essence(&record), "a record read back");
        same(&read_back(&once), &once, "a record read back twice");
        let again = match all(text.as_bytes()) {
            Some(again) if again.len() == 1 => again,
            Some(again) => panic!("one record was read back as {}: {text}", again.len()),
            None => panic!("a record cannot be read back: {text}"),
        };
        same(&essence(&again[0]).0, &essence(&record).0, "the moves of a record read back");
        assert!(
            record.result == GameResult::Unknown || again[0].result == record.result,
            "the result {} was read back as {}: {text}",
            record.result,
            again[0].result
        );
    }
    !records.is_empty()
}

/// Replaces the text of each move by the text that the game writes. Other spellings of a move may end with a
/// sign such as `=`, which PGN reads back as a glyph. Returns `None` if a move is illegal.
fn write_as_the_game_does(record: &mut GameRecord, rules: &dyn DynGame) -> Option<()> {
    let mut line = rules.set_up(&record.setup(), &[]).ok()?;
    for ply in &mut record.plies {
        let id = line.id_of(&ply.text).ok()?;
        ply.text = line.text_of(id).ok()?;
        line.replay(&[&ply.text]).ok()?;
    }
    Some(())
}

fn essence(record: &GameRecord) -> (Vec<&str>, GameResult, usize) {
    (record.plies.iter().map(|ply| ply.text.as_str()).collect(), record.result, record.tags.0.len())
}

fn read_back(record: &GameRecord) -> GameRecord {
    let text = record.to_string();
    let again: Result<Vec<GameRecord>, _> = RecordReader::new(text.as_bytes()).collect();
    match again.map(<[GameRecord; 1]>::try_from) {
        Ok(Ok([again])) => again,
        Ok(Err(again)) => panic!("one record was read back as {}: {text}", again.len()),
        Err(error) => panic!("a record cannot be read back: {error}\n{text}"),
    }
}
