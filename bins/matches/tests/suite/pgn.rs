//! Tests of PGN as other programs and people write it. The expected values are from PGN's standard (sections 7,
//! 8.2 and 9) and, where it says nothing, from python-chess.

use std::fmt::Write;
use std::time::{Duration, Instant};

use plywright::engine::Go;
use plywright_matches::analysis::analyse;
use plywright_matches::record::rules::GivenRules;
use plywright_matches::record::{GameRecord, Place, RecordReader};

use crate::support::{self, error, game, moves, one, read, rows};

const TAG: &str = "[Event \"x\"]\n\n";

#[test]
fn the_result_after_the_moves_counts() {
    for [written, expected] in rows::<[String; 2]>(include_str!("data/pgn_results.jsonl")) {
        for tag in [&*written, &*expected, "*", "?", ""] {
            let text = format!("[Result \"{tag}\"]\n\n1. e4 {written}\n\n");
            let records = read(&text);
            let record = records[0].as_ref().expect("a record");
            assert_eq!((&*record.result.to_string(), &*record.comment), (&*expected, ""), "{text}");
            assert_eq!(record.tags.get("Result"), Some(&*expected), "{text}");
        }
    }
}

#[test]
fn lines_that_are_not_utf_8_are_latin_1() {
    // The last two bytes of the comment are a dash and a quotation mark in Windows-1252, and controls in ISO 8859-1.
    let text = b"[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n\n\
        1. e4 {sch\xf6n \x96\x94} *\n\xef\xbb\xbf[White \"x\"]\n\n*";
    let mut reader = RecordReader::new(&text[..]);
    let record = reader.next().expect("a record").expect("a good one");
    assert_eq!((record.tags.get("White"), record.tags.get("Black")), (Some("Müller"), Some("Müller")));
    assert_eq!(record.comment, "schön –”");
    assert_eq!(reader.line_in_latin_1, Some(1));
    assert_eq!(reader.next().expect("a record").expect("a good one").tags.get("White"), Some("x"));
}

/// The text has the tags, the columns and the moves of Sanmill's export. The mill is on a diagonal.
#[test]
fn turns_of_mill_that_are_one_word_are_split() {
    let mut record =
        one("[Event \"Sanmill-Game\"]\r\n[Site \"Sanmill\"]\r\n[Variant \"Twelve Men's Morris\"]\r\n\r\n \
         1.    a7    d7\r\n 2.    b6    d6\r\n 3.    c5xd7! {mill} (3. c5xd6) (3. xd6) 3...    d5 *");
    let tag = |name| record.tags.get(name);
    assert_eq!((tag("Game"), tag("Variant")), (Some("mill"), Some("twelve-mens-morris")));
    assert_eq!(moves(&record), ["a7", "d7", "b6", "d6", "c5", "xd7", "d5"]);
    record.follow(&*support::variant("mill", "twelve-mens-morris")).expect("legal moves");
    let text = record.to_string();
    assert!(text.contains("3. c5 (3. c5 xd6) xd7 $1 {mill} (3. xd6) 3... d5 *"), "{text}");
    let custom = one("[Site \"Sanmill\"]\n[Variant \"Custom\"]\n\n1. d6-f6xb4xb2 *");
    assert_eq!((custom.tags.get("Variant"), moves(&custom)), (None, vec!["d6-f6", "xb4", "xb2"]));
}

/// The text has the form of Edax's export, with two dates. `1-0` is a win of the first player, whom Edax calls Black.
#[test]
fn the_first_player_of_edax_is_black() {
    let record =
        one("[Event \"?\"]\n[Site \"edax\"]\n[Date \"2026.??.??\"]\n[Date \"0.0.0\"]\n[Round \"?\"]\n\
         [Black \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n 1. f5 d6\n{A wins 40-24} 1-0\n\n\n");
    let found = ["Game", "White", "Black", "Result"].map(|tag| record.tags.get(tag).unwrap_or_default());
    assert_eq!(found, ["othello", "A", "B", "1-0"]);
    assert_eq!(one(&record.to_string()), record);
}

