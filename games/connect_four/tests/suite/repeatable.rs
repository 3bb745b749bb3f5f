//! Tests that an engine repeats its searches after a new game and on a slower computer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plywright::engine::{Go, Setup};
use plywright::search::{Algorithm, TimeSource};
use plywright::testkit::Player;

#[test]
fn an_equal_search_in_a_new_game_counts_equal_nodes() {
    let mut engine = Player::new(&*plywright_connect_four::game()).expect("memory");
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF, Algorithm::Mcts] {
        engine.change(&|settings| settings.algorithm = algorithm).expect("an algorithm");
        let mut search = || {
            engine.new_game().expect("memory");
            let mut lines = Vec::new();
            let go = Go { depth: Some(plywright::Depth(9)), nodes: Some(20_000), ..Go::default() };
            for moves in [&["4"][..], &["4", "4", "3"]] {
                engine.set_position(&Setup::Start, moves).expect("legal moves");
                let (answer, _) = engine.search(&go).answer().expect("an answer");
                lines.push((answer.best, answer.nodes));
            }
            lines
        };
        assert_eq!(search(), search(), "{}", algorithm.name());
    }
}

/// Lets the engine play a game from `opening` to its end. Returns each move with the line and the score that the engine
/// reports. Each reading of the clock moves it on by `step`.
fn played_game(algorithm: Algorithm, opening: &[&str], step: Duration) -> Vec<(String, Vec<String>, String)> {
    let mut engine = Player::new(&*plywright_connect_four::game()).expect("memory");
    let step = step.as_nanos() as u64;
    let now = AtomicU64::new(0);
    let time = TimeSource::new(move || Duration::from_nanos(now.fetch_add(step, Ordering::Relaxed)));
    engine.change(&|settings| settings.algorithm = algorithm).expect("an algorithm");
    engine.change(&|settings| settings.time = time.clone()).expect("a clock");
    let go = Go { nodes: Some(400), ..Go::default() };
    let mut moves: Vec<String> = opening.iter().map(|&mv| mv.to_owned()).collect();
    let mut found = Vec::new();
    loop {
        let played: Vec<&str> = moves.iter().map(String::as_str).collect();
        engine.set_position(&Setup::Start, &played).expect("legal moves");
        let (answer, line) = engine.search(&go).answer().expect("an answer");
        let Some(best) = answer.best else { return found };
        let line = line.expect("a line");
        found.push((best.clone(), line.moves, format!("{:?}", line.score)));
        moves.push(best);
    }
}

#[test]
fn a_search_with_a_limit_on_nodes_does_not_depend_on_the_clock() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF, Algorithm::Mcts] {
        for opening in [&["1", "5", "4", "2"][..], &["2", "2", "5"], &["7", "1", "3", "3", "6"]] {
            let fast = played_game(algorithm, opening, Duration::ZERO);
            let slow = played_game(algorithm, opening, Duration::from_secs(1));
            assert_eq!(fast, slow, "{}", algorithm.name());
        }
    }
}
