//! Tests of MIF files of other programs: what has no place in a record is kept.

use std::time::{Duration, Instant};

use plywright_matches::record::GameRecord;
use plywright_matches::record::formats::{self, Format};
use serde_json::{Value, json};

use crate::rules;

fn read(text: &str) -> Result<GameRecord, String> {
    let mut records = formats::read(text.as_bytes()).expect("text");
    records.next().expect("a record").map_err(|error| error.to_string())
}

/// Returns a record of two placings and a resignation.
fn state() -> Value {
    let position = |board: &str, rest: &str| format!("MFEN/1.0 mill24-state-v1 {board} {rest}");
    json!({
        "format": "MSTATE/1.0", "positionFormat": "MFEN/1.0", "stateProfile": "mill24-state-v1",
        "ruleset": {"mode": "reference", "id": "x-plywright-nine-mens-morris", "version": 1},
        "origin": position("......../......../........", "w p p 9,9 - 0 0 -"),
        "events": [
            {"seq": 1, "actor": "w", "type": "place", "at": "d6", "annotations": {"other": {"clock": 12}}},
            {"seq": 2, "actor": "w", "type": "offer-draw"},
            {"seq": 3, "actor": "b", "type": "place", "at": "f4"},
            {"seq": 4, "actor": "w", "type": "resign"},
        ],
        "current": position("......../.W.B..../........", "- o o 8,8 - 0 2 b:resignation"),
        "repetitionHistory": [], "preOriginClaims": [], "claims": [{"type": "x"}],
        "annotations": {"other": {"event": "Open"}},
    })
}

#[test]
fn what_has_no_place_in_a_record_is_kept() {
    let mut record = read(&state().to_string()).expect("a record");
    assert_eq!(
        record.plies[0].comment,
        "[%mif {\"annotations\":{\"other\":{\"clock\":12}}}] [%mif {\"actor\":\"w\",\"seq\":2,\"type\":\"offer-draw\"}]"
    );
    assert_eq!(record.comment, "[%mif {\"actor\":\"w\",\"seq\":4,\"type\":\"resign\"}]");
    assert_eq!(record.tags.get("MIF_annotations"), Some("{\"other\":{\"event\":\"Open\"}}"));
    assert_eq!((record.result.to_string().as_str(), record.tags.get("Result")), ("0-1", Some("0-1")));
    let game = rules("mill", None);
    let text = Format::Mif.write(&mut record, &*game).expect("MIF");
    let again: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(again["annotations"]["other"], json!({"event": "Open"}));
    assert_eq!(again["claims"], json!([{"type": "x"}]));
    let again = read(&text).expect("a record");
    assert_eq!((&again.plies, &again.comment, again.result), (&record.plies, &record.comment, record.result));
}

#[test]
fn an_event_before_the_first_move_is_kept() {
    let mut offered = state();
    offered["events"].as_array_mut().expect("events").swap(0, 1);
    (offered["events"][0]["seq"], offered["events"][1]["seq"]) = (1.into(), 2.into());
    let record = read(&offered.to_string()).expect("a record");
    assert_eq!(record.before, "[%mif {\"actor\":\"w\",\"seq\":1,\"type\":\"offer-draw\"}]");
}

#[test]
fn other_bytes_and_events_are_refused() {
    let mut other = state();
    other["events"][3]["type"] = "pass".into();
    let error = read(&other.to_string()).expect_err("an unknown event");
    assert!(
        error.starts_with("line 1, column 1: event 4: expected a placing, a move or a removal"),
        "{error}"
    );
    let mut records = formats::read(&b"\xef\xbb\xbf{\n\"x\": \"\xfc\"}"[..]).expect("text");
    let error = records.next().expect("a record").expect_err("no UTF-8").to_string();
    assert!(error.starts_with("line 2, column 1: ") && error.contains("UTF-8"), "{error}");
}

/// Mill also accepts capitals, which MIF does not.
#[test]
fn moves_are_written_as_the_game_spells_them() {
    let game = rules("mill", None);
    let write = |moves: &str| {
        let text = format!("[Game \"mill\"]\n\n{moves} *\n");
        let mut record =
            formats::read(text.as_bytes()).expect("text").next().expect("a record").expect("PGN");
        Format::Mif.write(&mut record, &*game).expect("MIF")
    };
    let own = write("1. a1 b2 2. g1 f4 3. d1 xf4 f2");
    assert_eq!(write("1. A1 b2 2. G1 F4 3. d1 XF4 f2"), own);
}

#[test]
fn empty_lines_after_a_document_take_no_time() {
    let start = Instant::now();
    let text = format!("{}{}", state(), "\n".repeat(400_000));
    assert_eq!(formats::read(text.as_bytes()).expect("text").count(), 1);
    assert!(start.elapsed() < Duration::from_secs(2));
}
