//! Long games and moves of several words.

use std::time::Duration;

use plywright::engine::{Engine, Outcome, Setup};
use plywright::search::Rng;
use plywright_mill::Mill;

use super::board::Referee;
use super::speech::{ONLY_GAME, ONLY_UCI, UNIVERSAL};
use super::{Row, Site};
use crate::stopwatch::expect_in_time;

pub const ROWS: &[Row] = &[
    Row::new("25 a position with 500 moves takes less than 50 ms", UNIVERSAL, many_moves).once().timed(),
    Row::new("26 removals are words of their own", ONLY_UCI, removals).once(),
    Row::new("the engine is a true referee in every position", ONLY_GAME, queries),
];

/// Random moves of a game of Mill with this length.
fn long_game(length: usize) -> Vec<String> {
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    let mut chance = Rng::new(1);
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
        let stopwatch = client.stopwatch();
        client.say(&format!("position startpos moves {moves}"));
        assert_eq!(site.settle(&mut client), [""; 0]);
        stopwatch.own_time()
    });
    client.best_move("go depth 2");
    client.quit();
}

fn removals(site: &Site) {
    let mut client = site.start();
    client.say("position startpos moves d6 a1 f6 a4 b6 xa4 g7");
    let board = client.ask("d", "Legal moves");
    assert!(board.contains(&"Side to move: first".to_owned()), "{board:?}");
    // A mill is closed but nothing removed yet: the same side moves again.
    client.say("position startpos moves d6 a1 f6 a4 b6");
    let board = client.ask("d", "Legal moves");
    assert!(board.contains(&"Side to move: first".to_owned()), "{board:?}");
    assert!(["xa1", "xa4"].contains(&client.best_move("go depth 3").as_str()));
    client.quit();
}

fn queries(site: &Site) {
    let (mut client, mut referee) = (site.start(), Referee::new(&site.board.game));
    for seed in 0..5 {
        let mut chance = Rng::new(seed);
        let mut played: Vec<String> = Vec::new();
        for _ in 0..150 {
            let [position, facts] = referee.look(&played);
            let legal = referee.moves(&played);
            let result = match facts.split_once("Result: ").map(|(_, result)| {
                result.lines().next().unwrap_or_default().split(" by ").next().unwrap_or_default()
            }) {
                None => "none",
                Some("the first side has won") => "p1win",
                Some("the second side has won") => "p2win",
                Some(_) => "draw",
            };
            client.say(&format!("position startpos moves {}", played.join(" ")));
            let mv = legal.first().map_or("zz", String::as_str);
            for (question, answer) in [
                ("p1turn", facts.contains("Side to move: first").to_string()),
                ("gameover", (result != "none").to_string()),
                ("result", result.to_owned()),
                ("fen", position),
                (&format!("islegal {mv}"), (!legal.is_empty()).to_string()),
                ("islegal zz", "false".to_owned()),
            ] {
                let heard = client.ask(&format!("query {question}"), "response");
                assert_eq!(heard, [format!("response {answer}")], "query {question} after {played:?}");
            }
            if result != "none" {
                break;
            }
            played.push(legal[chance.below(legal.len())].clone());
        }
    }
    client.quit();
}
