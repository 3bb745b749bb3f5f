//! Tests of PGN as other programs and people write it. Expected values are those of the standard (sections 7,
//! 8.2 and 9) and, where it says nothing, of python-chess.

use std::fmt::Write;
use std::io::Cursor;
use std::time::{Duration, Instant};

use plywright::engine::Go;
use plywright_matches::analysis::analyse;
use plywright_matches::record::formats;
use plywright_matches::record::{GameRecord, GameResult, Place, RecordReader};

use crate::engine;

fn read(text: impl AsRef<[u8]>) -> Vec<Result<GameRecord, String>> {
    RecordReader::new(Cursor::new(text)).map(|record| record.map_err(|error| error.to_string())).collect()
}

/// Returns the moves of a line with glyphs, comments in braces, and variations in parentheses.
fn line(record: &GameRecord) -> String {
    let mut text = String::new();
    let mut add = |part: &str| {
        text.push_str(if text.is_empty() || part.is_empty() { "" } else { " " });
        text.push_str(part);
    };
    let braces = |comment: &str| if comment.is_empty() { String::new() } else { format!("{{{comment}}}") };
    add(&braces(&record.before));
    for ply in &record.plies {
        add(&ply.text);
        add(&ply.glyphs);
        add(&braces(&ply.comment));
        ply.variations.iter().for_each(|variation| add(&format!("({})", line(variation))));
    }
    add(&braces(&record.comment));
    if record.result != GameResult::Unknown {
        add(&record.result.to_string());
    }
    text
}

/// Returns the games of a text as lines, or the errors.
fn lines(text: impl AsRef<[u8]>) -> Vec<String> {
    read(text).into_iter().map(|record| record.map_or_else(|error| error, |record| line(&record))).collect()
}

const TAG: &str = "[Event \"x\"]\n\n";

#[test]
fn tokens_need_no_blanks() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 (2. d4)Nc6 *", "e4 e5 Nf3 (d4) Nc6"),
        ("1.e4 c5(1... c5)1-0", "e4 c5 (c5) 1-0"),
        ("1. e4(1. d4 d5)1... e5*", "e4 (d4 d5) e5"),
        ("1. d4 d5$1 *", "d4 d5 $1"),
        ("1. e4!$14 e5 *", "e4 $1 $14 e5"),
        ("1. e4$1$14e5$2*", "e4 $1 $14 e5 $2"),
        ("1. Nf3;comment\nd5 *", "Nf3 {comment} d5"),
        ("1. Nf3{a}d5{b}(1... Nf6{c})2. g3{d}*", "Nf3 {a} d5 {b} (Nf6 {c}) g3 {d}"),
        ("1. e4 e5 1-0{c}", "e4 e5 {c} 1-0"),
        ("1. e4 e5 0-1;c", "e4 e5 {c} 0-1"),
        ("{c}*", "{c}"),
        ("*", ""),
        ("1-0", "1-0"),
        ("1. e4!e5?d4*", "e4 $1 e5 $2 d4"),
        ("1. e4 (1. d4 (1. c4)(1. b4))(1. a4)e5 *", "e4 (d4 (c4) (b4)) (a4) e5"),
        ("1. e4 (1. d4 1-0) e5 *", "e4 (d4 1-0) e5"),
        (
            "1.e4 $1 (1. d4 {no (} d5 (1... f5 ((x) {why} 2. c4))) e5 {a remark}\n; rest\n% escaped\r\n\
             2. Nf3{+0.3/5 0.1s}Nc6 1/2-1/2",
            "e4 $1 (d4 {no (} d5 (f5 ({(1. x) why} c4))) e5 {a remark rest} Nf3 Nc6 1/2-1/2",
        ),
        ("1. a {+0.10/3 0.100s} {sharp} b {why} {not} 2. c {at last} *", "a {sharp} b {why not} c {at last}"),
        (
            "{before} 1. a? $14 {+0.10/3 0.100s} {weak} (1. b {better} (1. 0|8) b) 1... c ; to the end\n\
             2. d!? (2. e ; odd\n f) {last} *",
            "{before} a $2 $14 {weak} (b {better} (0|8) b) c {to the end} d $5 (e {odd} f) {last}",
        ),
        (
            "{1984} 1. a {2024} {a { brace} (1. b {x ) y} (1. c)) 1... d {12} *",
            "{1984} a {2024 a { brace} (b (c) {x ) y}) d {12}",
        ),
    ] {
        let found = read(format!("{TAG}{text}\n"));
        let record = found[0].as_ref().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((found.len(), line(record).as_str()), (1, expected), "{text}");
        assert_eq!(read(record.to_string()), found, "{text}");
    }
}

