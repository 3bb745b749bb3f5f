//! Monte Carlo tree search in games: it keeps its time and beats random play.

use std::time::Duration;

use plywright::Side;
use plywright::engine::{DynEngine, Go, SearchTask};

use crate::games;
use crate::stopwatch::{Stopwatch, well_once_in_four};

tests! {
    beside: every_game_against_random_moves_is_won;
    alone: a_second_is_a_second;
}

fn a_second_is_a_second() {
    let engine = games::player(&[("Algorithm", "3"), ("Hash", "128")]);
    let go = Go { move_time: Some(Duration::from_secs(1)), ..Go::default() };
    well_once_in_four("a second", || {
        let stopwatch = Stopwatch::start();
        SearchTask::new(&engine, &go).run(&mut |_| ());
        let (elapsed, own) = (stopwatch.elapsed(), stopwatch.own_time());
        println!("{elapsed:?}, {own:?} of it own");
        assert!(elapsed >= Duration::from_secs(1), "{elapsed:?}");
        if own <= Duration::from_millis(1050) { Ok(()) } else { Err(format!("{own:?}")) }
    });
}

fn every_game_against_random_moves_is_won() {
    let games = games::games(6);
    let go = Go { nodes: Some(5000), ..Go::default() };
    let mut plies = 0;
    for game in 0..games {
        let mut thinker = games::player(&[("Algorithm", "3")]);
        let mut random = games::player(&[("Algorithm", "4"), ("Seed", &game.to_string())]);
        let side = Side::BOTH[game % 2];
        let mut pair: [&mut dyn DynEngine; 2] = [&mut thinker, &mut random];
        pair.rotate_left(game % 2);
        let played = games::play(pair, &go, 0, 0);
        plies += played.length;
        assert_eq!(played.winner, Some(side), "game {game} after {} moves", played.length);
    }
    println!("{games} games won in {} moves on average", plies / games.max(1));
}
