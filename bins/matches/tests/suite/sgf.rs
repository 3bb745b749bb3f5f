//! Tests of SGF: encodings, properties that are kept, and colours. Files as other programs write them are in the table
//! `read.jsonl`, which `records.rs` tests.

use plywright::Side;
use plywright_matches::record::formats::{self, Format};
use plywright_matches::record::{GameRecord, GameResult, Ply};

use crate::support::{game, moves, one, read};

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
fn joined_files_with_byte_order_marks_are_read() {
    let records = read("\u{feff}(;GM[2];B[f5])\u{feff}(;GM[2];B[f5])\r\n\u{feff}(;GM[2];B[f5])\r\n");
    assert!(records.len() == 3 && records.iter().all(Result::is_ok), "{records:?}");
}

#[test]
fn an_end_of_file_character_is_no_game() {
    assert_eq!(read("(;GM[2];B[f5])\r\n\u{1a}").len(), 1);
}

/// A text that only looks like kept properties could add moves or spoil the file if it were written as properties.
#[test]
fn texts_that_look_like_kept_properties_stay_texts() {
    let game = game("hex");
    for comment in
        ["[%sgf N[a];W[k11];B[c3]N[b]]", "see [%sgf note [1]]", "[%sgf B[c3]]", "[%sgf N[a]", "[%sgf N[a\\]]"]
    {
        let mut record = one("(;GM[11];B[a1])");
        record.comment = comment.to_owned();
        record.tags.push("SGF_N", "[x];B[a1];W[b2];C[]");
        record.tags.push("a:b%", "c:d");
        let text = Format::Sgf.write(&mut record, &*game).expect("SGF");
        let again = one(&text);
        assert_eq!((moves(&again), again.comment.as_str()), (vec!["a1"], comment), "{text}");
        assert_eq!(again.tags.get("a:b%"), Some("c:d"), "{text}");
    }
}

/// White begins in chess, Breakthrough and Mill. In the other games, the first side is Black in SGF.
#[test]
fn the_colours_are_those_of_the_game() {
    fn written(name: &str) -> String {
        let rules = game(name);
        let mut record = GameRecord { result: GameResult::Win(Side::First), ..GameRecord::default() };
        record.tags.push("White", "first");
        record.tags.push("Black", "second");
        let text = rules.start().move_texts().swap_remove(0);
        record.plies.push(Ply { text, ..Ply::default() });
        Format::Sgf.write(&mut record, &*rules).expect("SGF").replace('\n', "")
    }
    let white = ["PW[first]", "PB[second]", "RE[W+]", "PL[W]", ";W["];
    let black = ["PB[first]", "PW[second]", "RE[B+]", "PL[B]", ";B["];
    for (text, gm, colours) in [
        (written("chess"), "GM[3]", white),
        (written("breakthrough"), "GM[breakthrough]SZ[8]", white),
        (written("mill"), "GM[5]", white),
        (written("hex"), "GM[11]SZ[11]", black),
        (written("othello"), "GM[2]", black),
        (written("connect-four"), "GM[connect-four]SZ[7:6]", black),
        (written("kalah"), "GM[kalah]", black),
        (written("tic-tac-toe"), "GM[tic-tac-toe]", black),
        (written("gyges"), "GM[gyges]", black),
        (written("santorini"), "GM[santorini]", black),
    ] {
        for part in [&[gm][..], &colours].concat() {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

/// The standard allows each property once in a node, with a list of values.
#[test]
fn each_property_of_a_node_is_written_once() {
    let mut record = one("(;GM[2]AP[Other:1]EV[a]EV[b]TG[x:1]TG[y:2];B[f5]TE[1]TE[2]NG[$10]NG[$14])");
    let text = Format::Sgf.write(&mut record, &*game("othello")).expect("SGF");
    for name in ["AP[", "EV[", "TG[", "TE[", "NG["] {
        assert_eq!(text.matches(name).count(), 1, "{name} in {text}");
    }
    let mut again = one(&text);
    for tags in [&mut record.tags.0, &mut again.tags.0] {
        tags.sort();
    }
    assert_eq!((again.tags, again.plies), (record.tags, record.plies), "{text}");
    // Other programs read the standard's mark of a good move.
    let mut record = one("(;GM[2];B[f5]NG[$14]TE[1])");
    assert_eq!(record.plies[0].glyphs, "$14 $1");
    let text = Format::Sgf.write(&mut record, &*game("othello")).expect("SGF");
    assert!(text.contains("NG[$14]TE[1]"), "{text}");
    // A node without a move stays apart from the root.
    let mut record = one("(;GM[2]GN[a];PL[B]GN[b];B[f5])");
    let text = Format::Sgf.write(&mut record, &*game("othello")).expect("SGF");
    assert!(text.contains(";PL[B]GN[b]"), "{text}");
    assert_eq!(one(&text).before, record.before, "{text}");
}

/// The result of a changed game replaces that of its file.
#[test]
fn a_changed_result_replaces_that_of_the_file() {
    let game = game("othello");
    let mut record = one("(;GM[2]RE[B+Resign];B[f5])");
    for (result, expected) in [
        (GameResult::Win(Side::First), "RE[B+Resign]"),
        (GameResult::Win(Side::Second), "RE[W+]"),
        (GameResult::Draw, "RE[0]"),
        (GameResult::Unknown, "RE[?]"),
    ] {
        record.result = result;
        let text = Format::Sgf.write(&mut record, &*game).expect("SGF");
        assert!(text.contains(expected) && text.matches("RE[").count() == 1, "{text}");
        assert_eq!(one(&text).result, result, "{text}");
    }
}
