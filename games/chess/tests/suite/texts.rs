//! Tests of the text of positions and moves.

use plywright::engine::{Outcome, Setup};
use plywright::prelude::*;
use plywright::testkit::{Player, play_line_from};
use plywright_chess::{Chess, Position};

use super::chess_960;

const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

fn position(text: &str) -> Position {
    Chess::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the texts of the legal moves that begin with `prefix`, sorted.
fn moves_from(game: Chess, position: &Position, prefix: &str) -> Vec<String> {
    let mut moves = Moves::new();
    game.moves(position, &mut moves);
    let texts = moves.iter().map(|mv| game.move_text(position, *mv));
    let mut texts: Vec<_> = texts.filter(|text| text.starts_with(prefix)).collect();
    texts.sort();
    texts
}

#[test]
fn castling_is_written_as_the_variant_wants_it_and_read_in_both_ways() {
    let both = position(CASTLING);
    assert_eq!(moves_from(Chess::default(), &both, "e1"), ["e1c1", "e1d1", "e1f1", "e1g1"]);
    assert_eq!(moves_from(chess_960(), &both, "e1"), ["e1a1", "e1d1", "e1f1", "e1h1"]);
    for game in [Chess::default(), chess_960()] {
        for text in ["e1g1", "e1h1", "E1G1", "O-O", "0-0"] {
            let after = play_line_from(&game, both.clone(), &[text]);
            let expected = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b kq - 1 1";
            assert_eq!(Chess::default().position_text(&after), expected, "{text}");
        }
    }
}

#[test]
fn castling_rights_are_letters_of_files_or_of_wings() {
    let game = chess_960();
    let read = |text: &str| game.position_text(&game.parse_position(text).expect(text));
    let files = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    assert_eq!(read("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"), files);
    assert_eq!(read(files), files);
    let error = Chess::default().parse_position(files).expect_err("not a right of chess");
    assert!(error.to_string().contains("castling rights is 'GBgb'"), "{error}");
    let usual = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    assert_eq!(read(usual), usual);
    assert_eq!(read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"), usual);
}

/// The en passant square is kept only if the capture is legal, so that repetitions are recognised.
#[test]
fn a_passed_square_counts_only_if_a_pawn_can_capture_there() {
    let game = Chess::default();
    let after = |moves: &[&str]| game.position_text(&play_line_from(&game, game.start(), moves));
    assert!(after(&["e2e4"]).ends_with(" b KQkq - 0 1"));
    assert!(after(&["e2e4", "a7a6", "e4e5", "d7d5"]).ends_with(" w KQkq d6 0 3"));
    // The capture would expose the king to the rook on the same rank.
    let pinned = position("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1");
    assert_eq!(game.position_text(&pinned), "8/8/8/KPp4r/8/8/8/4k3 w - - 0 1");
    assert_eq!(pinned.key(), position("8/8/8/KPp4r/8/8/8/4k3 w - - 0 1").key());
}

#[test]
fn positions_that_are_none_are_refused_by_field() {
    for (text, part) in [
        ("", "FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"),
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "board"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 70000", "number of the move"),
        ("é3k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "board"),
    ] {
        let error = Chess::default().parse_position(text).expect_err(text);
        assert_eq!(error.part, part, "{text}: {error}");
    }
}

/// Positions that no game reaches, and from which the code of the rules could not play on.
#[test]
fn impossible_boards_are_refused_with_the_reason() {
    let side_by_side = "expected kings that do not stand side by side";
    let checks =
        "expected the side that does not move not in check, and the other side by at most two pieces";
    for (text, reason) in [
        ("8/8/8/3k4/3K4/8/8/R7 w - - 0 1", side_by_side),
        ("8/8/8/3kK3/8/8/8/7R w - - 0 1", side_by_side),
        ("8/8/8/3k4/4K3/8/8/7R b - - 0 1", side_by_side),
        ("kK6/8/8/8/8/8/8/7R b - - 0 1", side_by_side),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", checks),
        ("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", checks),
        ("4k3/8/3N4/8/8/8/8/4K3 w - - 0 1", checks),
        ("4k3/3P4/3N4/8/8/8/4R3/4K3 b - - 0 1", checks),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "expected no pawn on the first or the last row"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "expected no pawn on the first or the last row"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "expected one king a side"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "expected one king a side"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "expected at most 8 pawns a side"),
        ("4k3/8/8/8/8/Q7/QQQQQQQQ/QQQQKQQQ b - - 0 1", "expected at most 16 pieces a side"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "expected 8 rows of 8 squares, such as 'rnbqkbnr'"),
        ("4k3/8/8/8/8/8/8/4K3x w - - 0 1", "expected 8 rows of 8 squares, such as 'rnbqkbnr'"),
    ] {
        for game in [Chess::default(), chess_960()] {
            let error = game.parse_position(text).expect_err(text).to_string();
            assert!(error.contains("board is '") && error.ends_with(reason), "{text}: {error}");
        }
    }
}

/// The fifty-move rule draws a game at 100; a record or another program may go on counting.
#[test]
fn halfmove_clocks_are_read_up_to_65535() {
    let game = Chess::default();
    for clock in [0_u16, 99, 100, 101, 149, 65_534, 65_535] {
        let text = format!("4k2r/8/8/8/8/8/8/R3K3 w - - {clock} 70");
        let at = position(&text);
        assert_eq!((game.halfmove_clock(&at), game.position_text(&at)), (clock, text));
        let after = |mv| game.position_text(&play_line_from(&game, at.clone(), &[mv]));
        let next = clock.saturating_add(1);
        assert_eq!(after("a1b1"), format!("4k2r/8/8/8/8/8/8/1R2K3 b - - {next} 70"));
        let mut engine = Player::<Chess>::new(None).expect("an engine");
        engine.set_position(&Setup::Text(game.position_text(&at)), &[]).expect("a position");
        let outcome = if clock < 100 { Outcome::Open } else { Outcome::Over(Ending::Draw) };
        assert_eq!(engine.line.outcome(), outcome, "{clock}");
    }
    let capture = position("4k3/8/8/8/8/8/r7/R3K3 w - - 300 70");
    let after = play_line_from(&game, capture, &["a1a2"]);
    assert_eq!(game.position_text(&after), "4k3/8/8/8/8/8/R7/4K3 b - - 0 70");
}

/// The text of a position holds move numbers up to 65535. Later moves do not increase the number.
#[test]
fn the_number_of_the_move_ends_at_65535() {
    let game = Chess::default();
    let after = play_line_from(&game, position("4k2r/8/8/8/8/8/8/R3K3 b - - 0 65535"), &["h8g8", "a1b1"]);
    assert_eq!(game.position_text(&after), "4k1r1/8/8/8/8/8/8/1R2K3 b - - 2 65535");
}

#[test]
fn moves_are_read_in_standard_algebraic_notation_too() {
    let game = Chess::default();
    let at = position("2r5/P3k3/8/8/8/8/3n4/R3K2R w KQ - 0 1");
    for (text, long) in [
        ("a8=Q", "a7a8q"),
        ("a8N", "a7a8n"),
        ("Kxd2", "e1d2"),
        ("Kxd2!?", "e1d2"),
        ("Rd1", "a1d1"),
        ("Rh8", "h1h8"),
    ] {
        let read = game.parse_move(&at, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.move_text(&at, read), long);
    }
    for text in ["", "e4", "O-O", "hello", "e1e9", "a7a8", "a7a8k", "e1g1qqqq", "ééé"] {
        assert!(game.parse_move(&at, text).is_err(), "{text}");
    }
}

/// A capital B is a bishop before it is a file. Only if no bishop has this move is it the coordinate.
#[test]
fn a_capital_b_is_a_bishop() {
    let game = Chess::default();
    let at = position("4k3/8/8/4B3/8/8/1p6/1N2B1K1 w - - 0 1");
    for (text, long) in [
        ("B1c3", "e1c3"),
        ("B5c3", "e5c3"),
        ("Be1c3", "e1c3"),
        ("b1c3", "b1c3"),
        ("B1A3", "b1a3"),
        ("B1d2", "e1d2"),
        ("Bxb2", "e5b2"),
        ("Nc3", "b1c3"),
    ] {
        let read = game.parse_move(&at, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.move_text(&at, read), long, "{text}");
    }
    assert!(game.parse_move(&at, "Bc3").is_err(), "two bishops");
    let pawn = position("4k3/8/8/8/8/p1p5/1P6/B3K3 w - - 0 1");
    for (text, long) in [("bxc3", "b2c3"), ("bc", ""), ("Bxb2", ""), ("bxa3", "b2a3"), ("b4", "b2b4")] {
        let read = game.parse_move(&pawn, text).map(|mv| game.move_text(&pawn, mv));
        assert_eq!(read.unwrap_or_default(), long, "{text}");
    }
}

/// Spellings of other programs and of older books.
#[test]
fn moves_are_read_in_many_spellings() {
    let game = Chess::default();
    let at = position("r3k3/P6P/8/3pP3/8/8/8/R3K2R w KQq d6 0 1");
    for (long, texts) in [
        ("h7h8q", &["h8=Q", "h8Q", "h8=q", "h8(Q)", "h8=Q+", "h8q", "h7-h8=Q", "h7h8Q", "h8/Q", "H7H8Q"][..]),
        ("h7h8b", &["h8=B", "h8B", "h8=b", "h8(b)", "h7h8b"]),
        ("e1g1", &["O-O", "0-0", "o-o", "O-O+", "0-0!", "e1g1", "e1h1"]),
        ("e1c1", &["O-O-O", "0-0-0", "o-o-o"]),
        ("e5d6", &["exd6", "e5xd6", "e5-d6", "ed6", "e:d6", "exd6#", "exd6++"]),
        ("a1d1", &["Rd1", "Rad1", "Ra1d1", "Ra1-d1", "R1d1"]),
    ] {
        for text in texts {
            let read = game.parse_move(&at, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(game.move_text(&at, read), long, "{text}");
        }
    }
    for text in ["Kh1", "Kxh1", "Ka1", "h8", "h8=K", "h8=P", "O", "--", "Rd", "Rd1d1", "R-", "()", "h8()"] {
        assert!(game.parse_move(&at, text).is_err(), "{text}");
    }
}