#[test]
fn only_turns_of_mill_are_split() {
    for (game, expected) in [("mill", "e4 d5 e4 xd5"), ("chess", "e4 d5 e4xd5")] {
        let mut record = one("1. e4 d5 2. e4xd5 *");
        let given = GivenRules { game: Some(game), ..GivenRules::default() };
        record.take_rules(given).expect("no other rules");
        assert_eq!(moves(&record).join(" "), expected);
    }
}

#[test]
fn no_control_character_is_written() {
    let mut record =
        GameRecord { before: "\u{1b}a\nb".to_owned(), ..read("1. e4 *").remove(0).expect("a record") };
    record.tags.push("Black", "\u{1b}\n");
    record.plies[0].text.push('\u{9c}');
    assert!(!record.to_string().replace('\n', "").contains(char::is_control), "{record}");
}

#[test]
fn places_count_characters_from_the_start_of_the_line() {
    let records = read(format!("{TAG}1. é4 {{ü}} é5\n 2. Nf3 (2. é6) *\n"));
    let record = records[0].as_ref().expect("a record");
    let place = |place: Place| (place.line, place.column);
    let places: Vec<_> = record.plies.iter().map(|ply| place(ply.place)).collect();
    assert_eq!(places, [(3, 4), (3, 11), (4, 5)]);
    assert_eq!(place(record.plies[2].variations[0].plies[0].place), (4, 13));
    let nested = format!("{TAG}1. e4 {}{}", "(1. d4 ".repeat(51), ")".repeat(51));
    assert_eq!(error(nested), "line 3, column 357: variations are nested more than 50 deep");
}

/// Reads and writes the records of a text, and returns their number. Panics if this takes ten seconds. For most of the
/// tested texts, a reader whose time is quadratic takes minutes.
fn count_in_linear_time(text: &str) -> usize {
    let start = Instant::now();
    let records = read(text);
    let written: usize = records.iter().flatten().map(|record| record.to_string().len()).sum();
    let (took, begin) = (start.elapsed(), text.chars().take(40).collect::<String>());
    assert!(took < Duration::from_secs(10), "{begin}: {took:?}, {} records, {written} bytes", records.len());
    records.len()
}

/// Approximate number of bytes of the texts that must be read in linear time.
const LONG: usize = 500_000;

#[test]
fn repeated_tokens_take_linear_time() {
    for part in rows::<String>(include_str!("data/pgn_repeated.jsonl")) {
        count_in_linear_time(&format!("{TAG}1. e4 {} *\n", part.repeat(LONG / part.len())));
    }
}

#[test]
fn many_signs_tags_and_variations_take_linear_time() {
    let signs = format!("{TAG}1. e4{} *\n", "+=".repeat(LONG / 2));
    let (mut tags, mut moves) = (String::new(), String::from(TAG));
    for number in 0..LONG / 20 {
        let _ = write!(tags, "[T{number} \"x\"]\n\n");
        let _ = write!(moves, "{number}. Nf3 Nf6 (b5) {number}... Ng1 Ng8 ");
    }
    for text in [signs, tags + "1. e4 *\n", moves + "*"] {
        assert_eq!(count_in_linear_time(&text), 1);
    }
}

#[test]
fn the_best_move_loses_nothing_in_standard_notation() {
    let engine = support::engine(&*game("chess"));
    let text = format!("{TAG}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n");
    let record = read(text).remove(0).expect("a game");
    let own = engine.dyn_game().set_up(&record.setup(), &moves(&record)).expect("legal moves").history();
    let go = Go { nodes: Some(3_000), ..Go::default() };
    let analysed = analyse(&record, &*engine, &go, &mut |_| ()).expect("legal moves");
    let best: Vec<_> = analysed.iter().zip(&own).filter(|(ply, own)| ply.best == **own).collect();
    assert!(!best.is_empty());
    assert!(best.iter().all(|(ply, _)| ply.loss == 0.0), "{best:?}");
}
