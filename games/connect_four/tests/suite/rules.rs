//! The rules of connect four against published counts, and the texts of positions.

use std::collections::HashSet;

use plywright::prelude::*;
use plywright::testkit::play_line;
use plywright::{perft, perft_making_leaves};
use plywright_connect_four::{ConnectFour, Size};

pub(crate) const GAME: ConnectFour = ConnectFour(Size::USUAL);

/// Plays moves from the empty board.
pub(crate) fn after(columns: &str) -> Pieces {
    let columns: Vec<&str> = columns.split("").filter(|column| !column.is_empty()).collect();
    play_line(&GAME, &columns)
}

#[test]
fn perft_of_the_empty_board() {
    const COUNTS: [u64; 10] =
        [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646];
    let start = GAME.start();
    for (depth, count) in (1..).zip(COUNTS) {
        assert_eq!(perft(&GAME, &start, depth), count, "depth {depth}");
    }
    assert_eq!(perft_making_leaves(&GAME, &start, 7), COUNTS[6]);
}

/// For each number of stones, there must be as many distinct keys as positions. John Tromp computed the
/// numbers of positions: sequence A212693 of the On-Line Encyclopedia of Integer Sequences.
#[test]
fn positions_and_keys_are_as_many_as_known() {
    const POSITIONS: [usize; 9] = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];
    let mut level = vec![GAME.start()];
    for (stones, count) in POSITIONS.into_iter().enumerate() {
        assert_eq!(level.len(), count, "after {stones} stones");
        let mut keys = HashSet::new();
        let mut next = Vec::new();
        for board in &level {
            let mut moves = Moves::new();
            GAME.moves(board, &mut moves);
            for mv in moves {
                let mut child = *board;
                GAME.play(&mut child, mv);
                if keys.insert(child.key()) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
}

#[test]
fn fours_in_all_directions_end_the_game() {
    for (columns, winner) in [
        ("1212121", Side::First),
        ("1122334", Side::First),
        ("12233434464", Side::First),
        ("76655454424", Side::First),
        ("31212141", Side::Second),
    ] {
        let before = &columns[..columns.len() - 1];
        assert_eq!(GAME.ending(&after(before)), None, "{before}");
        let board = after(columns);
        assert_eq!(GAME.ending(&board), Some(Ending::Win(winner)), "{columns}");
        assert_eq!(GAME.count(&board), 0);
        assert_eq!(board.side(), !winner, "the turn passes");
    }
}

/// Three stones at the top of a column and one at the bottom of the next are not a four: an unused bit
/// separates the columns.
#[test]
fn a_row_does_not_run_from_one_column_into_the_next() {
    let board = GAME.parse_position("x....../x....../x....../o....../o....../ox....o x");
    assert_eq!(board.map(|board| GAME.ending(&board)), Ok(None));
}

#[test]
fn texts_show_the_board_as_it_hangs() {
    let board = after("4435");
    assert_eq!(GAME.position_text(&board), "......./......./......./......./...o.../..xxo.. x");
    let mut eval = GAME.eval();
    assert!(eval.evaluate(&GAME, &after("41")) > eval.evaluate(&GAME, &after("14")));
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    for (text, reason) in [
        ("", "6 rows"),
        ("......./......./......./......./......./.......", "x or o after the board"),
        ("......./......./......./......./......./....... o", "in turn"),
        ("......./......./......./......./......./........ x", "7 cells"),
        ("......./......./......./......./......./.....é. x", "one of .xo"),
        ("......./......./......./......./...x.../....... o", "no gap"),
        ("......./......./......./......./......./..xx... o", "in turn"),
        ("......./......./......./......./oooo.../xxxx... x", "no move after"),
    ] {
        let error = GAME.parse_position(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// The game is an example for authors, so its code must stay short. Blank lines and comments are not counted.
#[test]
fn the_whole_game_is_short() {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let lines = include_str!("../../src/lib.rs").lines().filter(is_code).count();
    assert!(lines <= 90, "{lines} lines");
}
