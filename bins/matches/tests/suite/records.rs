//! Tests of records: reading, writing, errors and file formats.

use std::io::{BufReader, Cursor, Read};
use std::sync::Arc;
use std::time::Duration;

use plywright::Side;
use plywright::engine::DynGame;
use plywright_matches::record::formats::{self, Format};
use plywright_matches::record::{
    EngineScore, GameRecord, GameResult, Ply, PlyNote, RecordProblem, RecordReader,
};
use serde::Deserialize;

use crate::support::{error, game, moves, one, read, rows, variant};

fn sample(round: usize) -> GameRecord {
    let mut record = GameRecord {
        result: GameResult::Win(Side::Second),
        comment: "A plays an illegal move".to_owned(),
        ..GameRecord::default()
    };
    record.tags.push("Event", "a \"great\" match \\ two");
    record.tags.push("Round", round.to_string());
    record.tags.push("Result", "0-1");
    let score = |score| PlyNote {
        score: Some(score),
        depth: Some(8),
        time: Some(Duration::from_millis(102)),
        ..PlyNote::default()
    };
    let ply = |side, text: &str, note| Ply { side, text: text.to_owned(), note, ..Ply::default() };
    record.plies = vec![
        Ply::book(Side::First, "d6"),
        ply(Side::Second, "0|8|12", score(EngineScore::Centi(-35))),
        ply(Side::First, "a1", score(EngineScore::LossIn(3))),
        ply(Side::First, "xb4", PlyNote::default()),
        ply(Side::Second, "4", score(EngineScore::WinIn(1))),
        ply(Side::First, "c4", score(EngineScore::Points(-12))),
    ];
    record
}

#[test]
fn written_records_are_read_unchanged() {
    let mut long = sample(1);
    for number in 0..500 {
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        long.plies.push(Ply { side, text: format!("m{number}"), ..Ply::default() });
    }
    for centi in [i32::MIN, i32::MAX] {
        let note = PlyNote { score: Some(EngineScore::Centi(centi)), ..PlyNote::default() };
        long.plies.push(Ply { text: "end".to_owned(), note, ..Ply::default() });
    }
    let text = format!("{}{long}", sample(7));
    assert!(
        text.contains("\n1. d6 {book} 1... 0|8|12 {-0.35/8 0.102s} 2. a1 {-M3/8 0.102s} xb4 2... 4"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.len() <= 100));
    assert_eq!(read(&text), [Ok(sample(7)), Ok(long)]);
}

/// A reader takes a short number for a move number, unless a move number stands before it.
#[test]
fn moves_that_are_numbers_are_read_unchanged_among_others() {
    let played = [(0, "7"), (0, "8"), (0, "12345"), (0, "8"), (1, "swap"), (1, "9"), (0, "3")];
    let ply = |(side, text): (usize, &str)| {
        let side = Side::BOTH[side];
        Ply { side, text: text.to_owned(), ..Ply::default() }
    };
    let record = GameRecord { plies: played.map(ply).to_vec(), ..GameRecord::default() };
    assert_eq!(one(&record.to_string()), record, "{record}");
    // The words of a variation say nothing about the moves of the game.
    let record = one("1. 4 (1. d4 2 c4) 3 2. 4 3 *\n");
    let variation = &record.plies[0].variations[0];
    assert_eq!((moves(&record), moves(variation)), (vec!["4", "3", "4", "3"], vec!["d4", "c4"]));
    // A number in parentheses, such as a time, is no move of a game whose moves are words.
    let record = one("1. e4 (5) e5 (12) *\n");
    assert!(record.plies.iter().all(|ply| ply.variations.is_empty()), "{record:?}");
}

