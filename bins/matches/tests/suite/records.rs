//! Tests of records: reading, writing, errors and file formats.

use std::io::{BufReader, Cursor, Read};
use std::time::Duration;

use plywright::Side;
use plywright_matches::record::formats::{self, Format};
use plywright_matches::record::{
    EngineScore, GameRecord, GameResult, Ply, PlyNote, RecordProblem, RecordReader,
};

use crate::support::{error, game, one, read};

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
fn what_is_written_is_read() {
    let mut long = sample(1);
    for number in 0..500 {
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        long.plies.push(Ply { side, text: format!("m{number}"), ..Ply::default() });
    }
    let text = format!("{}{long}", sample(7));
    assert!(
        text.contains("\n1. d6 {book} 1... 0|8|12 {-0.35/8 0.102s} 2. a1 {-M3/8 0.102s} xb4 2... 4"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.len() <= 100));
    assert_eq!(read(&text), [Ok(sample(7)), Ok(long)]);
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
        let records = read(&format!("{good}{broken}{good}"));
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
fn a_file_that_was_cut_off_keeps_what_is_whole() {
    let text = format!("{}{}", sample(1), sample(2));
    let first = sample(1).to_string().len();
    for end in first..text.len() - 2 {
        let mut reader = RecordReader::new(Cursor::new(&text[..end]));
        let (whole, cut): (Vec<_>, Vec<_>) = reader.by_ref().partition(Result::is_ok);
        assert_eq!(whole.len(), 1, "cut at {end}");
        for error in cut.into_iter().filter_map(Result::err) {
            assert!(matches!(error.problem, RecordProblem::Incomplete(_)), "{error}");
        }
        // The offset may be before or after the empty line that ends the last record.
        assert!((first - 1..=first).contains(&(reader.end_of_last as usize)));
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

/// A game with annotations of many kinds.
const ANNOTATED: &str = "[Event \"x\"]\n[Date \"2026.11.24\"]\n[White \"A [1]\"]\n[Black \"B\"]\n[Unknown \"a: b\"]\n\
    [Game \"connect-four\"]\n[Variant \"7x6\"]\n[Result \"1-0\"]\n\n{before} 1. 4! {+0.35/8 0.100s} {sharp} \
    (1. {instead} 1 {why \\ ]} 1... 2 (1... 3 2. 3)) (1. 7) 1... 5 $10 2. 4 2... 5 (2... 6?! 3. 1 3... 1) \
    3. 4 3... 5 4. 4 {at last} 1-0\n\n";

#[test]
fn sgf_keeps_everything() {
    let game = game("connect-four");
    let mut record = one(ANNOTATED);
    let sgf = Format::Sgf.write(&mut record, &*game).expect("SGF");
    assert!(sgf.starts_with("(;FF[4]CA[UTF-8]AP[Plywright:"), "{sgf}");
    for part in ["PL[B]", "RE[B+]", "PB[A [1\\]]", "PW[B]", "DT[2026-11-24]", "TG[Unknown:a: b]", "C[before]"]
    {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
    assert!(sgf.contains(";B[4]TE[1]NT[+0.35/8 0.100s]C[sharp]"), "{sgf}");
    assert!(!sgf.replace('\n', "").contains("(("), "{sgf}");
    let again = one(&sgf);
    // Writing the record as PGN and reading it back changes nothing.
    let mut pgn = one(&again.to_string());
    assert_eq!(
        Format::Sgf.write(&mut pgn, &*game).expect("SGF"),
        Format::Sgf.write(&mut again.clone(), &*game).expect("SGF")
    );
}

/// A record without this program's annotations: one move from a position with one black stone.
const OTHER_PROGRAM: &str = include_str!("data/other_program.mif");

/// A game of Mill with a mill, a removal and a draw by adjudication.
const MILL: &str = "[White \"A\"]\n[Game \"mill\"]\n[Variant \"nine-mens-morris\"]\n[Result \"1/2-1/2\"]\n\n\
    {a start} 1. d6 {good} 1... f4 2. d5 (2. d2 2... b4) 2... b4 3. d7! xf4 3... f4 {enough} 1/2-1/2\n\n";

#[test]
fn mif_keeps_everything() {
    let game = game("mill");
    let mut record = one(MILL);
    let text = Format::Mif.write(&mut record, &*game).expect("MIF");
    let state: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(state["origin"], "MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,9 - 0 0 -");
    let expected = "MFEN/1.0 mill24-state-v1 .W....../.W.B...B/.W...... - o o 6,6 - 0 6 d:adjudication";
    assert_eq!(state["current"], expected);
    assert_eq!(state["events"][5]["target"], serde_json::json!({"zone": "board", "at": "f4"}));
    assert_eq!(one(&text), record);
    // Before the removal, the removable stones are listed: f4 and b4 are points 11 and 15, from 0.
    record.plies.truncate(5);
    (record.comment, record.result) = (String::new(), GameResult::Unknown);
    record.tags.set("Result", "*");
    let text = Format::Mif.write(&mut record, &*game).expect("MIF");
    assert!(text.contains(".W....../.W.B...B/.W...... w p r 6,7 w:mill:b:b:1:008800:b 0 5 -"), "{text}");
    assert_eq!(one(&text), record);
    // After the removal that ends the game, no position can be repeated.
    let text = "[SetUp \"1\"]\n[FEN \"O*******/O*@***@*/***@***O w m s 3 0 3 0 0 0 0 0 0 0 0 0 30\"]\n\
                [Game \"mill\"]\n[Variant \"nine-mens-morris\"]\n[Result \"1-0\"]\n\n1. a7-d7 xf4 1-0\n\n";
    let text = Format::Mif.write(&mut one(text), &*game).expect("MIF");
    let state: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let expected = "MFEN/1.0 mill24-state-v1 .W..B.../.W.....B/.W...... - o o 0,0 - 0 1 w:fewer-than-minimum";
    assert_eq!((&state["current"], &state["repetitionHistory"]), (&expected.into(), &serde_json::json!([])));
    let record = one(OTHER_PROGRAM);
    assert_eq!(record.tags.get("FEN"), Some("********/********/*******@ w p p 0 9 1 8 0 0 0 0 0 0 0 0 1"));
    assert_eq!(record.plies.len(), 1);
    for (from, to, expected) in [
        ("\"seq\":1", "\"seq\":2", "line 1, column 1: event 1: its number"),
        ("\"at\":\"d6\"", "\"at\":\"d4\"", "event 1: expected a point"),
        ("MSTATE/1.0", "MSTATE/2.0", "the format is 'MSTATE/2.0', expected"),
        ("8,8 - 0 2", "8,7 - 0 2", "the events lead to"),
        ("\"events\"", "events", "line 1, column "),
    ] {
        let broken = OTHER_PROGRAM.replace(from, to);
        assert_ne!(broken, OTHER_PROGRAM, "{from}");
        let error = error(broken);
        assert!(error.contains(expected), "{error}");
    }
}

/// The place of a JSON error is counted from the start of the file. The column counts characters, not bytes.
#[test]
fn the_place_of_an_error_in_mif_is_that_in_the_file() {
    let text = format!("{OTHER_PROGRAM}{{\n\"\u{e9}\": x}}");
    assert_eq!(error(text), "line 3, column 6: no JSON: expected value");
}

/// None of these texts causes a panic.
#[test]
fn damaged_files_give_errors() {
    let mif = Format::Mif.write(&mut one(MILL), &*game("mill")).expect("MIF");
    let four = game("connect-four");
    let sgf = Format::Sgf.write(&mut one(ANNOTATED), &*four).expect("SGF");
    for text in [ANNOTATED, &sgf, &mif] {
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

#[test]
fn variations_as_text_are_whole_or_refused() {
    let mut ply = Ply { text: "d6".to_owned(), ..Ply::default() };
    ply.add_variations("(d2 {(} (f4)) (1... a1)").expect("two variations");
    let record = GameRecord { plies: vec![ply.clone()], ..GameRecord::default() };
    assert_eq!(record.variation_texts(), ["(1. d2 {(} (1. f4)) (1... a1)"]);
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
