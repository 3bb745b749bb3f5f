//! Policies as players of a match: Python functions that choose moves. An exception of a policy ends the match, and is
//! kept until the match raises it.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use plywright::engine::lock;
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::player::{Answer, Choice, Custom, Fault, Finding, MoveRequest, Origin, Player};
use pyo3::prelude::*;

use crate::game::{PyGame, new_state};

/// First exception of a policy, or of a rule that is written in Python, in a match. Policies and the match share it.
pub type FirstError = Arc<Mutex<Option<PyErr>>>;

/// A player whose moves a Python function chooses: it receives a state and returns the text of a move.
struct PolicyPlayer {
    game: Py<PyGame>,
    choose: Arc<Py<PyAny>>,
    error: FirstError,
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
                lock(&self.error).get_or_insert(error);
                Err(fault)
            }
        }
    }
}

/// Replaces every engine whose entry in `policies` is a function by a player that calls the function. An exception of
/// the function is kept in `error`, and the player loses the game.
pub fn add_policies(
    engines: &mut [EngineSpec],
    policies: Vec<Option<Py<PyAny>>>,
    game: &Bound<'_, PyGame>,
    error: &FirstError,
) {
    for (engine, choose) in engines.iter_mut().zip(policies) {
        let Some(choose) = choose else { continue };
        let game = game.clone().unbind();
        let (choose, error) = (Arc::new(choose), Arc::clone(error));
        engine.origin = Origin::Custom(Custom(Arc::new(move || -> Box<dyn Player> {
            let game = Python::attach(|py| game.clone_ref(py));
            Box::new(PolicyPlayer { game, choose: Arc::clone(&choose), error: Arc::clone(&error) })
        })));
    }
}
