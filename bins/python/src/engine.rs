//! The class `_Engine`, on which the Python class `plywright.Engine` is built: options, tables and searches in the
//! background.

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use plywright::engine::{BestMove, DynEngine, Go, SearchReport, SetupError, Strength, TaskEvent, lock};
use plywright::game::DynLine;
use plywright::{Depth, OptionKind, OptionSpec, OptionValue};
use plywright_matches::searches::Searches;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::background::{Background, Owner};
use crate::errors::{EngineError, MoveError, OptionError, PositionError, TableError, raise};
use crate::game::PyGame;
use crate::guard::unlocked;
use crate::search::{Exact, PySearch, to_exact};
use crate::state::PyState;

/// Maximum time that [`PyEngine::close`] waits for running searches.
const CLOSING: Duration = Duration::from_secs(2);

/// Limits of a search, as the Python class `plywright.Limit` has them. `time` is in seconds.
#[derive(FromPyObject)]
pub struct Limit {
    depth: Option<u16>,
    nodes: Option<u64>,
    time: Option<f64>,
    mate: Option<u32>,
}

/// Engine of one game. Any thread may use it.
#[pyclass(frozen, name = "_Engine", module = "plywright._core")]
pub struct PyEngine {
    game: Py<PyGame>,
    /// `None` after [`PyEngine::close`].
    engine: Mutex<Option<Box<dyn DynEngine>>>,
    searches: Arc<Searches>,
    /// Options that were set in addition to the game's rules, as names and values, in their order. They are kept here
    /// because the engine's own list of options has only the defaults.
    changed: Mutex<Vec<(String, String)>>,
    owner: Owner,
}

impl PyEngine {
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Box<dyn DynEngine>>>> {
        self.owner.check("engine")?;
        Ok(lock(&self.engine))
    }

    /// Returns a copy of a state's position with its history. Returns an error if the state has other rules (game,
    /// variant or options) than those with which the engine was created.
    fn line_of(&self, state: &Bound<'_, PyState>) -> PyResult<Box<dyn DynLine>> {
        let state = state.try_borrow()?;
        let (own, other) = (self.game.get().about(), &state.rules.about);
        if own == other {
            return Ok(state.line.boxed());
        }
        let [own, other] =
            [own, other].map(|about| format!("{} ({})", about.facts.game, about.facts.variant));
        Err(EngineError::new_err(format!("the state is of {other}, expected a state of {own}")))
    }

    /// Calls `work` with the locked engine, without the interpreter's lock. Returns an error if the engine is closed.
    fn with_engine<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn DynEngine) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        // Waiting for the engine's lock while holding the interpreter's could be a deadlock, because the thread that
        // holds the engine's lock may wait for the interpreter's.
        unlocked(py, || match &mut *self.lock()? {
            Some(engine) => work(&mut **engine),
            None => Err(EngineError::new_err("the engine is closed")),
        })?
    }

    /// Calls `work` with the engine and a copy of a state's game. If options have changed the engine's rules, the copy
    /// is replayed under them.
    fn with_engine_and_line<T: Send>(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
        work: impl FnOnce(&mut dyn DynEngine, &dyn DynLine) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let mut line = self.line_of(state)?;
        self.with_engine(py, move |engine| {
            let game = engine.dyn_game();
            if game.facts() != line.facts() {
                line = game.replayed(&*line).map_err(setup_exception)?;
            }
            work(engine, &*line)
        })
    }
}

