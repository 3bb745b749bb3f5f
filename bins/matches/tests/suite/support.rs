//! Helpers that find games, read records, set up and play small matches, and play and merge shards.

use std::collections::HashSet;
use std::fs;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use plywright::engine::{DynEngine, DynGame};
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::openings::Openings;
use plywright_matches::player::{Answer, Choice, Custom, Fault, Finding, MoveRequest, Origin, Player};
use plywright_matches::record::{EngineScore, GameRecord, Tags, formats};
use plywright_matches::referee::Conditions;
use plywright_matches::running;
use plywright_matches::schedule::{GameId, Pairing, Schedule};
use plywright_matches::shards::{Job, Plan, Shards};
use plywright_matches::tournament::{Event, FinishedGame, OptionValue, Tournament};
use serde::Deserialize;
use tempfile::TempDir;

/// Parses each line of a table as a JSON value. Skips lines that begin with `#`, which are comments.
pub fn rows<T: for<'a> Deserialize<'a>>(table: &str) -> impl Iterator<Item = T> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
}

/// Returns a game of this program in its default variant.
pub fn game(name: &str) -> Arc<dyn DynGame> {
    plywright_games::all().into_iter().find(|game| game.facts().game == name).expect(name)
}

pub fn variant(name: &str, variant: &str) -> Arc<dyn DynGame> {
    game(name).variant(variant).expect(variant)
}

/// Creates an engine with a small transposition table.
pub fn engine(game: &dyn DynGame) -> Box<dyn DynEngine> {
    game.engine(Some(1)).expect("memory for an engine")
}

/// Reads the records in a text of any format. In place of a record that cannot be read, returns its error.
pub fn read(text: impl AsRef<[u8]>) -> Vec<Result<GameRecord, String>> {
    let records = formats::read(Cursor::new(text)).expect("text");
    records.map(|record| record.map_err(|error| error.to_string())).collect()
}

/// Returns the first record in a text of any format.
pub fn one(text: &str) -> GameRecord {
    read(text).swap_remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the first error in a text of any format.
pub fn error(text: impl AsRef<[u8]>) -> String {
    read(text).into_iter().find_map(Result::err).expect("an error")
}

pub fn moves(record: &GameRecord) -> Vec<&str> {
    record.plies.iter().map(|ply| ply.text.as_str()).collect()
}

/// Sets up a match between these engines in one thread, with random openings of two moves.
pub fn tournament(game: &str, engines: &[&str], rounds: usize) -> Tournament<'static> {
    tournament_of(self::game(game), engines, rounds)
}

/// Sets up a match as [`tournament`] does, for a game that need not be one of this program.
pub fn tournament_of(game: Arc<dyn DynGame>, engines: &[&str], rounds: usize) -> Tournament<'static> {
    let engines: Vec<_> = engines.iter().map(|own| EngineSpec::parse(own, "").expect(own)).collect();
    let openings = Openings::new(&"random:2".parse().expect("openings"), None, 7, &[], &*engine(&*game));
    let make_engine = move |options: &[OptionValue]| {
        let mut engine = engine(&*game);
        for (name, value) in options {
            engine.set_option(name, value).map_err(|error| error.to_string())?;
        }
        Ok(engine)
    };
    Tournament {
        schedule: Schedule::new(engines.len(), Pairing::RoundRobin, rounds),
        engines,
        openings: openings.expect("openings"),
        conditions: Conditions { resign: None, draw: None, max_plies: 500, timeout: Duration::from_secs(60) },
        seed: 7,
        concurrency: 1,
        tags: Tags::default(),
        make_engine: Box::new(make_engine),
        interrupt: Arc::default(),
    }
}

/// A player that plays the first legal move and has a warning from its first move on.
#[derive(Default)]
struct Warner {
    has_played: bool,
}

impl Player for Warner {
    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        self.has_played = true;
        let choice = Choice::Move(request.line.move_texts().swap_remove(0));
        Ok(Answer { choice, finding: Finding::default(), time: Duration::ZERO })
    }

    fn warnings(&mut self) -> Vec<String> {
        self.has_played.then(|| "lacks its book".to_owned()).into_iter().collect()
    }
}

/// Returns the origin of players that warn, after their first move, that they lack a book.
pub fn warner() -> Origin {
    let player = || -> Box<dyn Player> { Box::new(Warner::default()) };
    Origin::Custom(Custom(Arc::new(player)))
}

/// A player that plays the first legal move and reports the same score for every position.
struct Scorer(EngineScore);

impl Player for Scorer {
    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        let choice = Choice::Move(request.line.move_texts().swap_remove(0));
        let finding = Finding { score: Some(self.0), ..Finding::default() };
        Ok(Answer { choice, finding, time: Duration::ZERO })
    }
}

/// Returns the origin of players that report this score for every position.
pub fn scorer(score: EngineScore) -> Origin {
    let player = move || -> Box<dyn Player> { Box::new(Scorer(score)) };
    Origin::Custom(Custom(Arc::new(player)))
}

/// Plays the games of a match that are not in `done`, and returns all events.
pub fn events(tournament: &Tournament, done: &HashSet<GameId>) -> Vec<Event> {
    let mut events = Vec::new();
    let result = running::run(tournament, done, &mut |event| {
        events.push(event);
        ControlFlow::Continue(())
    });
    result.expect("a match");
    events
}

/// Plays all games of a match and returns them in the order in which they ended.
pub fn play(tournament: &Tournament) -> Vec<FinishedGame> {
    let finished = |event: Event| if let Event::Finished(game) = event { Some(*game) } else { None };
    events(tournament, &HashSet::new()).into_iter().filter_map(finished).collect()
}

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Progress callback that never stops a shard.
pub fn go_on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub fn shards_of<'a>(plan: &'a Plan, job: &'a dyn Job) -> Shards<'a> {
    Shards { plan, job }
}

/// Plays a shard in memory and returns the bytes of its file.
pub fn bytes(plan: &Plan, number: u64, job: &dyn Job) -> Vec<u8> {
    shards_of(plan, job).bytes(number, &mut go_on).expect("a shard").expect("an end")
}

/// Merges the shards of a folder and returns the merged file.
pub fn joined(plan: &Plan, job: &dyn Job, folder: &Path, out: &Path) -> Result<Vec<u8>, String> {
    shards_of(plan, job)
        .merge(folder, out, false, &mut |_| ControlFlow::Continue(()))
        .map_err(|error| error.to_string())?;
    Ok(fs::read(out).expect("the joined file"))
}
