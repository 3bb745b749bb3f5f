//! Tests of variety in the engine's play. A search whose only limit is time chooses at random among the symmetric
//! images of the best move, because these are equally good. The random algorithm chooses among all moves. A search of a
//! fixed depth does not vary.

use std::collections::HashSet;
use std::time::Duration;

use plywright::Depth;
use plywright::engine::{Go, Setup};
use plywright::search::Algorithm;
use plywright::testkit::Player;

use crate::positions::searched;

fn engine(seed: u64) -> Player {
    crate::positions::engine(&[("Seed", &seed.to_string())])
}

/// Returns the best move of a search with time as the only limit. Asserts that the reported line is legal and begins
/// with this move.
fn play(player: &Player) -> String {
    let go = Go { move_time: Some(Duration::from_millis(20)), ..Go::default() };
    let (answer, lines) = searched(player, &go);
    let best = answer.best.expect("a move");
    let line = &lines.last().expect("a line").moves;
    assert_eq!(line.first(), Some(&best), "the reported line begins with the move");
    let moves: Vec<&str> = line.iter().map(String::as_str).collect();
    let here = Setup::Text(player.line.text());
    engine(1).set_position(&here, &moves).expect("a line of legal moves");
    best
}

#[test]
fn the_opening_differs_with_the_seed_and_from_game_to_game() {
    let by_seed: HashSet<String> = (1..=12).map(|seed| play(&engine(seed))).collect();
    assert!(by_seed.len() > 1, "{by_seed:?}");
    let mut fresh = engine(0);
    let from_game_to_game: HashSet<String> = (0..16)
        .map(|_| {
            fresh.new_game().expect("a table");
            play(&fresh)
        })
        .collect();
    assert!(from_game_to_game.len() > 1, "{from_game_to_game:?}");
}

fn random_player(seed: u64) -> Player {
    let mut engine = engine(seed);
    engine.change(&|settings| settings.algorithm = Algorithm::Random).expect("an algorithm");
    engine
}

fn random_moves(engine: &Player) -> Vec<String> {
    let best_move = || {
        let (answer, _) = engine.search(&Go::default()).answer().expect("an answer");
        answer.best.expect("a move")
    };
    (0..60).map(|_| best_move()).collect()
}

#[test]
fn a_random_player_draws_a_new_move_at_each_search() {
    let mut seven = random_player(7);
    let drawn = random_moves(&seven);
    let distinct: HashSet<&String> = drawn.iter().collect();
    assert!(distinct.len() > 12, "{drawn:?}");
    assert_eq!(random_moves(&random_player(7)), drawn, "the same series under the same seed");
    assert_ne!(random_moves(&seven), drawn, "the series goes on");
    seven.set_seed(7);
    assert_eq!(random_moves(&seven), drawn, "a seed begins its series anew");
    assert_ne!(random_moves(&random_player(8)), drawn);
    let [one, other] = [0, 0].map(|seed| random_moves(&random_player(seed)));
    assert_ne!(one, other, "without a seed games differ");
}

/// The tables know the winning move here, but the random algorithm plays any move.
#[test]
fn a_random_player_probes_no_tables() {
    let mut engine = random_player(1);
    let text = "***@****/O*******/OO****@@ w m s 3 0 3 0 0 0 0 0 0 0 0 0 20";
    engine.set_position(&Setup::Text(text.to_owned()), &[]).expect("a position");
    let drawn: HashSet<String> = random_moves(&engine).into_iter().collect();
    assert!(drawn.len() > 12, "{drawn:?}");
}

/// Time is the only limit, so a run on a busy machine can give a different move.
#[test]
fn a_seed_chooses_the_same_move_in_most_runs() {
    const RUNS: usize = 7;
    for seed in [1, 2, 77] {
        let moves: Vec<String> = (0..RUNS).map(|_| play(&engine(seed))).collect();
        let max_alike = moves.iter().map(|mv| moves.iter().filter(|other| *other == mv).count()).max();
        assert!(max_alike > Some(RUNS / 2), "seed {seed}: {moves:?}");
    }
}

#[test]
fn searches_of_fixed_depth_are_equal_under_every_seed() {
    let study = |seed| {
        let go = Go { depth: Some(Depth(6)), ..Go::default() };
        let (answer, _) = engine(seed).search(&go).answer().expect("an answer");
        (answer.best, answer.nodes)
    };
    let answers: HashSet<_> = [0, 0, 1, 2, 3].map(study).into_iter().collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
}