impl Drop for PyEngine {
    fn drop(&mut self) {
        // After a fork, the engine's threads do not exist and its locks may stay locked, so the engine must not be
        // freed.
        if !self.owner.is_here() {
            std::mem::forget(std::mem::take(&mut self.engine));
        }
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    fn new(py: Python<'_>, game: Py<PyGame>) -> PyResult<Self> {
        let engine = unlocked(py, || game.get().rules().engine())?.map_err(raise::<OptionError>)?;
        let (engine, changed) = (Mutex::new(Some(engine)), Mutex::default());
        Ok(Self { game, engine, searches: Arc::default(), changed, owner: Owner::this_process() })
    }

    /// Sets an option.
    fn set_option(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.with_engine(py, |engine| {
            engine.set_option(name, value).map_err(raise::<OptionError>)?;
            let mut changed = lock(&self.changed);
            // The order of options can matter, so the last one that was set stands last.
            changed.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            changed.push((name.to_owned(), value.to_owned()));
            Ok(())
        })
    }

    /// Returns the options that were set, as names and values, in their order.
    fn changed_options(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.with_engine(py, |_| Ok(lock(&self.changed).clone()))
    }

    /// Opens the tables in a folder.
    fn open_tables(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        self.with_engine(py, |engine| engine.open_tables(&folder).map_err(raise::<TableError>))
    }

    /// Returns all options, with kind, default, range and current value.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (options, changed, time, deepening) = self.with_engine(py, |engine| {
            let settings = engine.settings();
            let (time, deepening) = (settings.move_time.unwrap_or_default(), settings.deepening);
            // A copy, because the list must not be locked while Python code may run.
            Ok((engine.options(), lock(&self.changed).clone(), time, deepening))
        })?;
        let rules = &self.game.get().about().facts.options;
        let value_of = |option: &OptionSpec| match option.name {
            // A game may have more options for these two settings, with other names and units. The values are therefore
            // read from the settings.
            "MoveTimeMs" => Some(OptionValue::Spin(time.as_millis() as i64)),
            "IDS" => Some(OptionValue::Check(deepening)),
            _ => {
                let (_, value) =
                    rules.iter().chain(&changed).rev().find(|(name, _)| option.is_called(name))?;
                option.parse(value).ok()
            }
        };
        options.iter().map(|option| option_dict(py, option, value_of(option))).collect()
    }

    /// Returns how much of the game's result a move loses by exact values: 0, 0.5 or 1. Returns `None` if the
    /// values are unknown.
    fn exact_loss(&self, py: Python<'_>, state: &Bound<'_, PyState>, text: &str) -> PyResult<Option<f64>> {
        self.with_engine_and_line(py, state, |engine, line| {
            Ok(plywright_matches::analysis::exact_loss(engine, line, text))
        })
    }

    /// Starts a new game: forgets the results of earlier searches.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.with_engine(py, |engine| engine.new_game().map_err(raise::<OptionError>))
    }

    /// Starts a search of a position in the background. It reports the best `lines` lines that begin with one of
    /// `moves`, or with any move if `moves` is empty. With `full`, it ignores the engine's level.
    fn search(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
        limit: Limit,
        moves: Vec<String>,
        lines: usize,
        full: bool,
    ) -> PyResult<PySearch> {
        let Limit { depth, nodes, time, mate } = limit;
        let go = Go {
            search_moves: moves,
            depth: depth.map(Depth),
            nodes,
            move_time: time.map(Duration::try_from_secs_f64).transpose().map_err(raise::<EngineError>)?,
            mate,
            strength: if full { Strength::Full } else { Strength::Level },
            ..Go::default()
        };
        let (task, exact, running) = self.with_engine_and_line(py, state, move |engine, line| {
            engine.change(&|settings| settings.multi_pv = lines).map_err(raise::<OptionError>)?;
            let task = engine.search(line, &go);
            // The search is added while the engine is locked, so that `close` cannot overlook the search.
            let running = self.searches.add(&task.control);
            Ok((task, engine.exact_value(line).map(to_exact), running))
        })?;
        let (sender, events) = channel();
        let (control, notices) = (task.control.clone(), task.notices.clone());
        let work = move || {
            let mut answer = Ok(BestMove::default());
            task.run(&mut |event| match event {
                // An error is ignored: the receiver may have been dropped.
                TaskEvent::Report(SearchReport::Line(info)) => drop(sender.send(info)),
                TaskEvent::Report(SearchReport::BestMove(best)) if answer.is_ok() => answer = Ok(best),
                TaskEvent::Panicked(error) => answer = Err(error),
                _ => {}
            });
            drop(running);
            answer
        };
        let run = Background::start("search", events, work)?;
        Ok(PySearch { control, notices, exact, run })
    }

    /// Returns the exact value of a position for the side to move; `None` if it is unknown or the position
    /// itself ends the game. Ignores draws by repetition and move limit.
    fn exact_value(&self, py: Python<'_>, state: &Bound<'_, PyState>) -> PyResult<Option<Exact>> {
        self.with_engine_and_line(py, state, |engine, line| Ok(engine.exact_value(line).map(to_exact)))
    }

    /// Returns `None` if the position itself ends the game, otherwise two numbers for the side to move. The first is
    /// the exact value; if that is unknown, it is the static evaluation, in points or in hundredths of the game's unit.
    /// The second is 400 times the logit of the winning chance. Draws by repetition and move limit are ignored.
    fn evaluation(&self, py: Python<'_>, state: &Bound<'_, PyState>) -> PyResult<Option<(i32, i32)>> {
        self.with_engine_and_line(py, state, |engine, line| {
            Ok(engine.evaluation(line).map(|value| (value.score.0, value.logit)))
        })
    }

    /// Stops the running searches, drops the engine, and waits at most [`CLOSING`] for the searches to end. Later calls
    /// of other methods fail.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        unlocked(py, || {
            let engine = self.lock()?.take();
            self.searches.stop();
            drop(engine);
            // Waits, because the searches hold the transposition table until they end.
            let started = Instant::now();
            while !self.searches.is_empty() && started.elapsed() < CLOSING {
                thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        })?
    }
}

/// Returns the description of an option as a dictionary. `value` is its current value; `None` for the default.
fn option_dict<'py>(
    py: Python<'py>,
    option: &OptionSpec,
    value: Option<OptionValue>,
) -> PyResult<Bound<'py, PyDict>> {
    let (kind, range, choices) = match &option.kind {
        OptionKind::Check { .. } => ("check", None, None),
        OptionKind::Spin { min, max, .. } => ("spin", Some((*min, *max)), None),
        OptionKind::Combo { choices, .. } => ("combo", None, Some(choices)),
        OptionKind::Button => ("button", None, None),
        OptionKind::Text { .. } => ("text", None, None),
    };
    let plain = |value: OptionValue| match value {
        OptionValue::Check(on) => on.into_py_any(py),
        OptionValue::Spin(number) => number.into_py_any(py),
        OptionValue::Text(text) => text.into_py_any(py),
        OptionValue::Press => Ok(py.None()),
    };
    let default = option.kind.default_value();
    Ok(dict!(py, {
        "name": option.name, "kind": kind, "choices": choices, "is_rule": option.of_rules,
        "value": plain(value.unwrap_or_else(|| default.clone()))?, "default": plain(default)?,
        "min": range.map(|(min, _)| min), "max": range.map(|(_, max)| max),
    }))
}

/// Creates the exception for a state whose game cannot be replayed under the engine's rules.
fn setup_exception(error: SetupError) -> PyErr {
    match error {
        SetupError::Move { error, .. } => raise::<MoveError>(error),
        other => raise::<PositionError>(other),
    }
}