#[test]
fn move_numbers_decide_nothing() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 *",
        "1 e4 e5 2 Nf3 Nc6 *",
        "1 . e4 e5 2 . Nf3 Nc6 *",
        "1.e4 e5 2.Nf3 Nc6 *",
        "1. e4 1... e5 2. Nf3 2... Nc6 *",
        "38. e4 38. .. e5 39. Nf3 39 ... Nc6 *",
        "1. e4 1. ... e5 2. Nf3 2. ... Nc6 *",
        "1. e4 1… e5 2. Nf3 2…Nc6 *",
        "1 {}e4 1 .. e5 7.Nf3 .. Nc6 *",
        "1.\ne4\n1...\ne5\n2\n.\nNf3\n...Nc6 *",
        "e4 e5 Nf3 Nc6 *",
    ] {
        assert_eq!(lines(format!("{TAG}{text}")), ["e4 e5 Nf3 Nc6"], "{text}");
    }
    // Moves can be numbers too.
    for text in [
        "1. 4 4 2. 4 3 *",
        "1.4 4 2.4 3 *",
        "4 4 4 3 *",
        "1 . 4 4 2 . 4 3 *",
        "1. 4 1... 4 2. 4 2... 3 *",
        "4\n1. ... 4 2 . 4 2 ... 3 *",
    ] {
        assert_eq!(lines(format!("{TAG}{text}")), ["4 4 4 3"], "{text}");
    }
    assert_eq!(lines(format!("{TAG}1. 4 (1. 3! 3 (1... 2)) 4 (1... 7) *")), ["4 (3 $1 3 (2)) 4 (7)"]);
    assert_eq!(
        lines(format!("{TAG}1. 321123 1... 112233 2. 0|8|12 2... 37|9 *")),
        ["321123 112233 0|8|12 37|9"]
    );
}

#[test]
fn signs_are_glyphs_and_checks_stay_with_their_moves() {
    for (text, expected) in [
        ("1. e4! e5? 2. d4!! d5?? 3. c4!? c5?! *", "e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6"),
        ("1. e4 ! e5 !? *", "e4 $1 e5 $5"),
        ("1. e4 ± e5 ∓ 2. d4 +- d5 -+ 3. c4 = c5 ∞ *", "e4 $16 e5 $17 d4 $18 d5 $19 c4 $10 c5 $13"),
        ("1. e4 += e5 =+ 2. d4± d5∞ 3. c4+- c5= *", "e4 $14 e5 $15 d4 $16 d5 $13 c4 $18 c5 $10"),
        ("1. e4!± e5 +/- 2. d4 ⩲ $22 *", "e4 $1 $16 e5 $16 d4 $14 $22"),
        (
            "1. Qh5+ Qxf7# 2. Qh5++ Qh5 + 3. Qh5 # Qh5 ++ 4. Qh5+! *",
            "Qh5+ Qxf7# Qh5++ Qh5+ Qh5# Qh5++ Qh5+ $1",
        ),
        ("1. exd6 e.p. exd6e.p. 2. exd6 e.p.+ exd6e.p.! *", "exd6 exd6 exd6+ exd6 $1"),
        ("1. O-O 0-0 2. O-O-O+ o-o-o# *", "O-O 0-0 O-O-O+ o-o-o#"),
        ("1. a8=Q a8Q 2. a8=q a8(Q) 3. a8(n)+ (3. b8(Q)) b8 *", "a8=Q a8Q a8=q a8(Q) a8(n)+ (b8(Q)) b8"),
        ("$3 1. e4 ($4 1. d4) *", "{$3} e4 ({$4} d4)"),
        ("1. e4!!! $139 *", "e4 !!! $139"),
    ] {
        assert_eq!(lines(format!("{TAG}{text}\n")), [expected], "{text}");
    }
}

