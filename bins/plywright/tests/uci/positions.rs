//! Long games and moves of several words.

use std::time::{Duration, Instant};

use plywright::engine::{Engine, Outcome, Setup};
use plywright_mill::Mill;

use super::{Row, ready};

pub const ROWS: &[Row] = &[
    ("25 a position with 500 moves takes less than 50 ms", many_moves),
    ("26 removals are words of their own", removals),
];

/// The moves of a game that goes on for so long, chosen blindly.
fn long_game(length: usize) -> Vec<String> {
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    let mut chance: u64 = 1;
    loop {
        engine.set_position(&Setup::Start, &[]).expect("the start");
        let mut moves = Vec::new();
        while moves.len() < length {
            let legal = engine.legal_moves();
            if legal.is_empty() || matches!(engine.outcome(), Outcome::Over(_)) && moves.len() < 18 {
                break;
            }
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = legal[(chance >> 33) as usize % legal.len()].clone();
            engine.play(&[&mv]).expect("a legal move");
            moves.push(mv);
        }
        if moves.len() == length {
            return moves;
        }
    }
}

fn many_moves() {
    let moves = long_game(500).join(" ");
    let mut client = ready();
    let started = Instant::now();
    assert_eq!(client.ask(&format!("position startpos moves {moves}\nisready"), "readyok"), ["readyok"]);
    let time = started.elapsed();
    println!("       {:.1} ms", time.as_secs_f64() * 1e3);
    assert!(time < Duration::from_millis(50), "{time:?}");
    client.best_move("go depth 2");
    client.quit();
}

fn removals() {
    let mut client = ready();
    client.say("position startpos moves d6 a1 f6 a4 b6 xa4 g7");
    let board = client.ask("d", "Legal moves");
    assert!(board.contains(&"Side to move: first".to_owned()), "{board:?}");
    // Closed, but nothing taken yet: the same side goes on.
    client.say("position startpos moves d6 a1 f6 a4 b6");
    let board = client.ask("d", "Legal moves");
    assert!(board.contains(&"Side to move: first".to_owned()), "{board:?}");
    assert!(["xa1", "xa4"].contains(&client.best_move("go depth 3").as_str()));
    client.quit();
}
