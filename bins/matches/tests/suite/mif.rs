//! Tests of files of the Mill Interchange Format (MIF) as other programs write them.

use std::time::{Duration, Instant};

use plywright_matches::record::formats::Format;
use serde_json::{Value, json};

use crate::support::{error, game, one, read};

/// A document with two placings, an offer of a draw, a resignation, and annotations of another program.
const RESIGNATION: &str = include_str!("data/resignation.mif");

fn resignation() -> Value {
    serde_json::from_str(RESIGNATION).expect("JSON")
}

#[test]
fn what_has_no_place_in_a_record_is_kept() {
    let mut record = one(RESIGNATION);
    assert_eq!(
        record.plies[0].comment,
        "[%mif {\"annotations\":{\"other\":{\"clock\":12}}}] [%mif {\"actor\":\"w\",\"seq\":2,\"type\":\"offer-draw\"}]"
    );
    assert_eq!(record.comment, "[%mif {\"actor\":\"w\",\"seq\":4,\"type\":\"resign\"}]");
    assert_eq!(record.tags.get("MIF_annotations"), Some("{\"other\":{\"event\":\"Open\"}}"));
    assert_eq!((record.result.to_string().as_str(), record.tags.get("Result")), ("0-1", Some("0-1")));
    let game = game("mill");
    let text = Format::Mif.write(&mut record, &*game).expect("MIF");
    let again: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(again["annotations"]["other"], json!({"event": "Open"}));
    assert_eq!(again["claims"], json!([{"type": "x"}]));
    let again = one(&text);
    assert_eq!((&again.plies, &again.comment, again.result), (&record.plies, &record.comment, record.result));
}

#[test]
fn an_event_before_the_first_move_is_kept() {
    let mut offered = resignation();
    offered["events"].as_array_mut().expect("events").swap(0, 1);
    (offered["events"][0]["seq"], offered["events"][1]["seq"]) = (1.into(), 2.into());
    let record = one(&offered.to_string());
    assert_eq!(record.before, "[%mif {\"actor\":\"w\",\"seq\":1,\"type\":\"offer-draw\"}]");
}

#[test]
fn other_bytes_and_events_are_refused() {
    let mut other = resignation();
    other["events"][3]["type"] = "pass".into();
    let unknown = error(other.to_string());
    let expected = "line 1, column 1: event 4: expected a placing, a move or a removal";
    assert!(unknown.starts_with(expected), "{unknown}");
    let bytes = error(b"\xef\xbb\xbf{\n\"x\": \"\xfc\"}");
    assert!(bytes.starts_with("line 2, column 1: ") && bytes.contains("UTF-8"), "{bytes}");
}

/// By the rules, White has won, because Black has two stones.
#[test]
fn a_result_that_contradicts_the_rules_is_kept() {
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        let mut record = one(&format!(
            "[Game \"mill\"]\n[SetUp \"1\"]\n\
             [FEN \"O*******/O*@***@*/***@***O w m s 3 0 3 0 0 0 0 0 0 0 0 0 30\"]\n\n1. a7-d7 xf4 {result}\n"
        ));
        let text = Format::Mif.write(&mut record, &*game("mill")).expect("MIF");
        assert!(text.contains(" w:fewer-than-minimum\""), "{text}");
        assert_eq!(one(&text).result.to_string(), result, "{text}");
    }
}

/// Mill also accepts moves in upper case, but MIF has points in lower case only.
#[test]
fn moves_are_written_as_the_game_spells_them() {
    let game = game("mill");
    let write = |moves: &str| {
        let mut record = one(&format!("[Game \"mill\"]\n\n{moves} *\n"));
        Format::Mif.write(&mut record, &*game).expect("MIF")
    };
    let own = write("1. a1 b2 2. g1 f4 3. d1 xf4 f2");
    assert_eq!(write("1. A1 b2 2. G1 F4 3. d1 XF4 f2"), own);
}

/// The game reads values of options in upper and lower case, but MIF has `true` and `false` in lower case only.
#[test]
fn values_of_options_are_written_as_the_game_spells_them() {
    let rules = game("mill").with("MayFly", "false").expect("a rule");
    let write = |options: &str| {
        let text = format!("[Game \"mill\"]\n[Options \"{options}\"]\n\n1. d6 *\n");
        let text = Format::Mif.write(&mut one(&text), &*rules).expect("MIF");
        let mut state: Value = serde_json::from_str(&text).expect("JSON");
        state["ruleset"].take()
    };
    let own = write("MayFly=false,MillWins=false");
    assert_eq!(own["manifest"]["flying"]["enabled"], false);
    assert_eq!(write("MayFly=False,MillWins=FALSE"), own);
}

#[test]
fn rules_without_draws_are_written_without_limits() {
    let rules = game("mill").with("DrawOnHumanExperience", "false").expect("a rule");
    let mut record = one("[Game \"mill\"]\n[Options \"DrawOnHumanExperience=false\"]\n\n1. d6 *\n");
    let text = Format::Mif.write(&mut record, &*rules).expect("MIF");
    let state: Value = serde_json::from_str(&text).expect("JSON");
    let draw = &state["ruleset"]["manifest"]["draw"];
    for path in ["/noProgress/normalLimit", "/noProgress/endgameLimit", "/repetition/count"] {
        assert_eq!(draw.pointer(path), Some(&json!(0)), "{path}");
    }
}

/// A reader puts the comment after the last move into the record, but other callers into the move.
#[test]
fn both_comments_after_the_last_move_are_written() {
    let mut record = one("[Game \"mill\"]\n\n1. d6 f4 {of the record} *\n");
    record.plies[1].comment = "of the move".to_owned();
    let text = Format::Mif.write(&mut record, &*game("mill")).expect("MIF");
    assert_eq!(one(&text).comment, "of the move of the record");
}

#[test]
fn empty_lines_after_a_document_take_no_time() {
    let start = Instant::now();
    let text = RESIGNATION.to_owned() + &"\n".repeat(400_000);
    assert_eq!(read(text).len(), 1);
    assert!(start.elapsed() < Duration::from_secs(2));
}
