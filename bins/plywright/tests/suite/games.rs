//! Games between two engines in this process.

use std::time::Duration;

use plywright::Side;
use plywright::engine::{DynEngine, Engine, Go, Outcome, Setup, TaskEvent};
use plywright::search::Rng;
use plywright_mill::Mill;

use crate::stopwatch::Stopwatch;

/// Number of games to play: `default`, or the value in the environment.
pub fn games(default: usize) -> usize {
    std::env::var("PLYWRIGHT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// An engine for Mill with these options.
pub fn player(options: &[(&str, &str)]) -> Engine<Mill> {
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    for (name, value) in [("Hash", "16")].iter().chain(options) {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

/// A finished game.
pub struct Played {
    /// The winner, if the game is won.
    pub winner: Option<Side>,
    /// Number of moves, the opening included.
    pub length: usize,
    /// Time of each searched move, from the request to the answer.
    pub times: Vec<Duration>,
    /// Own time of each searched move.
    pub own_times: Vec<Duration>,
}

/// Plays one game: `opening` random moves drawn with `seed`, then searches under the limits of `go`.
pub fn play(mut players: [&mut dyn DynEngine; 2], go: &Go, opening: usize, seed: u64) -> Played {
    let mut rng = Rng::new(seed);
    let mut moves: Vec<String> = Vec::new();
    let (mut times, mut own_times) = (Vec::new(), Vec::new());
    for player in &mut players {
        player.new_game().expect("memory");
    }
    loop {
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        for player in &mut players {
            let set_up = player.set_position(&Setup::Start, &texts);
            set_up.unwrap_or_else(|error| panic!("after {moves:?}: {error}"));
        }
        if let Outcome::Over(ending) = players[0].outcome() {
            return Played { winner: ending.winner(), length: moves.len(), times, own_times };
        }
        let best = if moves.len() < opening {
            let legal = players[0].legal_moves();
            legal[rng.below(legal.len())].clone()
        } else {
            let player = &*players[players[0].side().index()];
            let stopwatch = Stopwatch::start();
            let mut answer = None;
            player.search(go).run(&mut |event| {
                if let TaskEvent::BestMove(found) = event {
                    answer = found.best;
                }
            });
            times.push(stopwatch.elapsed());
            own_times.push(stopwatch.own_time());
            answer.expect("a move while the game is on")
        };
        moves.push(best);
    }
}
