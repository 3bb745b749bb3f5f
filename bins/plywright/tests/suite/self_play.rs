//! Whole games of Mill at a few milliseconds a move, algorithm against algorithm: no illegal move, no crash,
//! no move that takes much longer than it may. `PLYWRIGHT_GAMES` sets how many.

use std::time::Duration;

use plywright::Side;
use plywright::engine::Go;

use crate::games;

tests! {
    alone: games_end_well_and_in_time;
}

const MOVE_TIME: Duration = Duration::from_millis(10);
/// A move may take so much longer.
const GRACE: Duration = Duration::from_millis(20);
/// Algorithms that think, by their numbers.
const THINKERS: [&str; 4] = ["0", "1", "2", "3"];

fn games_end_well_and_in_time() {
    let go = Go { move_time: Some(MOVE_TIME), ..Go::default() };
    let [mut firsts, mut seconds] =
        [(); 2].map(|()| THINKERS.map(|algorithm| games::player(&[("Algorithm", algorithm)])));
    let (mut times, mut own_times, mut results, mut moves) = (Vec::new(), Vec::new(), [0; 3], 0);
    let games = games::games(20);
    for game in 0..games {
        let pair = [&mut firsts[game % 4], &mut seconds[game / 4 % 4]];
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
    let [median, most, worst] = quantiles(own_times);
    println!("without waiting for a processor: median {median:?}, 99.9 % {most:?}, worst {worst:?}");
    // What lies below the system, such as the host of a virtual machine, may take the processor away unseen.
    assert!(most <= MOVE_TIME + GRACE, "99.9 % within {most:?}");
}

/// The median, what all but a thousandth stay within, and the greatest.
fn quantiles(mut times: Vec<Duration>) -> [Duration; 3] {
    times.sort_unstable();
    [500, 999, 1000].map(|hashfull| times[times.len().saturating_sub(1) * hashfull / 1000])
}
