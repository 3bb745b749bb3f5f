//! Games of Mill between two engines in this process, under the eye of a referee.

use std::time::{Duration, Instant};

use plywright::engine::{Engine, Go, Outcome, Setup};
use plywright::search::Rng;
use plywright::{Ending, Side, State};
use plywright_mill::Mill;

/// Number of games to play: `default` unless the environment says otherwise.
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
    /// The same without the time in which this thread was ready to run, but others had the processors.
    pub own_times: Vec<Duration>,
}

/// For how long this thread has waited for a processor so far, where the system tells.
fn waited() -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Plays one game, in which each move is searched as `go` says, after `opening` random moves that depend on
/// `seed`.
pub fn play(mut players: [&mut Engine<Mill>; 2], go: &Go, opening: usize, seed: u64) -> Played {
    let mut referee = player(&[]);
    let mut rng = Rng::new(seed);
    let mut moves: Vec<String> = Vec::new();
    let (mut times, mut own_times) = (Vec::new(), Vec::new());
    for player in &mut players {
        player.new_game().expect("memory");
    }
    loop {
        if let Outcome::Over(ending) = referee.outcome() {
            let winner = if let Ending::Win(side) = ending { Some(side) } else { None };
            return Played { winner, length: moves.len(), times, own_times };
        }
        let best = if moves.len() < opening {
            let legal = referee.legal_moves();
            legal[rng.below(legal.len())].clone()
        } else {
            let player = &mut *players[referee.state().side().index()];
            let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
            player.set_position(&Setup::Start, &texts).expect("the game so far");
            let (started, before) = (Instant::now(), waited());
            let answer = player.prepare(go).run(&mut |_| ());
            let (time, wait) = (started.elapsed(), waited().saturating_sub(before));
            times.push(time);
            own_times.push(time.saturating_sub(wait));
            answer.best.expect("a move while the game is on")
        };
        referee.play(&[&best]).unwrap_or_else(|error| panic!("after {moves:?}: {error}"));
        moves.push(best);
    }
}
