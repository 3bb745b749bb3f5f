//! Tests of SGF files of other programs: set-up stones, sizes, the moves of Hex, encodings, and errors.

use plywright::engine::Outcome;
use plywright::{Ending, Side};
use plywright_matches::record::formats::{self, Format};
use plywright_matches::record::{GameRecord, GameResult, Ply};

use crate::support::{error, game, moves, one, read, rows, variant};

/// Plays a record by the rules of Hex and returns the position text.
fn end(record: &GameRecord) -> String {
    let game = variant("hex", record.tags.get("Variant").unwrap_or("hex"));
    let line = game.set_up(&record.setup(), &moves(record));
    line.unwrap_or_else(|error| panic!("{record}: {error}")).text()
}

fn tag<'a>(record: &'a GameRecord, name: &str) -> Option<&'a str> {
    record.tags.get(name)
}

#[test]
fn the_size_selects_the_variant_of_hex() {
    for (sz, variant) in [
        ("SZ[7]", Some("7x7")),
        ("SZ[11]", Some("hex")),
        ("SZ[7:7]", Some("7x7")),
        ("SZ[9]", Some("9x9")),
        ("", None),
    ] {
        let record = one(&format!("(;FF[4]GM[11]{sz};B[a1];W[b2])"));
        assert_eq!((tag(&record, "Variant"), tag(&record, "Game")), (variant, Some("hex")), "{sz}");
    }
    let connect = one("(;GM[connect-four]SZ[5:4];B[1])");
    assert_eq!((tag(&connect, "Game"), tag(&connect, "Variant")), (Some("connect-four"), Some("5x4")));
    assert_eq!(error("(;GM[2]SZ[10];B[f5])"), "line 1, column 2: SZ is '10', expected 8:8 for othello");
    assert_eq!(error("(;GM[5]SZ[5];W[d6])"), "line 1, column 2: SZ is '5', expected 7:7 for mill");
    let two_sizes = error("(;GM[11]SZ[11]TG[Game:hex]TG[Variant:7x7];B[a1])");
    assert!(two_sizes.contains("SZ is '11', but the tag Variant is '7x7'"), "{two_sizes}");
    assert!(read("(;GM[11]TG[Game:mill];B[a1])")[0].is_err(), "two games");
    assert_eq!(tag(&one("(;GM[1];B[aa])"), "Game"), Some("go"), "a game is named although it is not offered");
}

#[test]
fn stones_are_set_up() {
    let record = one("(;FF[4]GM[11]SZ[7]AB[a1][C2]AW[b2:b3]AE[b3]PL[W];W[d4];B[e4])");
    assert_eq!(tag(&record, "FEN"), Some("x....../.ox..../......./......./......./......./....... o"));
    assert_eq!(record.plies[0].side, Side::Second);
    assert_eq!(end(&record), "x....../.ox..../......./...ox../......./......./....... o");
    // Stones may have a node to themselves, and without PL the next move says whose turn it is.
    let record = one("(;GM[11]SZ[7]PB[A]PW[B]RE[B+];AB[a1]AW[b2];B[c3])");
    assert_eq!(tag(&record, "FEN"), Some("x....../.o...../......./......./......./......./....... x"));
    assert_eq!((tag(&record, "White"), record.result), (Some("A"), GameResult::Win(Side::First)));
    // Stones of Othello are added to those of the start.
    let record = one("(;GM[2]AB[f5]AW[f6]PL[W])");
    let text = "......../......../......../...ox.../...xox../.....o../......../........ o";
    assert_eq!(tag(&record, "FEN"), Some(text));
    let othello = game("othello");
    othello.set_up(&record.setup(), &[]).expect("a position of Othello");
    for [text, expected] in rows::<[String; 2]>(include_str!("data/sgf_setup_errors.jsonl")) {
        let error = error(&text);
        assert!(error.contains(&*expected), "{text}: {error}");
    }
}

