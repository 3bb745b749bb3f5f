//! Engines of this program, called from the thread that plays the game.

use std::time::Instant;

use plywright::engine::{DynEngine, SearchError, catch_panic};

use super::{Answer, Choice, Fault, Finding, MoveRequest, Player};
use crate::record::EngineScore;

/// Name of the option that seeds the engine's random numbers.
pub const SEED_OPTION: &str = "Seed";

/// Seeds the random numbers of an engine. `seed` is first reduced to 1 to `i64::MAX`, because an engine with the seed 0
/// chooses a seed at random.
pub fn seed_engine(engine: &mut dyn DynEngine, seed: u64) {
    engine.set_seed(seed % i64::MAX as u64 + 1);
}

/// A player that is an engine of this program.
pub struct Builtin {
    engine: Box<dyn DynEngine>,
    has_own_seed: bool,
    /// Last failed lookup of exact values that [`Player::warnings`] returned. The same failure is not returned twice in
    /// a row.
    reported: Option<String>,
}

impl Builtin {
    /// Creates a player from an engine whose options are set. `has_own_seed` says that the options include a seed; the
    /// seeds of the match are then ignored.
    pub fn new(engine: Box<dyn DynEngine>, has_own_seed: bool) -> Self {
        Self { engine, has_own_seed, reported: None }
    }

    fn search(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        let started = Instant::now();
        let task = self.engine.search(request.line, &request.go);
        let running = request.searches.add(&task.control);
        let answered = task.answer();
        drop(running);
        let (answer, line) = answered.map_err(fault_of)?;
        let time = started.elapsed();
        if time >= request.allowed {
            return Err(request.late(time));
        }
        let finding = Finding {
            score: line.as_ref().map(|line| EngineScore::of(request.line, line.score)),
            depth: line.as_ref().map(|line| line.depth.0.into()),
            nodes: Some(answer.nodes),
        };
        Ok(Answer { choice: Choice::Move(answer.best.unwrap_or_default()), finding, time })
    }
}

impl Player for Builtin {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.new_game().map_err(|error| Fault::Refused(error.to_string()))?;
        if !self.has_own_seed {
            seed_engine(&mut *self.engine, seed);
        }
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        catch_panic(|| self.search(request)).unwrap_or_else(|error| Err(Fault::Panicked(error)))
    }

    fn warnings(&mut self) -> Vec<String> {
        let Some(failure) = self.engine.failure() else { return Vec::new() };
        if self.reported.as_ref() == Some(&failure) {
            return Vec::new();
        }
        let warning = format!("lacks exact values: {failure}");
        self.reported = Some(failure);
        vec![warning]
    }
}

/// Returns the fault of an engine whose search has failed.
fn fault_of(error: SearchError) -> Fault {
    match error {
        SearchError::Panicked(error) => Fault::Panicked(error),
        refused => Fault::Refused(format!("the position: {refused}")),
    }
}
