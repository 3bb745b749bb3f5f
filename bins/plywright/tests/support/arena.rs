//! Games of Mill between two engines in this process, under the eye of a referee.

use std::time::{Duration, Instant};

use plywright::engine::{Engine, Go, Outcome, Setup};
use plywright::search::Generator;
use plywright::{Ending, Side, State};
use plywright_mill::Mill;

/// How many games to play: so many, or as the environment has it.
pub fn games(default: usize) -> usize {
    std::env::var("PLYWRIGHT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// An engine with these options.
pub fn player(options: &[(&str, &str)]) -> Engine<Mill> {
    let mut engine = Engine::new(None).expect("an engine");
    for (name, value) in [("Hash", "16")].iter().chain(options) {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

/// A finished game.
pub struct Played {
    /// Who has won, if anybody.
    pub winner: Option<Side>,
    /// Moves, those of the opening included.
    pub length: usize,
    /// What each searched move took, from the request to the answer.
    pub times: Vec<Duration>,
}

/// Plays one game, in which each move is searched as `go` says, after `opening` random moves that depend on `seed`.
pub fn play(mut players: [&mut Engine<Mill>; 2], go: &Go, opening: usize, seed: u64) -> Played {
    let mut referee = player(&[]);
    let mut generator = Generator::new(seed);
    let mut moves: Vec<String> = Vec::new();
    let mut times = Vec::new();
    for player in &mut players {
        player.new_game().expect("memory");
    }
    loop {
        if let Outcome::Over(ending) = referee.outcome() {
            let winner = if let Ending::Win(side) = ending { Some(side) } else { None };
            return Played { winner, length: moves.len(), times };
        }
        let best = if moves.len() < opening {
            let legal = referee.legal_moves();
            legal[generator.below(legal.len())].clone()
        } else {
            let player = &mut *players[referee.state().side().index()];
            let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
            player.set_position(&Setup::Start, &texts).expect("the game so far");
            let started = Instant::now();
            let answer = player.prepare(go).run(&mut |_| ());
            times.push(started.elapsed());
            answer.best.expect("a move while the game is on")
        };
        referee.play(&[&best]).unwrap_or_else(|error| panic!("after {moves:?}: {error}"));
        moves.push(best);
    }
}