#[test]
fn a_broken_record_names_its_line_and_costs_only_itself() {
    let good = sample(1).to_string();
    let lines = good.lines().count();
    for (broken, (line, column), expected) in [
        ("[Event x]\n\n1. a 1-0\n\n", (lines + 1, 8), "is not a tag"),
        ("[Event \"x\" y]\n\n1. a 1-0\n\n", (lines + 1, 8), "is not a tag"),
        ("  joho\n\n", (lines + 1, 3), "before any tag"),
        ("[Event \"x\"]\n\n1. ä {never closed\n\n", (lines + 3, 6), "not closed"),
        ("[Event \"x\"]\n\n1. a b\n\n", (lines + 5, 1), "without a result"),
        ("[Event \"x\"]\n\n1. a ) b 0-1\n\n", (lines + 3, 6), "found ) without"),
        ("[Event \"x\"]\n\n1. a } b 0-1\n\n", (lines + 3, 6), "found } without"),
        ("[Event \"x\"]\n\n1. é $ b 0-1\n\n", (lines + 3, 6), "found $ without"),
        ("[Event \"x\"]\n\n1. é (b 0-1\n\n", (lines + 3, 6), "not closed"),
    ] {
        let records = read(format!("{good}{broken}{good}"));
        let errors: Vec<_> = records.iter().filter_map(|record| record.as_ref().err()).collect();
        assert_eq!(errors.len(), 1, "{broken}: {records:?}");
        assert!(
            errors[0].starts_with(&format!("line {line}, column {column}: ")) && errors[0].contains(expected),
            "{errors:?}"
        );
        assert_eq!(records[0], Ok(sample(1)), "{broken}");
        assert_eq!(records[2], Ok(sample(1)), "{broken}");
    }
}

#[test]
fn whole_records_of_a_cut_file_are_read() {
    let text = format!("{}{}", sample(1), sample(2));
    let first = sample(1).to_string().len();
    for end in first..text.len() - 2 {
        let mut reader = RecordReader::new(Cursor::new(&text[..end]));
        let (whole, cut): (Vec<_>, Vec<_>) = reader.by_ref().partition(Result::is_ok);
        assert_eq!(whole.len(), 1, "cut at {end}");
        for error in cut.into_iter().filter_map(Result::err) {
            assert!(matches!(error.problem, RecordProblem::Incomplete(_)), "{error}");
        }
        // The end may be before or after the empty line that follows the record.
        let found = reader.end_of_last as usize;
        assert!((first - 1..=first).contains(&found), "cut at {end}: the last record ends at {found}");
    }
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("unplugged"))
    }
}

#[test]
fn nothing_comes_after_an_input_that_cannot_be_read() {
    let input = Cursor::new("[Event \"x\"]\n\n").chain(Broken);
    let records: Vec<_> = RecordReader::new(BufReader::new(input))
        .take(9)
        .map(|record| record.unwrap_err().to_string())
        .collect();
    assert_eq!(records, ["line 3, column 1: cannot read: unplugged"]);
}

/// A row of `read.jsonl`.
#[derive(Deserialize)]
struct Row {
    text: String,
    record: String,
    end: Option<String>,
    #[serde(default)]
    written: Vec<String>,
}

fn table() -> impl Iterator<Item = Row> {
    rows(include_str!("data/read.jsonl"))
}

fn rules_of(record: &GameRecord) -> Arc<dyn DynGame> {
    let name = record.tags.get("Game").expect("a tag Game");
    record.tags.get("Variant").map_or_else(|| game(name), |own| variant(name, own))
}

#[test]
fn texts_are_written_as_the_records_of_the_table() {
    let pgn = |text: &str| -> String {
        let record = |record: Result<GameRecord, String>| record.expect(text).to_string();
        read(text).into_iter().map(record).collect()
    };
    for Row { text, record: expected, .. } in table() {
        assert_eq!((pgn(&text), pgn(&expected)), (expected.clone(), expected), "{text}");
    }
}

#[test]
fn the_moves_of_a_text_lead_to_the_position_of_the_table() {
    for Row { text, end, .. } in table() {
        let Some(end) = end else { continue };
        let record = one(&text);
        let game = rules_of(&record);
        let line = game.set_up(&record.setup(), &moves(&record)).expect(&text);
        assert_eq!(format!("{}: {:?}", line.text(), line.outcome()), end, "{text}");
    }
}

#[test]
fn texts_are_kept_by_pgn_and_sgf() {
    for Row { text, written, .. } in table().filter(|row| row.end.is_some()) {
        let mut record = one(&text);
        let game = rules_of(&record);
        for format in [Format::Pgn, Format::Sgf] {
            let again = format.write(&mut record, &*game).expect(&text);
            assert_eq!(one(&again).plies, record.plies, "{again}");
            record = one(&again);
        }
        let sgf = Format::Sgf.write(&mut record, &*game).expect(&text).replace('\n', "");
        assert!(written.iter().all(|part| sgf.contains(part)) && !sgf.contains("(("), "{written:?} in {sgf}");
    }
}

