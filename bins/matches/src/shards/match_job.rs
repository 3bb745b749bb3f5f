//! A match in shards: every pair of games is a unit.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use plywright::Key;
use plywright::engine::lock;

use super::{Job, JobError, Receiver, UnitFacts, replay, signature};
use crate::player::Origin;
use crate::record::{GameResult, RecordReader};
use crate::running::{IdleEngines, run_range};
use crate::tournament::{Event, FinishedGame, Tournament};

/// Match that can be played in shards, pair by pair. The two games of a pair have the same opening, with sides swapped.
pub struct MatchJob<'a> {
    /// The match. Each pair of games in its schedule is a unit.
    pub tournament: Tournament<'a>,
    idle: IdleEngines,
    warnings: Mutex<Vec<String>>,
}

impl<'a> MatchJob<'a> {
    /// Creates the job of a match. Does not start any engine yet.
    pub fn new(tournament: Tournament<'a>) -> Self {
        Self { tournament, idle: IdleEngines::default(), warnings: Mutex::default() }
    }

    /// Keeps a warning, unless it was kept before: the engines of all threads and shards send it.
    fn keep_warning(&self, warning: String) {
        let mut warnings = lock(&self.warnings);
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    /// If a failure of an engine has decided the game, keeps a warning, which is the same for similar failures.
    fn keep_failure(&self, game: &FinishedGame) {
        if let Some(failure) = &game.failure {
            let loser = [game.id.first, game.id.second][failure.side.index()];
            let (name, kind) = (&self.tournament.engines[loser].name, failure.fault.termination());
            self.keep_warning(format!("{name} has lost a game by a failure, which its record names: {kind}"));
        }
    }
}

impl Job for MatchJob<'_> {
    fn units(&self) -> u64 {
        self.tournament.schedule.len() as u64 / 2
    }

    fn signature(&self) -> Result<Key, JobError> {
        let mut signatures = Vec::new();
        for spec in self.tournament.engines.iter().filter(|spec| spec.origin == Origin::Builtin) {
            let mut engine = (self.tournament.make_engine)(&spec.options).map_err(JobError::new)?;
            signatures.push(signature(&mut *engine)?);
        }
        Ok(Key::of(&signatures))
    }

    fn play(&self, units: Range<u64>, receive: &mut Receiver) -> Result<(), JobError> {
        let range = 2 * units.start as usize..2 * units.end as usize;
        // `receive` gets the pairs in order, but games end in any order, so a pair waits until all earlier ones are
        // complete.
        let (mut next, mut waiting) = (range.start, HashMap::new());
        let mut listener = |event| {
            let game = match event {
                Event::Finished(game) => game,
                Event::Warning { engine, text } => {
                    self.keep_warning(format!("{engine} {text}"));
                    return ControlFlow::Continue(());
                }
                Event::Searching { .. } | Event::Interrupted => return ControlFlow::Continue(()),
            };
            self.keep_failure(&game);
            if let Some(number) = self.tournament.schedule.position(game.id) {
                waiting.insert(number, game.record.to_string());
            }
            while let (Some(first), Some(second)) = (waiting.get(&next), waiting.get(&(next + 1))) {
                let pair = format!("{first}{second}");
                waiting.remove(&next);
                waiting.remove(&(next + 1));
                next += 2;
                receive(pair)?;
            }
            ControlFlow::Continue(())
        };
        let played = run_range(&self.tournament, range, &HashSet::new(), &self.idle, &mut listener);
        played.map_err(JobError::new)
    }

    fn warnings(&self) -> Vec<String> {
        lock(&self.warnings).clone()
    }

    fn check(&self, number: u64, text: &str) -> Result<UnitFacts, String> {
        let engines = self.idle.take(&self.tournament).map_err(|error| error.to_string())?;
        let rules = engines.referee.dyn_game();
        self.idle.put(engines);
        let scheduled = [0, 1].map(|game| self.tournament.schedule.game(2 * number as usize + game));
        let [Some(first), Some(second)] = scheduled else {
            return Err("there is no such pair in the match".to_owned());
        };
        let mut records = RecordReader::new(text.as_bytes());
        let (mut outcome, mut written) = ([first, second].map(|id| (id, GameResult::Unknown)), String::new());
        for (expected, result) in &mut outcome {
            let record = records.next().ok_or("it has too few games, expected two")?;
            let record = record.map_err(|error| error.to_string())?;
            let id = self.tournament.identify(&record)?;
            if id != *expected {
                let (found, expected) = (id.round, expected.round);
                return Err(format!("it has a game of round {found}, expected one of round {expected}"));
            }
            replay::check(&self.tournament, id, &record, &*rules)?;
            *result = record.result;
            written += &record.to_string();
        }
        if written != text {
            return Err("its text differs from the text that a match writes".to_owned());
        }
        Ok(UnitFacts { games: 2, positions: 0, outcome: Some(outcome) })
    }
}