/// Moves of Santorini contain `!`, `#` and brackets, which would end a move of chess.
#[test]
fn moves_of_other_games_stay_whole() {
    let text = "1. B3,D3 1... C2,C4 2. B3>C4!C4>C5*D5 2... A1>,B2>B3*C3-D4[2|A1,B1]![used]!# 3. *C5 (3. [1|A1]) \
                3... !C4>C5^D5# 4. >A1! B3>C4!>C5 *";
    let expected = "B3,D3 C2,C4 B3>C4!C4>C5*D5 A1>,B2>B3*C3-D4[2|A1,B1]![used]!# *C5 ([1|A1]) !C4>C5^D5# >A1 $1 \
                    B3>C4!>C5";
    assert_eq!(lines(format!("{TAG}{text}")), [expected]);
    // A line of the text may begin with any move.
    assert_eq!(lines(format!("{TAG}{}", text.replace(' ', "\n"))), [expected]);
}

#[test]
fn the_result_after_the_moves_counts() {
    for (written, expected) in [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("1–0", "1-0"),
        ("0–1", "0-1"),
        ("1:0", "1-0"),
        ("0:1", "0-1"),
        ("1/2:1/2", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("*", "*"),
    ] {
        for tag in [written, expected, "*", "?", ""] {
            let text = format!("[Result \"{tag}\"]\n\n1. e4 {written}\n\n");
            let records = read(&text);
            let record = records[0].as_ref().expect("a record");
            assert_eq!(
                (record.result.to_string().as_str(), record.comment.as_str()),
                (expected, ""),
                "{text}"
            );
            assert_eq!(record.tags.get("Result"), Some(expected), "{text}");
        }
    }
    let text = "[Result \"1-0\"]\n\n1. e4 {resigns} 0-1\n\n[Result \"White wins\"]\n\n*\n\n1. e4 e5 1-0";
    let records = read(text);
    let comments: Vec<_> =
        records.iter().flatten().map(|record| (&*record.before, &*record.comment)).collect();
    let expected =
        [("", "resigns the tag Result is '1-0'"), ("the tag Result is 'White wins'", ""), ("", "")];
    assert_eq!(comments, expected);
    let tags: Vec<_> = records.iter().flatten().map(|record| record.tags.get("Result")).collect();
    assert_eq!(tags, [Some("0-1"), Some("*"), None]);
}

#[test]
fn text_after_a_result_is_a_comment_or_the_next_game() {
    for (text, expected) in [
        ("1. e4 1-0 {c} ; d\n\n1. d4 *", &["e4 {c d} 1-0", "d4"][..]),
        ("1. e4 1-0 1. d4 0-1 [Event \"y\"] 1. c4 *", &["e4 1-0", "d4 0-1", "c4"]),
        ("1. e4 1-0[Event \"y\"]1. c4*[Event \"z\"]*", &["e4 1-0", "c4", ""]),
        ("1. e4 1-0\n{c\n\nd}\n; e\n[Event \"y\"]\n1. c4 *", &["e4 {c d e} 1-0", "c4"]),
        ("1. e4 1-0\n\n{c}\n[Event \"y\"]\n; d\n\n1. c4 *", &["e4 1-0", "{c d} c4"]),
        ("1. e4 1-0 $10 (1. d4) {c}\n\n", &["e4 $10 (d4) {c} 1-0"]),
        ("1. e4 1-0 1-0\n\n", &["e4 1-0"]),
        ("1. e4 1-0 hello\n\n", &["e4 1-0", "line 3, column 11: 'hello' stands before any tag"]),
        ("1. e4 1-0\n\n; the\n\n{end}\n", &["e4 {the end} 1-0"]),
        ("*\n\n{end}", &["{end}"]),
        ("1. e4 1-0\n\n{the end\n", &["e4 1-0", "line 5, column 1: a comment or variation that begins here"]),
    ] {
        let found = lines(format!("{TAG}{text}"));
        assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
        assert!(
            found.iter().zip(expected).all(|(found, expected)| found.starts_with(expected)),
            "{text}: {found:?}"
        );
    }
}

/// Returns the players and the moves of each game in a text.
fn games(text: &str) -> Vec<(String, String)> {
    let game = |record: GameRecord| {
        let names = ["White", "Black"].map(|name| record.tags.get(name).unwrap_or("-"));
        (names.join(" "), line(&record))
    };
    read(text).into_iter().map(|record| record.map_or_else(|error| (error, String::new()), game)).collect()
}

#[test]
fn no_game_has_the_tags_of_two() {
    let [one, two] =
        ["A", "C"].map(|name| format!("[White \"{name}\"]\n[Black \"{name}b\"]\n[Result \"1-0\"]\n"));
    let moves = "1. e4 e5 1-0\n";
    let game = |name: &str, moves: &str| (format!("{name} {name}b"), moves.to_owned());
    for between in ["\n", "\n\n", "\n\n\n", "", "\n; comment\n\n"] {
        let expected = if between.contains(';') { "{comment} 1-0" } else { "1-0" };
        let found = games(&format!("{one}{between}{two}\n{moves}"));
        assert_eq!(found, [game("A", expected), game("C", "e4 e5 1-0")], "{between:?}");
    }
    let three = games(&format!("{one}\n{two}\n{one}\n{moves}"));
    assert_eq!(three, [game("A", "1-0"), game("C", "1-0"), game("A", "e4 e5 1-0")]);
    // The tags of the second game are recognised only by a name that repeats, or by two empty lines before
    // them.
    let late = games(&format!("[White \"A\"]\n\n[Event \"y\"]\n[White \"C\"]\n\n{moves}"));
    assert_eq!(late, [("A -".to_owned(), String::new()), ("C -".to_owned(), "e4 e5 1-0".to_owned())]);
    let other = games(&format!("[White \"A\"]\n\n\n[Black \"D\"]\n\n{moves}"));
    assert_eq!(other, [("A -".to_owned(), String::new()), ("- D".to_owned(), "e4 e5 1-0".to_owned())]);
    // One empty line between tags of different names does not begin another game, as in python-chess.
    let spaced = games(&format!("[White \"A\"]\n\n[Black \"Ab\"]\n\n[Result \"1-0\"]\n\n{moves}"));
    assert_eq!(spaced, [game("A", "e4 e5 1-0")]);
    let at_the_end = games(&format!("{one}\n{two}"));
    assert_eq!(at_the_end[0], game("A", "1-0"));
    assert!(at_the_end[1].0.contains("line 8, column 1: the record ends without a result"), "{at_the_end:?}");
}

#[test]
fn tags_are_read_as_people_write_them() {
    for (text, expected) in [
        ("[Event \"a \"quoted\" name\"]", "a \"quoted\" name"),
        ("[Event \"a \\\"quoted\\\" \\\\ name\"]", "a \"quoted\" \\ name"),
        ("[Event \"C:\\games\"]", "C:\\games"),
        ("[Event\"x\"]", "x"),
        ("  [ Event \t \"x\" ]  ", "x"),
        ("[Event \"\"]", ""),
        ("[Event \"{;(%\"]", "{;(%"),
        ("[Event \"x]\"]", "x]"),
        ("\u{feff}[Event \"x\"]", "x"),
        ("[White \"w\"] [Event \"x\"]1. e4 *", "x"),
        ("[ECO \"A00\"]\n[Event \"x]y \\\" (z)  \"]", "x]y \" (z)  "),
    ] {
        let records = read(format!("{text}\n\n1. e4 *\n"));
        let record = records[0].as_ref().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((record.tags.get("Event"), line(record).as_str()), (Some(expected), "e4"), "{text}");
        assert_eq!(read(record.to_string()), [Ok(record.clone())], "{text}");
    }
}

#[test]
fn lines_that_are_not_utf_8_are_latin_1() {
    let text = b"[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n\n1. e4 {sch\xf6n} *\n\xef\xbb\xbf[White \"x\"]\n\n*";
    let mut reader = RecordReader::new(&text[..]);
    let record = reader.next().expect("a record").expect("a good one");
    assert_eq!((record.tags.get("White"), record.tags.get("Black")), (Some("Müller"), Some("Müller")));
    assert_eq!(record.comment, "schön");
    assert_eq!(reader.line_in_latin_1, Some(1));
    assert_eq!(reader.next().expect("a record").expect("a good one").tags.get("White"), Some("x"));
}

#[test]
fn control_characters_are_replaced() {
    let text =
        "[White \"\u{1b}[31mA\u{9b}B\rC\u{7}\"]\n\n1. e4\u{1b}[2J {x\u{1b}]0;y\u{7} \u{85} z} *\n\u{1a}";
    let record = read(text).remove(0).expect("a record");
    assert_eq!(record.tags.get("White"), Some("\u{fffd}[31mA\u{fffd}B C\u{fffd}"));
    assert_eq!(line(&record), "e4\u{fffd}[2J {x\u{fffd}]0;y\u{fffd} z}");
    let mut record = GameRecord { before: "\u{1b}a\nb".to_owned(), ..record };
    record.tags.push("Black", "\u{1b}\n");
    record.plies[0].text.push('\u{9c}');
    assert!(!record.to_string().replace('\n', "").contains(char::is_control), "{record}");
}

#[test]
fn comments_with_braces_survive() {
    let records = read(format!("{TAG}1. e4 ; a }} b {{ c\n(1. d4 ; x }}\n) 1... e5 {{ {{ }} 1-0\n"));
    let record = records[0].as_ref().expect("a record");
    assert_eq!(line(record), "e4 {a } b { c} (d4 {x }}) e5 {{} 1-0");
    assert_eq!(read(record.to_string()), records);
    let mut ply = record.plies[1].clone();
    ply.add_variations(&record.variation_texts()[0]).expect("a variation");
    assert_eq!(ply.variations, record.plies[0].variations);
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
    assert_eq!(lines(nested), ["line 3, column 357: variations are nested more than 50 deep"]);
}

/// A quadratic reader takes minutes for most of these texts.
#[test]
fn time_is_linear() {
    let size = 500_000;
    let repeated = |part: &str| part.repeat(size / part.len());
    for part in [
        "4 3 ",
        "( ",
        "(1. d4) ",
        "(1. d4 (1. c4) d5) ",
        ")",
        "{",
        "{}",
        "{a} ",
        "$",
        "$1",
        "!",
        "! ",
        "[",
        "a[",
        "a] ",
        "*",
        "* ",
        "1-0 ",
        "1. ",
        ".",
        "1",
        "+ ",
        "a8(Q) ",
        ";",
        ";\n",
        "\n",
        "%\n",
        "a(",
        "(a",
        "a\u{301}",
        "é ",
        "e.p.",
        "\" ",
        "[a \"\"]",
        "[a \"\n",
        "\n[a \"b\"]\n\n\n",
        "[a \"\" ",
        "x!y",
        "-+",
        "½",
        "\u{1b}",
        "{+0.30/5 0.1s} ",
        "1 1",
    ] {
        let text = format!("{TAG}1. e4 {} *\n", repeated(part));
        let start = Instant::now();
        let records = read(&text);
        let written: usize = records.iter().flatten().map(|record| record.to_string().len()).sum();
        let took = start.elapsed();
        assert!(
            took < Duration::from_secs(2),
            "{part:?}: {took:?} for {} records, {written} bytes",
            records.len()
        );
    }
    let signs = format!("{TAG}1. e4{} *\n", "+=".repeat(size / 2));
    let mut tags = String::new();
    for number in 0..size / 20 {
        let _ = write!(tags, "[T{number} \"x\"]\n\n");
    }
    for text in [signs, tags + "1. e4 *\n"] {
        let start = Instant::now();
        assert_eq!(read(&text).len(), 1);
        assert!(start.elapsed() < Duration::from_secs(2), "{}", &text[..40]);
    }
    let mut moves = String::from(TAG);
    for number in 0..size / 20 {
        let _ = write!(moves, "{number}. Nf3 Nf6 (b5) {number}... Ng1 Ng8 ");
    }
    let start = Instant::now();
    assert_eq!(read(moves + "*").len(), 1);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_malformed_game_costs_only_itself() {
    let game = |moves: &str| format!("[Event \"x\"]\n[White \"A\"]\n\n{moves}\n");
    let found = lines([game("1. e4 ) e5 *"), game("1. d4 *"), game("1. c4 *")].concat());
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[1..], ["d4", "c4"]);
}

#[test]
fn a_comment_may_come_first() {
    for text in ["{intro}\n[Event \"x\"]\n\n1. e4 *\n", "{c0} 1. e4 *\n"] {
        let records: Vec<_> = formats::read(text.as_bytes()).expect("text").collect();
        assert!(records.len() == 1 && records[0].is_ok(), "{text}: {records:?}");
    }
}

#[test]
fn the_best_move_loses_nothing_in_standard_notation() {
    let engine = engine("chess", None);
    let text = format!("{TAG}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n");
    let record = read(text).remove(0).expect("a game");
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    let own = engine.dyn_game().set_up(&record.setup(), &moves).expect("legal moves").history();
    let go = Go { nodes: Some(3_000), ..Go::default() };
    let analysed = analyse(&record, &*engine, &go, &mut |_| ()).expect("legal moves");
    let best: Vec<_> = analysed.iter().zip(&own).filter(|(ply, own)| ply.best == **own).collect();
    assert!(!best.is_empty());
    assert!(best.iter().all(|(ply, _)| ply.loss == 0.0), "{best:?}");
}
