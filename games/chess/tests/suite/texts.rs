//! Tests of the texts of positions and moves, and of the halfmove clock, which is a part of a position's text.

use plywright::engine::{Outcome, Setup};
use plywright::prelude::*;
use plywright::testkit::{Player, play_line_from, rows};
use plywright::{OptionValue, Part};
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

/// A client may set all options to the defaults of chess before it chooses the variant. Castling would then be written
/// as a move from g1 to g1.
#[test]
fn the_numbered_start_positions_have_the_texts_of_chess960_whatever_the_option() {
    let mut options = Chess::variant("chess960-0").expect("a variant").options();
    options.set("UCI_Chess960", &OptionValue::Check(false)).expect("an option");
    let game = options.game();
    let start = game.position_text(&game.start());
    assert_eq!(game.parse_position(&start), Ok(game.start()));
    let castling = game.parse_position("4k3/8/8/8/8/8/8/6KR w H - 0 1").expect("a position");
    assert_eq!(moves_from(game, &castling, "g1"), ["g1f1", "g1f2", "g1g2", "g1h1", "g1h2"]);
}

/// The en passant square is dropped if the capture is not legal. Otherwise, two positions with the same moves would
/// differ, and repetitions would be missed.
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
fn texts_that_are_no_positions_are_refused_by_field() {
    for [text, part] in rows(include_str!("../data/refused.tsv")) {
        let error = Chess::default().parse_position(text).expect_err(text);
        assert_eq!(error.part, part, "{text}: {error}");
    }
}

/// The move generator of `cozy-chess` assumes that impossible boards do not occur.
#[test]
fn impossible_boards_are_refused_with_the_reason() {
    for [text, reason] in rows(include_str!("../data/impossible.tsv")) {
        for game in [Chess::default(), chess_960()] {
            let error = game.parse_position(text).expect_err(text).to_string();
            assert!(error.contains("board is '") && error.ends_with(reason), "{text}: {error}");
        }
    }
}

/// A clock beyond 100 can be read, because a record or another program may go on after a draw by the
/// fifty-move rule.
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
        let mut engine = Player::new(&*plywright_chess::game()).expect("an engine");
        engine.set_position(&Setup::Text(game.position_text(&at)), &[]).expect("a position");
        let outcome = if clock < 100 { Outcome::Open } else { Outcome::Over(Ending::Draw) };
        assert_eq!(engine.line.outcome(), outcome, "{clock}");
    }
}

#[test]
fn a_capture_sets_the_halfmove_clock_to_0() {
    let game = Chess::default();
    let capture = position("4k3/8/8/8/8/8/r7/R3K3 w - - 300 70");
    let after = play_line_from(&game, capture, &["a1a2"]);
    assert_eq!(game.position_text(&after), "4k3/8/8/8/8/8/R7/4K3 b - - 0 70");
}

/// The largest move number in a position's text is 65535. Later moves leave it unchanged.
#[test]
fn the_number_of_the_move_ends_at_65535() {
    let game = Chess::default();
    let after = play_line_from(&game, position("4k2r/8/8/8/8/8/8/R3K3 b - - 0 65535"), &["h8g8", "a1b1"]);
    assert_eq!(game.position_text(&after), "4k1r1/8/8/8/8/8/8/1R2K3 b - - 2 65535");
}

#[test]
fn moves_are_read_in_many_spellings() {
    let game = Chess::default();
    for [at, long, texts] in rows(include_str!("../data/moves.tsv")) {
        let at = position(at);
        for text in texts.split(' ') {
            let read = game.parse_move(&at, text).map(|mv| game.move_text(&at, mv));
            assert_eq!(read.as_deref().unwrap_or("-"), long, "{text}");
        }
    }
    assert!(game.parse_move(&game.start(), "").is_err());
}

/// A user who moves a king or a pawn of the position must be able to change the castling rights or the en passant
/// square.
#[test]
fn castling_rights_and_passed_squares_can_be_edited() {
    let words = |game: Chess, text: &str| {
        let scene = game.scene(&game.parse_position(text).expect(text));
        let Some(Part::List { parts, .. }) = scene.form.parts.last() else { panic!("a list of parts") };
        let chosen = parts.iter().filter_map(|part| match part {
            Part::Word { choices, chosen, .. } => Some(choices[*chosen].0),
            _ => None,
        });
        chosen.collect::<Vec<_>>()
    };
    let passed = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    assert_eq!(words(Chess::default(), passed), ["KQkq", "d6"]);
    assert_eq!(words(chess_960(), "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"), ["KQkq", "-"]);
    // The right is that of an inner rook, for which K and Q do not stand.
    assert_eq!(words(chess_960(), "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"), ["-"]);
}