/// The kinds of moves that the format's page on Hex lists.
#[test]
fn the_moves_of_hex_are_read() {
    let record = one("(;GM[11]SZ[7]PB[A]PW[B];B[C2];W[swap-pieces];B[d4];W[resign])");
    assert_eq!(moves(&record), ["c2", "swap", "d4"]);
    assert_eq!((record.result, record.comment.as_str()), (GameResult::Win(Side::First), "White resigns"));
    assert_eq!(tag(&record, "White"), Some("A"));
    assert_eq!(end(&record), "......./......./.o...../...x.../......./......./....... o");
    // A swap of the sides is read as the same game, reflected. In this record, `W` after the swap is the player who
    // owns the white stones then: the player who began.
    let stones = one("(;GM[11]SZ[7]RE[W+Resign];B[c2];W[swap-sides];W[d5];B[e4])");
    assert_eq!(moves(&stones), ["c2", "swap", "e4", "d5"]);
    let sides: Vec<_> = stones.plies.iter().map(|ply| ply.side).collect();
    assert_eq!(sides, [Side::First, Side::Second, Side::First, Side::Second]);
    assert_eq!(stones.result, GameResult::Win(Side::First));
    // In this record, a player keeps the same letter after the swap: `B` began and moves again.
    let players = one("(;GM[11]SZ[7]RE[B+Resign];B[c2];W[swap-sides];B[d5](;W[e4])(;W[e5]))");
    assert_eq!(moves(&players), ["c2", "swap", "e4", "d5"]);
    assert_eq!(players.result, GameResult::Win(Side::First));
    assert_eq!(players.variation_texts()[3], "(2... e5)");
    assert_eq!(one("(;GM[11];B[c2];W[forfeit])").comment, "White forfeits");
    assert_eq!(one("(;GM[11];B[c2];W[resign])").result, GameResult::Win(Side::First));
    for (text, expected) in [
        ("(;GM[11];B[c2];W[resign];B[c3])", "B moves after the end of the game"),
        ("(;GM[11];B[c2][c3])", "B has 2 values, expected one move"),
    ] {
        let error = error(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// Returns the result by the rules of Hex, and the winner's name.
fn winner(record: &GameRecord) -> (Outcome, Option<&str>) {
    let game = variant("hex", record.tags.get("Variant").unwrap_or("hex"));
    let line = game.set_up(&record.setup(), &moves(record));
    let line = line.unwrap_or_else(|error| panic!("{record}: {error}"));
    let name = match line.outcome() {
        Outcome::Over(Ending::Win(side)) => tag(record, ["White", "Black"][side.index()]),
        _ => None,
    };
    (line.outcome(), name)
}

/// The format's page on Hex says that Black connects the top and the bottom, even if White begins.
#[test]
fn the_colours_of_hex_have_their_edges() {
    let hex = variant("hex", "7x7");
    let head = "(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[7]PB[Ada]PW[Bob]";
    let game = |moves: [&str; 13]| {
        let colours = if moves[0].starts_with('B') { ["B", "W"] } else { ["W", "B"] };
        let nodes = moves
            .iter()
            .enumerate()
            .map(|(index, text)| format!(";{}[{}]", colours[index % 2], text.trim_start_matches(['B', 'W'])));
        format!("{head}{})", nodes.collect::<String>())
    };
    for (moves, name) in [
        (["Ba1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5", "a6", "b6", "a7"], "Ada"),
        (["Wa1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2", "f1", "f2", "g1"], "Bob"),
    ] {
        let text = game(moves);
        let mut record = one(&text);
        assert_eq!(winner(&record), (Outcome::Over(Ending::Win(Side::First)), Some(name)), "{text}");
        let written = Format::Sgf.write(&mut record, &*hex).expect("SGF").replace('\n', "");
        let nodes = &text[head.len()..];
        assert!(written.ends_with(nodes), "{nodes} in {written}");
        assert_eq!(one(&written).plies, record.plies);
    }
    // Without connection, neither player wins.
    let text = game(["Ba1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2", "f1", "f2", "g1"]);
    assert_eq!(winner(&one(&text)).0, Outcome::Open, "{text}");
    // A game of this program has the same colours.
    let mut record = GameRecord::default();
    record.plies.push(Ply { text: "c2".to_owned(), ..Ply::default() });
    let written = Format::Sgf.write(&mut record, &*hex).expect("SGF");
    assert!(written.contains("PL[B]") && written.contains(";B[c2]"), "{written}");
    // The swap of pieces reflects the stone of any first player.
    let swapped = one("(;GM[11]SZ[7];W[c2];B[swap-pieces];W[d5])");
    assert_eq!(moves(&swapped), ["b3", "swap", "e4"]);
    assert_eq!(end(&swapped), "......./..o..../......./....x../......./......./....... o");
}

/// In files of Little Golem, the first player moves the stones that the file calls white, but is black in `PB` and
/// `RE`.
#[test]
fn games_of_little_golem_are_those_of_hex() {
    let record = one("(;FF[4]EV[hex.ch.23.1.1]PB[Ada]PW[Bob]SZ[11]RE[B]GC[ game #1]\
         SO[http://www.littlegolem.com];W[ab];B[swap];W[kj];B[ie];W[fh];B[resign])");
    assert_eq!((tag(&record, "Game"), tag(&record, "Variant")), (Some("hex"), Some("hex")));
    assert_eq!((tag(&record, "White"), tag(&record, "Black")), (Some("Ada"), Some("Bob")));
    assert_eq!(moves(&record), ["a2", "swap", "k10", "i5", "f8"]);
    assert_eq!(record.result, GameResult::Win(Side::First));
    assert!(end(&record).starts_with(".o........./"), "{}", end(&record));
}

#[test]
fn points_of_two_letters_are_read() {
    let record = one("(;FF[4]GM[2]SZ[8]PB[A]PW[B];B[dc];W[cc];B[CD];W[e3];B[tt];W[];B[pass])");
    assert_eq!(moves(&record), ["d3", "c3", "c4", "e3", "pass", "pass", "pass"]);
    let othello = game("othello");
    othello.set_up(&record.setup(), &["d3", "c3", "c4", "e3"]).expect("a game of Othello");
    let text = "......../......../......../...ox.../...xox../.....o../......../........ o";
    assert_eq!(tag(&one("(;GM[2]AB[ef]AW[ff]PL[W])"), "FEN"), tag(&one("(;GM[2]AB[e6]AW[f6]PL[W])"), "FEN"));
    assert_eq!(tag(&one("(;GM[2]AB[fe]AW[ff]PL[W])"), "FEN"), Some(text));
    assert_eq!(moves(&one("(;GM[11]SZ[7];B[bc];W[gg])")), ["b3", "g7"]);
    // Moves of other games are kept as they are written.
    assert_eq!(moves(&one("(;GM[santorini];B[dc])")), ["dc"]);
}

/// A result inside a variation is kept in every format.
#[test]
fn variations_keep_their_results() {
    let text = "[Game \"othello\"]\n\n1. d3 (1. c4 1-0) (1. e6 {mine} 1... f4 0-1) 1... c3 (1... e3 2. f4 (2. c5 1/2-1/2) *) \
                (1-0) 2. c4 *\n";
    let record = one(text);
    let results: Vec<_> = record.plies[0].variations.iter().map(|line| line.result.to_string()).collect();
    assert_eq!(results, ["1-0", "0-1"]);
    let othello = game("othello");
    for format in [Format::Sgf, Format::Pgn] {
        let mut written = record.clone();
        let text = format.write(&mut written, &*othello).expect("a game of Othello");
        assert_eq!(one(&text).plies, written.plies, "{text}");
    }
    let resigned = one("(;GM[11]SZ[7];B[a1](;W[a2])(;W[a3];B[resign]))");
    let text = resigned.variation_texts()[1].clone();
    assert_eq!(text, "(1... a3 {Black resigns} 0-1)");
    let mut resigned = resigned;
    let written = Format::Sgf.write(&mut resigned, &*variant("hex", "7x7")).expect("SGF");
    assert_eq!(one(&written).variation_texts()[1], text, "{written}");
    // Outside a variation, `NR` is a property like any other.
    let record = one("(;GM[2];B[d3]NR[1-0];W[c3]NR[x]NR[0-1])");
    assert_eq!(record.plies[0].comment, "[%sgf NR[1-0]]");
    assert_eq!(record.result, GameResult::Unknown);
}

/// The colours of a file are kept, because other properties depend on them.
#[test]
fn the_colours_of_a_file_are_kept() {
    let game = variant("hex", "7x7");
    let mut record = one("(;GM[11]SZ[7]PB[A]PW[B]BR[3d]RE[B+Resign];B[c2];W[swap-pieces];B[d4])");
    let text = Format::Sgf.write(&mut record, &*game).expect("SGF");
    for part in ["GM[11]", "SZ[7]", "PB[A]", "PW[B]", "BR[3d]", "RE[B+Resign]", ";B[c2]", ";W[swap-pieces]"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(one(&text).plies, record.plies);
}

#[test]
fn the_encoding_is_the_named_one() {
    let name = |text: &[u8]| {
        read(text).swap_remove(0).map(|record| record.tags.get("White").unwrap_or_default().to_owned())
    };
    for (text, expected) in [
        (&b"(;GM[2]CA[ISO-8859-1]PB[J\xfcrgen];B[f5])"[..], "Jürgen"),
        (b"(;GM[2]PB[J\xfcrgen];B[f5])", "Jürgen"),
        (b"(;GM[2]PB[J\xc3\xbcrgen];B[f5])", "Jürgen"),
        (b"(;GM[2]PB[J\xfcrgen]CA[latin1];B[f5])", "Jürgen"),
        (b"(;GM[2]CA[ISO-8859-1]PB[J\xc3\xbcrgen];B[f5])", "JÃ¼rgen"),
        (b"(;GM[2]CA[windows-1252]PB[\x80];B[f5])", "€"),
        (b"\xef\xbb\xbf(;GM[2]CA[UTF-8]PB[J\xc3\xbcrgen];B[f5])", "Jürgen"),
        (b"(;GM[2]CA[Big5]PB[Li];B[f5])", "Li"),
    ] {
        assert_eq!(name(text).as_deref(), Ok(expected));
    }
    let error = name(b"(;GM[2]\nCA[Big5]PB[\xa7\xf5];B[f5])").expect_err("an unknown encoding");
    assert_eq!(error, "line 2, column 9: PB is not ASCII, and CA is 'Big5', expected UTF-8 or ISO-8859-1");
    let mut records = formats::read(&b"(;GM[2];B[f5])\n(;GM[2]C[\xfc];B[f5]\nC[\xe4])"[..]).expect("text");
    let lines: Vec<_> = (0..3).map(|_| (records.next().is_some(), records.line_in_latin_1())).collect();
    assert_eq!(lines, [(true, None), (true, Some(2)), (false, Some(2))]);
}

#[test]
fn nothing_disappears() {
    let record = one("(;GM[2]GN[x];B[f5]C[one][two]NT[nonsense])");
    assert_eq!(record.comment, "one two [%sgf NT[nonsense]]");
    let game = game("othello");
    let mut record = one("(;GM[2];B[f5])");
    record.tags.push("a:b%", "c:d");
    let text = Format::Sgf.write(&mut record, &*game).expect("SGF");
    assert_eq!(tag(&one(&text), "a:b%"), Some("c:d"), "{text}");
    for result in ["b+3.5", "B+", "0", "Draw", "draw", "?"] {
        let record = one(&format!("(;GM[2]RE[{result}];B[f5])"));
        let expected = match result.chars().next() {
            Some('b' | 'B') => GameResult::Win(Side::First),
            Some('?') => GameResult::Unknown,
            _ => GameResult::Draw,
        };
        assert_eq!(record.result, expected, "{result}");
    }
}

/// Only what was kept of an SGF file is written as properties, so no text adds moves or cannot be read again.
#[test]
fn texts_that_look_like_kept_properties_stay_texts() {
    let game = game("hex");
    for comment in
        ["[%sgf N[a];W[k11];B[c3]N[b]]", "see [%sgf note [1]]", "[%sgf B[c3]]", "[%sgf N[a]", "[%sgf N[a\\]]"]
    {
        let mut record = one("(;GM[11];B[a1])");
        record.comment = comment.to_owned();
        record.tags.push("SGF_N", "[x];B[a1];W[b2];C[]");
        let text = Format::Sgf.write(&mut record, &*game).expect("SGF");
        let again = one(&text);
        assert_eq!((moves(&again), again.comment.as_str()), (vec!["a1"], comment), "{text}");
    }
    assert_eq!(one("(;GM[2]C[one\rtwo\r\nthree];B[f5])").before, "one two three");
}
