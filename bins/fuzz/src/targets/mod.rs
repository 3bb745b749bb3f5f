//! All targets: positions, records and sessions. In these inputs, one part decides what is valid in another,
//! so tests of single cases miss many combinations.

mod games;
mod protocols;
mod records;
mod work;

use std::sync::Arc;

use plywright::Protocol;
use plywright::engine::DynGame;
use plywright::game::DynLine;
use plywright::search::Rng;
use plywright_matches::record::formats::Format;

type Run = Box<dyn Fn(&[u8]) -> bool>;

/// A fuzz target: code that handles untrusted input, and the seed inputs that are mutated.
pub struct Target {
    /// Name of the target, unique.
    pub name: String,
    /// Reads an input and checks it. Returns whether the input was accepted. Panics if a property does not
    /// hold.
    pub run: Run,
    /// Returns valid inputs, the same at each call.
    pub seeds: Box<dyn Fn() -> Vec<Vec<u8>>>,
}

/// Returns all targets.
pub fn targets() -> Vec<Target> {
    let mut targets = Vec::new();
    for game in plywright_games::all() {
        let name = format!("texts-{}", game.info().name);
        let read = Arc::clone(&game);
        let run = Box::new(move |input: &[u8]| games::read(&*read, input));
        let seeds = Box::new(move || games::seeds(&*game));
        targets.push(Target { name, run, seeds });
    }
    for (name, format) in [("pgn", Format::Pgn), ("sgf", Format::Sgf), ("mif", Format::Mif)] {
        let run = Box::new(move |input: &[u8]| records::read(format, input));
        let seeds = Box::new(move || records::seeds(format));
        targets.push(Target { name: format!("records-{name}"), run, seeds });
    }
    for (name, protocol) in [("uci", Protocol::Uci), ("ugi", Protocol::Ugi), ("json", Protocol::Json)] {
        let run = Box::new(move |input: &[u8]| protocols::session(protocol, input));
        let seeds = Box::new(move || protocols::seeds(protocol));
        targets.push(Target { name: format!("session-{name}"), run, seeds });
    }
    targets
}

fn game(name: &str) -> Option<Arc<dyn DynGame>> {
    plywright_games::all().into_iter().find(|game| game.info().name == name)
}

/// Plays a random move, and returns its text; `None` if the game is over.
fn play_random(line: &mut dyn DynLine, rng: &mut Rng) -> Option<String> {
    let mv = line.random_move(rng)?;
    line.play_text(&mv).expect("a legal move");
    Some(mv)
}
