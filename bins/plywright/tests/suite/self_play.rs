//! Whole games at a few milliseconds a move, between the algorithms in Mill and with default settings in
//! every game: no illegal move, no crash, no late move. `PLYWRIGHT_GAMES` sets their number.

use std::time::Duration;

use plywright::Side;
use plywright::engine::{DynEngine, Go};

use plywright_connect_four::ConnectFour;
use plywright_gyges::Gyges;
use plywright_mill::Mill;
use plywright_othello::Othello;
use plywright_program::game;
use plywright_santorini::Santorini;
use plywright_tic_tac_toe::TicTacToe;

use crate::games;
use crate::stopwatch::well_once_in_four;

tests! {
    alone: games_end_well_and_in_time,
        no_game_has_late_moves;
}

const MOVE_TIME: Duration = Duration::from_millis(10);
/// Tolerance for the time of a move.
const GRACE: Duration = Duration::from_millis(20);
/// Numbers of the algorithms that search.
const THINKERS: [&str; 4] = ["0", "1", "2", "3"];

fn games_end_well_and_in_time() {
    well_once_in_four("games", || {
        let own_times = play_mill();
        let [median, most, worst] = quantiles(own_times);
        println!("without waiting for a processor: median {median:?}, 99.9 % {most:?}, worst {worst:?}");
        if most <= MOVE_TIME + GRACE { Ok(()) } else { Err(format!("99.9 % within {most:?}")) }
    });
}

/// Plays games of Mill between the algorithms. Returns the own times of all moves.
fn play_mill() -> Vec<Duration> {
    let go = Go { move_time: Some(MOVE_TIME), ..Go::default() };
    let [mut firsts, mut seconds] =
        [(); 2].map(|()| THINKERS.map(|algorithm| games::player(&[("Algorithm", algorithm)])));
    let (mut times, mut own_times, mut results, mut moves) = (Vec::new(), Vec::new(), [0; 3], 0);
    let games = games::games(20);
    for game in 0..games {
        let pair: [&mut dyn DynEngine; 2] = [&mut firsts[game % 4], &mut seconds[game / 4 % 4]];
        let played = games::play(pair, &go, 2 + game % 5, game as u64);
        moves += played.length;
        times.extend(played.times);
        own_times.extend(played.own_times);
        results[played.winner.map_or(2, Side::index)] += 1;
    }
    println!(
        "{games} games, {moves} moves: {} won by the first side, {} by the second, {} drawn",
        results[0], results[1], results[2]
    );
    let [median, most, worst] = quantiles(times);
    println!("time of a move: median {median:?}, 99.9 % {most:?}, worst {worst:?}");
    own_times
}

/// Plays every game against itself with default settings: `PLYWRIGHT_GAMES` games of each, two by default.
fn no_game_has_late_moves() {
    let go = Go { move_time: Some(MOVE_TIME), ..Go::default() };
    let gods = ["apollo-demeter", "artemis-atlas", "pan-athena", "hermes-minotaur"];
    let variants = [
        (game::<ConnectFour>(), None),
        (game::<Gyges>(), None),
        (game::<Mill>(), None),
        (game::<Othello>(), None),
        (game::<Santorini>(), None),
        (game::<TicTacToe>(), None),
    ];
    let variants = variants.into_iter().chain(gods.map(|gods| (game::<Santorini>(), Some(gods))));
    for (entry, variant) in variants {
        let mut players = [(); 2].map(|()| entry.engine(variant).expect("an engine"));
        let name = variant.unwrap_or(entry.name());
        well_once_in_four(name, || {
            let mut times = Vec::new();
            for game in 0..games::games(2) {
                let [first, second] = &mut players;
                let played = games::play([&mut **first, &mut **second], &go, 1 + game % 5, game as u64);
                times.extend(played.own_times);
            }
            let (moves, late) = (times.len(), times.iter().filter(|time| **time > MOVE_TIME + GRACE).count());
            let [median, most, worst] = quantiles(times);
            println!(
                "{name}: {moves} moves, median {median:?}, 99.9 % {most:?}, worst {worst:?}, {late} late"
            );
            if late <= moves / 1000 { Ok(()) } else { Err(format!("{late} of {moves} moves")) }
        });
    }
}

/// The median, the 99.9 % quantile and the maximum.
fn quantiles(mut times: Vec<Duration>) -> [Duration; 3] {
    times.sort_unstable();
    [500, 999, 1000].map(|thousandths| times[times.len().saturating_sub(1) * thousandths / 1000])
}
