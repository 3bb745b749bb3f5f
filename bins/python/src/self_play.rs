//! Self-play: games of the engine against itself, and their positions as arrays for training.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use numpy::{IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use plywright::Side;
use plywright_matches::openings::RandomPlies;
use plywright_matches::record::GameResult;
use plywright_training::{GameSink, RecordedGame, SelfPlay, SelfPlayError, play_games, read_games};
use pyo3::prelude::*;

use crate::arrays::rows_of;
use crate::background::Background;
use crate::errors::{EngineError, MoveError, OptionError, RecordError, raise};
use crate::game::PyGame;
use crate::guard::{take_exception, unlocked};
use crate::positions::Observer;
use crate::rules::Rules;
use crate::wait;

/// A recorded game: its number, its result for the first side (1, 0 or -1), its random opening, and its
/// searched moves with their values. A value is 400 times the natural logarithm of the odds that the side to
/// move wins.
type Game = (u64, i8, Vec<String>, Vec<(String, i32)>);

fn game_parts(game: RecordedGame) -> Game {
    let result = match game.result {
        GameResult::Win(Side::First) => 1,
        GameResult::Win(Side::Second) => -1,
        GameResult::Draw | GameResult::Unknown => 0,
    };
    (game.number, result, game.opening, game.moves.into_iter().map(|mv| (mv.text, mv.logit)).collect())
}

/// Reads the settings of self-play from the dictionary of the package's Python code.
fn read_plan(rules: &Rules, settings: &Bound<'_, PyAny>) -> PyResult<SelfPlay> {
    // The header of the file of games lists the options of the plan. Programs replay the games of the file under the
    // options of the rules, so the plan must have these, too.
    let mut options = rules.about.facts.options.clone();
    options.extend(settings.get_item("options")?.extract::<Vec<(String, String)>>()?);
    let (min, max) = settings.get_item("opening")?.extract()?;
    Ok(SelfPlay {
        games: settings.get_item("games")?.extract()?,
        first: settings.get_item("first")?.extract()?,
        nodes: settings.get_item("nodes")?.extract()?,
        seed: settings.get_item("seed")?.extract()?,
        opening: RandomPlies { min, max },
        branches: settings.get_item("branches")?.extract()?,
        max_plies: settings.get_item("max_plies")?.extract()?,
        to_the_end: false,
        concurrency: settings.get_item("threads")?.extract()?,
        network: settings.get_item("network")?.extract()?,
        options,
    })
}

/// Games of the engine against itself, played in the background.
#[pyclass(frozen, name = "_SelfPlay", module = "plywright._core")]
pub struct PySelfPlay {
    games: Background<RecordedGame, Result<(), String>>,
    stop: Arc<AtomicBool>,
}

/// Maximum number of finished games that wait for Python. Play pauses while the queue is full.
const MAX_QUEUED: usize = 256;

#[pymethods]
impl PySelfPlay {
    #[new]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        settings: &Bound<'_, PyAny>,
        out: Option<PathBuf>,
    ) -> PyResult<Self> {
        let rules = Arc::clone(game.get().rules());
        let plan = read_plan(&rules, settings)?;
        let sink = unlocked(py, || GameSink::open(&plan, &|| rules.engine(), out.as_deref()))?;
        let sink = sink.map_err(|error| match error {
            SelfPlayError::File(_) => raise::<RecordError>(error),
            _ => raise::<OptionError>(error),
        })?;
        let (sender, games) = sync_channel(MAX_QUEUED);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let work = move || {
            let mut receive = |game: RecordedGame| {
                let has_receiver = sender.send(game).is_ok();
                if has_receiver && !stopped.load(Ordering::Relaxed) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let played = play_games(&plan, &|| rules.engine(), sink, &stopped, &mut receive);
            played.map_err(|error| error.to_string())
        };
        Ok(Self { games: Background::start("self-play", games, work)?, stop })
    }

    /// Waits for the next game. Returns `None` after the last game.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        if let Some(game) = self.games.next(py, || self.stop())? {
            return Ok(Some(game_parts(game)));
        }
        self.games.result(py)?.map_err(|error| {
            // An exception of a rule written in Python is raised unchanged.
            take_exception(&error).unwrap_or_else(|| EngineError::new_err(error))
        })?;
        Ok(None)
    }

    /// Stops self-play. Unfinished games are dropped.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for PySelfPlay {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reads the games in a self-play file.
#[pyfunction]
pub fn _read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Game>> {
    let games = unlocked(py, || read_games(&path))?.map_err(raise::<RecordError>)?;
    Ok(games.into_iter().map(game_parts).collect())
}

/// Observations, logits and results of the searched positions of games, all for the side to move.
type Targets<'py> = (Bound<'py, PyArrayDyn<f32>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i8>>);

/// Scale of recorded logits: a recorded value of 400 stands for log odds of 1.
const LOGIT: f32 = 400.0;

/// Replays games and returns the targets of their searched positions. All games must have the rules of
/// `game`. An illegal move is a `MoveError`.
#[pyfunction]
pub fn _targets<'py>(py: Python<'py>, game: &Bound<'py, PyGame>, games: Vec<Game>) -> PyResult<Targets<'py>> {
    let rules = Arc::clone(game.get().rules());
    let size = rules.about.size();
    let work = |stopped: &AtomicBool| {
        let (mut seen, mut logits, mut results) = (Vec::new(), Vec::new(), Vec::new());
        let mut observer = Observer::new(size);
        for (_, result, opening, moves) in &games {
            let mut line = rules.game.start();
            for text in opening {
                line.play_text(text).map_err(raise::<MoveError>)?;
            }
            for (text, logit) in moves {
                // A stopped call raises the exception of the signal handler, so its incomplete result is not used.
                if stopped.load(Ordering::Relaxed) {
                    return Ok((seen, logits, results));
                }
                let row = seen.len();
                seen.resize(row + size, 0.0_f32);
                observer.see(&*line).observe(line.side(), &mut seen[row..]);
                logits.push(*logit as f32 / LOGIT);
                results.push(if line.side() == Side::First { *result } else { -result });
                line.play_text(text).map_err(raise::<MoveError>)?;
            }
        }
        PyResult::Ok((seen, logits, results))
    };
    let (seen, logits, results) = wait::on(py, work)??;
    let seen = PyArray1::from_vec(py, seen).reshape(rows_of(logits.len(), &rules.about.observation_shape))?;
    Ok((seen, logits.into_pyarray(py), results.into_pyarray(py)))
}
