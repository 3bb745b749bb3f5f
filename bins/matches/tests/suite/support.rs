//! Helpers that set up and play small matches, and that play and join shards.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use plywright::Playable;
use plywright::engine::{DynEngine, Engine};
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::openings::Openings;
use plywright_matches::record::Tags;
use plywright_matches::referee::Conditions;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::shards::{Job, Plan, ShardError, ShardFacts, Shards};
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
    let rules = make_engine(&[]).expect("rules");
    Tournament {
        schedule: Schedule::new(engines.len(), Pairing::RoundRobin, rounds),
        engines,
        openings: Openings::new(&"random:2".parse().expect("openings"), None, 7, &[], &*rules)
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

/// A new folder. It is removed when the value is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywright-shards-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Lets a shard go on after each unit.
pub fn go_on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Plays a shard and returns its file.
pub fn bytes(plan: &Plan, number: u64, job: &dyn Job) -> Vec<u8> {
    Shards { plan, job }.bytes(number, &mut go_on).expect("a shard").expect("an end")
}

/// Checks the file of a shard.
pub fn check(plan: &Plan, number: u64, shard: &[u8], job: &dyn Job) -> Result<ShardFacts, ShardError> {
    Shards { plan, job }.check(number, shard)
}

/// Joins the shards of a folder and returns the joined file.
pub fn joined(plan: &Plan, job: &dyn Job, folder: &Path, out: &Path) -> Result<Vec<u8>, String> {
    Shards { plan, job }
        .merge(folder, out, false, &mut |_| ControlFlow::Continue(()))
        .map_err(|error| error.to_string())?;
    Ok(fs::read(out).expect("the joined file"))
}
