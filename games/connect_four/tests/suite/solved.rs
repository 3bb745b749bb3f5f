//! Tests that searches find known values and distances of connect four, which is a solved game.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, SearchResult, Table};
use plywright::testkit::rows;
use plywright::{Depth, Playable, Score};

use crate::rules::{GAME, after};

const SQUARES: usize = 42;

/// Converts a score in `data/solved.tsv`, which is for the side to move, to the framework's [`Score`].
///
/// The sides take turns, so the first side's n-th stone is stone `2n - 1` of the game, and the second side's n-th stone
/// is stone `2n`. A score other than 0 means that the winner wins with its stone number `22 - |score|`. The number of
/// that stone in the game, minus the number of stones already played, is the number of plies to the end.
fn expected(columns: &str, score: i32) -> Score {
    let played = columns.len();
    let first_wins = played.is_multiple_of(2) == (score > 0);
    let winners_stones = 22 - score.unsigned_abs() as usize;
    let plies = (2 * winners_stones - usize::from(first_wins)).saturating_sub(played) as u32;
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in(plies),
        _ => Score::loss_in(plies),
    }
}

/// Plays the moves `columns`, and searches the position after them to the end of the game.
fn solve(algorithm: Algorithm, columns: &str, mebibytes: usize, threads: usize) -> SearchResult<u8> {
    let table = Arc::new(Table::new(mebibytes).expect("memory for the table"));
    let mut search = algorithm.search(GAME, GAME.eval(), Resources { threads, ..Resources::new(table) });
    let limits = Limits { depth: Some(Depth((SQUARES - columns.len()) as u16)), ..Limits::default() };
    search.search(&Root::new(&GAME, after(columns)), &limits, &Control::new(), &mut ())
}

fn check(table: &str, algorithms: &[Algorithm], mebibytes: usize) {
    for [columns, score] in rows(table) {
        let score = score.parse().expect("a score");
        for algorithm in algorithms {
            let found = solve(*algorithm, columns, mebibytes, 1).score();
            assert_eq!(found, Some(expected(columns, score)), "{columns} by {}", algorithm.name());
        }
    }
}

#[test]
fn scores_of_the_test_sets_are_distances() {
    // Each side can win with its fourth stone: the first side with the seventh stone of the game, the second side with
    // the eighth.
    assert_eq!(expected("121212", 18), Score::win_in(1));
    assert_eq!(expected("1212126", 18), Score::win_in(1));
}

#[test]
fn positions_near_the_end_have_their_known_values() {
    check(include_str!("data/solved.tsv"), &[Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF], 16);
}

#[test]
fn positions_far_from_the_end_have_their_known_values() {
    check(include_str!("data/solved_far_from_the_end.tsv"), &[Algorithm::Pvs], 64);
}

/// Victor Allis and, independently, James Allen proved in 1988 that the first player wins with the centre
/// column. John Tromp's databases show that the 41st stone wins, which is the score 1 of `data/solved.tsv`.
#[test]
#[ignore = "takes three minutes of two cores, and two gibibytes"]
fn the_start_is_a_win_by_the_centre_column() {
    let found = solve(Algorithm::Pvs, "", 2048, 2);
    assert_eq!(found.score(), Some(expected("", 1)));
    assert_eq!(found.best(), Some(3));
}