#[test]
fn texts_that_are_no_games_are_refused() {
    for [text, expected] in rows::<[String; 2]>(include_str!("data/read_errors.jsonl")) {
        let error = error(&text);
        assert!(error.contains(&*expected), "{text}: {error}");
    }
    let deep = error(format!("(;W[a]{}", "(;W[b](;W[b])".repeat(60)));
    assert_eq!(deep, "line 1, column 1: a game that begins here is not closed");
}

/// A document of MIF without this program's annotations: one move from a position with one black stone.
const OTHER_PROGRAM: &str = include_str!("data/other_program.mif");

/// A game of Mill as PGN, with a mill, a removal, and a draw that the rules do not give.
const MILL: &str = "[White \"A\"]\n[Game \"mill\"]\n[Variant \"nine-mens-morris\"]\n[Result \"1/2-1/2\"]\n\n\
    {a start} 1. d6 {good} 1... f4 2. d5 (2. d2 2... b4) 2... b4 3. d7! xf4 3... f4 {enough} 1/2-1/2\n\n";

#[test]
fn mif_keeps_a_whole_game() {
    let game = game("mill");
    let record = &mut one(MILL);
    let text = Format::Mif.write(record, &*game).expect("MIF");
    let state: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(state["origin"], "MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,9 - 0 0 -");
    let expected = "MFEN/1.0 mill24-state-v1 .W....../.W.B...B/.W...... - o o 6,6 - 0 6 d:adjudication";
    assert_eq!(state["current"], expected);
    assert_eq!(state["events"][5]["target"], serde_json::json!({"zone": "board", "at": "f4"}));
    assert_eq!(one(&text), *record);
}

#[test]
fn a_record_without_rules_gets_those_of_the_game() {
    let game = game("mill").with("PiecesCount", "11").expect("a rule");
    for format in [Format::Pgn, Format::Sgf, Format::Mif] {
        let text = format.write(&mut one("1. d6 f4 *\n"), &*game).expect("a record");
        assert_eq!(one(&text).rules(), [("PiecesCount", "11")], "{text}");
    }
}

/// The stone f4 or the stone b4 may be removed. MIF writes this set of points as the bits 11 and 15, which are 008800
/// in hexadecimal digits.
#[test]
fn mif_lists_the_stones_that_may_be_removed() {
    let mut record = one(MILL);
    record.plies.truncate(5);
    (record.comment, record.result) = (String::new(), GameResult::Unknown);
    record.tags.set("Result", "*");
    let text = Format::Mif.write(&mut record, &*game("mill")).expect("MIF");
    assert!(text.contains(".W....../.W.B...B/.W...... w p r 6,7 w:mill:b:b:1:008800:b 0 5 -"), "{text}");
    assert_eq!(one(&text), record);
}

#[test]
fn no_position_can_be_repeated_after_a_removal() {
    let text = "[SetUp \"1\"]\n[FEN \"O*******/O*@***@*/***@***O w m s 3 0 3 0 0 0 0 0 0 0 0 0 30\"]\n\
                [Game \"mill\"]\n[Variant \"nine-mens-morris\"]\n[Result \"1-0\"]\n\n1. a7-d7 xf4 1-0\n\n";
    let text = Format::Mif.write(&mut one(text), &*game("mill")).expect("MIF");
    let state: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let expected = "MFEN/1.0 mill24-state-v1 .W..B.../.W.....B/.W...... - o o 0,0 - 0 1 w:fewer-than-minimum";
    assert_eq!((&state["current"], &state["repetitionHistory"]), (&expected.into(), &serde_json::json!([])));
}

#[test]
fn a_document_of_another_program_is_read() {
    let record = one(OTHER_PROGRAM);
    assert_eq!(record.tags.get("FEN"), Some("********/********/*******@ w p p 0 9 1 8 0 0 0 0 0 0 0 0 1"));
    assert_eq!(record.plies.len(), 1);
}

