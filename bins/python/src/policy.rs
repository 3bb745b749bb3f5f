//! Policies as players of a match: Python functions that choose moves. An exception of a policy ends the match, and is
//! kept until the match raises it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use plywright::engine::lock;
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::player::{Answer, Choice, Custom, Fault, Finding, MoveRequest, Origin, Player};
use pyo3::prelude::*;

use crate::game::{PyGame, new_state};

/// A player whose moves a Python function chooses: it receives a state and returns the text of a move.
struct PolicyPlayer {
    game: Py<PyGame>,
    choose: Arc<Py<PyAny>>,
    stop: Arc<Stop>,
}

/// Ends a match when a policy raises an exception, and holds the exception.
pub struct Stop {
    interrupt: Arc<AtomicBool>,
    error: Mutex<Option<PyErr>>,
}

impl Stop {
    /// Creates the value that ends a match when the flag `interrupt` is set.
    pub fn new(interrupt: Arc<AtomicBool>) -> Self {
        Self { interrupt, error: Mutex::default() }
    }

    /// Takes out the first exception of a policy, if any.
    pub fn take_error(&self) -> Option<PyErr> {
        lock(&self.error).take()
    }
}

impl Player for PolicyPlayer {
    fn choose(&mut self, request: &MoveRequest) -> Result<Answer, Fault> {
        let line = request.line.boxed();
        let started = Instant::now();
        let chosen = Python::attach(|py| {
            let state = Py::new(py, new_state(self.game.bind(py), line))?;
            self.choose.call1(py, (state,))?.extract::<String>(py)
        });
        let time = started.elapsed();
        match chosen {
            Ok(text) => Ok(Answer { choice: Choice::Move(text), finding: Finding::default(), time }),
            Err(error) => {
                let fault = Fault::Disconnected(error.to_string());
                lock(&self.stop.error).get_or_insert(error);
                self.stop.interrupt.store(true, Ordering::Relaxed);
                Err(fault)
            }
        }
    }
}

/// Replaces every engine whose entry in `policies` is a function by a player that calls the function.
pub fn add_policies(
    engines: &mut [EngineSpec],
    policies: Vec<Option<Py<PyAny>>>,
    game: &Bound<'_, PyGame>,
    stop: &Arc<Stop>,
) {
    for (engine, choose) in engines.iter_mut().zip(policies) {
        let Some(choose) = choose else { continue };
        let game = game.clone().unbind();
        let (choose, stop) = (Arc::new(choose), Arc::clone(stop));
        engine.origin = Origin::Custom(Custom(Arc::new(move || -> Box<dyn Player> {
            let game = Python::attach(|py| game.clone_ref(py));
            Box::new(PolicyPlayer { game, choose: Arc::clone(&choose), stop: Arc::clone(&stop) })
        })));
    }
}
