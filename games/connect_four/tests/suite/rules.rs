//! Tests of the rules of connect four against published counts, and of the texts of positions.

use std::collections::HashSet;

use plywright::prelude::*;
use plywright::testkit::{play_line, rows};
use plywright_connect_four::{ConnectFour, Size};

pub(crate) const GAME: ConnectFour = ConnectFour(Size::USUAL);

/// Returns the position after moves from the empty board. Each character of `columns` is the number of a column, from
/// 1.
pub(crate) fn after(columns: &str) -> Pieces {
    let columns: Vec<&str> = columns.split("").filter(|column| !column.is_empty()).collect();
    play_line(&GAME, &columns)
}

/// Returns the numbers of positions with 0, 1, 2, ... stones, up to `max` stones or the full board. Asserts that
/// different positions have different keys.
fn count_positions(game: ConnectFour, max: usize) -> Vec<usize> {
    let mut level = vec![game.start()];
    let mut counts = Vec::new();
    while counts.len() <= max && !level.is_empty() {
        counts.push(level.len());
        let (mut keys, mut next) = (HashSet::new(), HashSet::new());
        for board in &level {
            let mut moves = Moves::new();
            game.moves(board, &mut moves);
            for mv in moves {
                let mut child = *board;
                game.play(&mut child, mv);
                assert_eq!(next.insert(child), keys.insert(child.key()), "{}", game.position_text(&child));
            }
        }
        level = next.into_iter().collect();
    }
    counts
}

/// John Tromp has published the expected numbers. For the usual board, the numbers of positions with 0, 1, 2, ...
/// stones are sequence A212693 of the On-Line Encyclopedia of Integer Sequences. For small boards, the total numbers
/// of positions are on <https://tromp.github.io/c4/c4.html>.
#[test]
fn positions_are_as_many_as_known() {
    assert_eq!(count_positions(GAME, 8), [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]);
    for (size, count) in [("4x4", 161_029), ("4x5", 1_706_255)] {
        let game = ConnectFour::variant(size).expect("a size");
        assert_eq!(count_positions(game, usize::MAX).into_iter().sum::<usize>(), count, "{size}");
    }
}

#[test]
fn texts_show_the_board_as_it_hangs() {
    let board = after("4435");
    assert_eq!(GAME.position_text(&board), "......./......./......./......./...o.../..xxo.. x");
}

#[test]
fn a_stone_in_the_centre_is_worth_more_than_one_at_the_edge() {
    let mut eval = GAME.eval();
    assert!(eval.evaluate(&GAME, &after("41")) > eval.evaluate(&GAME, &after("14")));
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    for [text, reason] in rows(include_str!("data/refused.tsv")) {
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