#[test]
fn wrong_documents_of_mif_are_refused() {
    for (from, to, expected) in [
        ("\"seq\":1", "\"seq\":2", "line 1, column 1: event 1: its number"),
        ("\"at\":\"d6\"", "\"at\":\"d4\"", "event 1: expected a point"),
        ("MSTATE/1.0", "MSTATE/2.0", "the format is 'MSTATE/2.0', expected"),
        ("8,8 - 0 2", "8,7 - 0 2", "the events lead to"),
        ("8,8 - 0 2", "8,x,8 - 0 2", "the hands of the position is '8,x,8', expected two numbers"),
        ("\"events\"", "events", "line 1, column "),
    ] {
        let broken = OTHER_PROGRAM.replace(from, to);
        assert_ne!(broken, OTHER_PROGRAM, "{from}");
        let error = error(broken);
        assert!(error.contains(expected), "{error}");
    }
}

/// The JSON parser counts lines in the document and columns in bytes. Errors must have lines of the file and columns in
/// characters.
#[test]
fn the_place_of_an_error_in_mif_is_that_in_the_file() {
    let text = format!("{OTHER_PROGRAM}{{\n\"\u{e9}\": x}}");
    assert_eq!(error(text), "line 3, column 6: no JSON: expected value");
}

/// A pipe delivers what its writer has written at once.
#[test]
fn the_format_is_recognised_also_behind_the_first_part_of_a_pipe() {
    let sgf = "(;GM[11]SZ[11];B[a1])";
    for (first, rest) in
        [("\n \n", sgf), ("\u{feff}", sgf), ("\n", OTHER_PROGRAM), ("{", " a remark} 1. d6 *")]
    {
        let records = formats::read(first.as_bytes().chain(rest.as_bytes())).expect("text");
        let records: Vec<_> = records.map(|record| record.map_err(|error| error.to_string())).collect();
        assert!(records[0].is_ok(), "{records:?}");
        assert_eq!(records, read(format!("{first}{rest}")));
    }
}

/// A text that is cut off or has a parenthesis too many must be read, and its moves followed, without a panic.
#[test]
fn damaged_files_make_no_reader_panic() {
    let mif = Format::Mif.write(&mut one(MILL), &*game("mill")).expect("MIF");
    let four = game("connect-four");
    for text in table().map(|row| row.text).chain([mif]) {
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            for damaged in [text[..at].to_owned(), format!("{}){}", &text[..at], &text[at..])] {
                for record in formats::read(damaged.as_bytes()).expect("text").take(9).flatten() {
                    let _ = record.clone().follow(&*four);
                }
            }
        }
    }
}

#[test]
fn annotations_that_would_be_read_as_moves_are_left_out() {
    let ply = Ply { text: "d6".to_owned(), glyphs: "$1 %1 1-0 { $2 !?".to_owned(), ..Ply::default() };
    let record = GameRecord { plies: vec![ply], ..GameRecord::default() };
    let again = one(&record.to_string());
    assert_eq!((again.plies.len(), again.plies[0].glyphs.as_str()), (1, "$1 $2 $5"), "{record}");
}

/// In `(c5)`, the number of a move of the second side is missing, as people often write variations.
#[test]
fn variations_as_text_are_numbered_by_the_rules() {
    let mut record = one("1. e4 e5 (c5) 2. Nf3 (2. d4) Nc6 (2... Nf6 3. d4) *\n");
    record.follow(&*game("chess")).expect("legal moves");
    assert_eq!(record.variation_texts(), ["", "(1... c5)", "(2. d4)", "(2... Nf6 3. d4)"]);
}

#[test]
fn variations_as_text_are_whole_or_refused() {
    let mut ply = Ply { text: "d6".to_owned(), ..Ply::default() };
    ply.add_variations("(d2 {(} (f4)) (1... a1) (b1 ; x }\n)").expect("three variations");
    let record = GameRecord { plies: vec![ply.clone()], ..GameRecord::default() };
    assert_eq!(record.variation_texts(), ["(1. d2 {(} (1. f4)) (1... a1) (1. b1 ; x }\n)"]);
    for (text, expected) in [
        ("(d2 (f4)", "not closed (line 1, column 1 of"),
        ("d2", "expected variations in parentheses (line 1, column 1 of 'd2')"),
        ("(d2)\n 1-0", "expected variations in parentheses (line 2, column 2 of"),
        ("(d2 {x)", "not closed"),
        ("(d2 ])) ", "expected variations"),
    ] {
        let error = ply.add_variations(text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}
