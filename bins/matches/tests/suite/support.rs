//! Helpers that set up and play small matches.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use plywright::Playable;
use plywright::engine::{DynEngine, Engine};
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::openings::Openings;
use plywright_matches::record::Tags;
use plywright_matches::referee::Conditions;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::tournament::{Event, FinishedGame, MakeEngine, OptionValue, Tournament};

/// Creates an engine of a game with a small transposition table.
pub fn make_engine<G: Playable>(options: &[OptionValue]) -> Result<Box<dyn DynEngine>, String> {
    let mut engine = Engine::<G>::new(None).map_err(|error| error.to_string())?;
    engine.change(&|settings| settings.hash = 1).map_err(|error| error.to_string())?;
    for (name, value) in options {
        engine.set_option(name, value).map_err(|error| error.to_string())?;
    }
    Ok(Box::new(engine))
}

/// Sets up a match between these engines, with random openings of two moves.
pub fn tournament<'a>(engines: &[&str], rounds: usize, make_engine: &'a MakeEngine<'a>) -> Tournament<'a> {
    let engines: Vec<_> = engines.iter().map(|own| EngineSpec::parse(own, "").expect(own)).collect();
    let mut rules = make_engine(&[]).expect("rules");
    Tournament {
        schedule: Schedule::new(engines.len(), Pairing::RoundRobin, rounds),
        engines,
        openings: Openings::new(&"random:2".parse().expect("openings"), None, 7, &[], &mut *rules)
            .expect("openings"),
        conditions: Conditions { resign: None, draw: None, max_plies: 500, timeout: Duration::from_secs(60) },
        seed: 7,
        concurrency: 1,
        tags: Tags::default(),
        make_engine: Box::new(make_engine),
        interrupt: Arc::default(),
    }
}

/// Plays all games of a match and returns them in the order in which they ended.
pub fn play(tournament: &Tournament) -> Vec<FinishedGame> {
    let mut games = Vec::new();
    let result = tournament.run(&HashSet::new(), &mut |event| {
        if let Event::Finished(game) = event {
            games.push(*game);
        }
        ControlFlow::Continue(())
    });
    result.expect("a match");
    games
}
