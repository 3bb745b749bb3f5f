//! Long games and moves of several words.

use std::time::{Duration, Instant};

use plywright::engine::{Engine, Outcome, Setup};
use plywright::search::Generator;
use plywright_mill::Mill;

use super::speech::UNIVERSAL;
use super::{Row, Site, expect_in_time};

pub const ROWS: &[Row] = &[
    Row::new("25 a position with 500 moves takes less than 50 ms", UNIVERSAL, many_moves).once().timed(),
    Row::new("26 removals are words of their own", &[super::Dialect::Uci], removals).once(),
];

/// The moves of a game of Mill that goes on for so long, chosen blindly.
fn long_game(length: usize) -> Vec<String> {
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    let mut chance = Generator::new(1);
    loop {
        engine.set_position(&Setup::Start, &[]).expect("the start");
        let mut moves = Vec::new();
        while moves.len() < length {
            let legal = engine.legal_moves();
            if legal.is_empty() || matches!(engine.outcome(), Outcome::Over(_)) && moves.len() < 18 {
                break;
            }
            let mv = legal[chance.below(legal.len())].clone();
            engine.play(&[&mv]).expect("a legal move");
            moves.push(mv);
        }
        if moves.len() == length {
            return moves;
        }
    }
}

fn many_moves(site: &Site) {
    let moves = long_game(500).join(" ");
    let mut client = site.start();
    expect_in_time(Duration::from_millis(50), "500 moves", || {
        let started = Instant::now();
        client.say(&format!("position startpos moves {moves}"));
        assert_eq!(site.settle(&mut client), [""; 0]);
        started.elapsed()
    });
    client.best_move("go depth 2");
    client.quit();
}

fn removals(site: &Site) {
    let mut client = site.start();
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
