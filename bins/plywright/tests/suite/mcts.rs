//! Monte Carlo tree search in play: it keeps its time, and it beats whoever moves at random.

use std::time::{Duration, Instant};

use plywright::Side;
use plywright::engine::{DynEngine, Go};

use crate::games;

tests! {
    alone: a_second_is_a_second,
        every_game_against_random_moves_is_won;
}

fn go(milliseconds: u64) -> Go {
    Go { move_time: Some(Duration::from_millis(milliseconds)), ..Go::default() }
}

fn a_second_is_a_second() {
    let engine = games::player(&[("Algorithm", "3"), ("Hash", "128")]);
    let mut times: Vec<Duration> = (0..3)
        .map(|_| {
            let started = Instant::now();
            engine.prepare(&go(1000)).run(&mut |_| ());
            started.elapsed()
        })
        .collect();
    println!("{times:?}");
    assert!(times.iter().all(|time| *time >= Duration::from_secs(1)), "{times:?}");
    // Other programs may hold the processor for a while: the median counts.
    times.sort_unstable();
    assert!(times[1] <= Duration::from_millis(1050), "{times:?}");
}

fn every_game_against_random_moves_is_won() {
    let games = games::games(6);
    let mut plies = 0;
    for game in 0..games {
        let mut thinker = games::player(&[("Algorithm", "3")]);
        let mut random = games::player(&[("Algorithm", "4"), ("Seed", &game.to_string())]);
        let side = Side::BOTH[game % 2];
        let mut pair: [&mut dyn DynEngine; 2] = [&mut thinker, &mut random];
        pair.rotate_left(game % 2);
        let played = games::play(pair, &go(50), 0, 0);
        plies += played.length;
        assert_eq!(played.winner, Some(side), "game {game} after {} moves", played.length);
    }
    println!("{games} games won in {} moves on average", plies / games.max(1));
}
