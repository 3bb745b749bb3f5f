//! Tests that boards are solved with the published results: Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk, *Solving
//! Kalah*, ICGA Journal 23 (2000). The article gives the winner of each start position. The margins come from an
//! independent solver, a null-window search whose table ignores the stores.

use std::fs;
use std::path::Path;

use plywright::prelude::*;
use plywright::search::{Algorithm, Limits, Value};
use plywright::tablebase::{SolveControl, SolveOptions, Stored, Tables, solve, verify};
use plywright::{Depth, testkit};
use plywright_kalah::Kalah;

use crate::variant;

/// Solves and verifies a variant, and passes its tables to `check`.
fn solved(name: &str, check: impl FnOnce(&Tables<Kalah>)) {
    let game = variant(name);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kalah {name} {}", std::process::id()));
    let options = SolveOptions { folder: folder.clone(), max_pieces: None, memory: 1 << 30, format: None };
    let control = SolveControl::new(2);
    let solution = solve(&game, &options, control).expect("a solution");
    assert_eq!(verify(&game, &folder, control), Ok(solution));
    check(&Tables::open(game, Stored::folder(&folder)).expect("tables"));
    fs::remove_dir_all(folder).expect("a folder");
}

/// Returns the margin at the start in seeds, for the first side.
fn margin(tables: &Tables<Kalah>) -> Option<i32> {
    let start = tables.value(&tables.game().start()).expect("sound files");
    start.and_then(Value::points).map(|points| points / 100)
}

/// Returns the score of a search of the start to depth 40, which suffices to solve the smaller boards.
fn searched(game: Kalah) -> Option<Score> {
    let limits = Limits { depth: Some(Depth(40)), ..Limits::default() };
    testkit::searched(&game, &game.start(), Algorithm::Pvs, limits).score()
}

#[test]
fn a_board_of_three_houses_is_solved_and_the_search_agrees() {
    solved("3x3", |tables| {
        assert_eq!(margin(tables), Some(2));
        assert_eq!(searched(*tables.game()), Some(Score(200)));
    });
}

#[test]
#[ignore = "takes a minute"]
fn a_board_of_four_houses_is_solved() {
    solved("4x3", |tables| assert_eq!(margin(tables), Some(8)));
}

#[test]
fn a_search_solves_a_board_of_four_houses() {
    assert_eq!(searched(variant("4x3")), Some(Score(800)));
}
