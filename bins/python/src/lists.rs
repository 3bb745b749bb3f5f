//! Functions on lists: many positions or many games in one call from Python. The class `Batch` is in `batch.rs`.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use numpy::{IntoPyArray, PyArray1, PyArrayDyn};
use plywright::engine::lock;
use plywright::game::DynLine;
use plywright::search::Rng;
use plywright::{Ending, Key, Side};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{out_or_zeros, rows_of, write, zeros};
use crate::checks;
use crate::errors::EngineError;
use crate::game::any_game;
use crate::guard::unlocked;
use crate::positions::{Observer, Seen, write_mask};
use crate::rules::{About, Rules};
use crate::state::PyState;
use crate::wait;

/// Number of random games that a thread takes at a time.
const PORTION: usize = 4;
/// Number of positions that are copied at a time: so few that the copies stay in the processor's cache until they are
/// used.
const POSITIONS: usize = 256;

/// Returns the result for the first side: 1 for a win, 0 for a draw, -1 for a loss.
fn result_of(ending: Ending) -> i8 {
    match ending.winner() {
        None => 0,
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
    }
}

/// Two arrays with an entry for each random game: its result from the first side's view (1, 0 or -1), and its number of
/// moves.
type Games<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>);

/// Plays random games from the start position. Under the same rules and with the same `max_plies`, a game
/// depends only on the seed and its number.
#[pyfunction]
#[pyo3(signature = (game, count, *, seed=0, max_plies=None, threads=1))]
pub fn random_games<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = checks::count)] count: usize,
    #[pyo3(from_py_with = checks::seed)] seed: u64,
    #[pyo3(from_py_with = checks::max_plies)] max_plies: Option<u32>,
    #[pyo3(from_py_with = checks::threads)] threads: usize,
) -> PyResult<Games<'py>> {
    let rules = Arc::clone(any_game(game)?.get().rules());
    let max_plies = max_plies.unwrap_or(rules.about.max_plies);
    let stopped = AtomicBool::new(false);
    let (mut results, mut plies) = (vec![0; count], vec![0; count]);
    let mut parts = results.chunks_mut(PORTION).zip(plies.chunks_mut(PORTION)).enumerate();
    let play = |(number, (results, plies)): (usize, (&mut [i8], &mut [i32]))| {
        for (at, (result, plies)) in results.iter_mut().zip(plies).enumerate() {
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            let mut rng = Rng::new(Key::mix(Key::mix(seed).0 ^ (number * PORTION + at) as u64).0);
            let game = rules.game.random_game(&mut rng, max_plies);
            (*result, *plies) = (result_of(game.ending), game.plies as i32);
        }
    };
    if threads == 1 {
        // With one thread, the calling thread plays all games. It checks for signals after each interval.
        let mut play_for_interval = || {
            let started = Instant::now();
            for part in parts.by_ref() {
                play(part);
                if started.elapsed() >= wait::INTERVAL {
                    return true;
                }
            }
            false
        };
        while unlocked(py, &mut play_for_interval)? {
            py.check_signals()?;
        }
    } else {
        let play = &play;
        let work = || in_threads(threads, parts.map(|part| move || play(part)));
        wait::polling(py, &stopped, work, |_| Ok(()))?;
    }
    Ok((results.into_pyarray(py), plies.into_pyarray(py)))
}

/// Runs all tasks on this number of threads, or on fewer if one cannot be started. If a task panics, the panic is
/// passed on after the other tasks have ended.
pub fn in_threads<T: FnOnce() + Send>(threads: usize, tasks: impl Iterator<Item = T> + Send) {
    let tasks = Mutex::new(tasks);
    let next = || lock(&tasks).next();
    let work = || {
        while let Some(task) = next() {
            task();
        }
    };
    thread::scope(|scope| {
        let starts = (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let started: Vec<_> = starts.collect();
        work();
        for thread in started {
            // The panic of a thread that nobody joins would lose its message.
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Calls `work` with a copy of each state's position, without the moves before it and without the interpreter's lock.
/// Other threads may use the states meanwhile.
///
/// # Errors
///
/// Returns an error if the states are of several games or one of them is borrowed, or the exception of a
/// signal handler.
pub fn for_each(
    py: Python<'_>,
    states: &[Bound<'_, PyState>],
    mut work: impl FnMut(&dyn DynLine) + Send,
) -> PyResult<()> {
    let Some(first) = states.first() else { return Ok(()) };
    let rules = Arc::clone(&first.try_borrow()?.rules);
    let shape = |about: &About| (about.facts.game, about.observation_shape.clone(), about.move_count);
    let mut lines: Vec<Box<dyn DynLine>> = Vec::new();
    for part in states.chunks(POSITIONS) {
        lines.clear();
        for state in part {
            let state = state.try_borrow()?;
            if !Arc::ptr_eq(&rules, &state.rules) && shape(&rules.about) != shape(&state.rules.about) {
                return Err(EngineError::new_err("the states are of several games, expected one game"));
            }
            lines.push(state.line.present());
        }
        unlocked(py, || lines.iter().for_each(|line| work(&**line)))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Calls `work` with the features of each state's position, without the interpreter's lock.
///
/// # Errors
///
/// Returns the errors of [`for_each`].
pub fn for_each_seen(
    py: Python<'_>,
    states: &[Bound<'_, PyState>],
    mut work: impl FnMut(Seen<'_>) + Send,
) -> PyResult<()> {
    let Some(first) = states.first() else { return Ok(()) };
    let mut observer = Observer::new(first.try_borrow()?.rules.about.size());
    for_each(py, states, |line| work(observer.see(line)))
}

/// Returns the observations of states of one game: float32 of shape `(len(states), *observation_shape)`.
/// Writes them into `out`, if given.
#[pyfunction]
#[pyo3(signature = (states, out=None))]
pub fn observe<'py>(
    py: Python<'py>,
    states: Vec<Bound<'py, PyState>>,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let about = &rules_of(&states)?.about;
    let out = out_or_zeros(py, out, &rows_of(states.len(), &about.observation_shape))?;
    write(&out, |numbers| {
        let mut rows = numbers.chunks_mut(about.size().max(1));
        for_each_seen(py, &states, |seen| {
            if let Some(row) = rows.next() {
                seen.observe(seen.side, row);
            }
        })
    })?;
    Ok(out)
}

/// Returns the action masks of states of one game: int8 of shape `(len(states), move_count)`.
#[pyfunction]
pub fn action_masks<'py>(
    py: Python<'py>,
    states: Vec<Bound<'py, PyState>>,
) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
    let count = rules_of(&states)?.about.move_count as usize;
    let masks = zeros(py, &[states.len(), count])?;
    write(&masks, |numbers| {
        let mut rows = numbers.chunks_mut(count.max(1));
        for_each(py, &states, |line| {
            if let Some(row) = rows.next() {
                write_mask(line.moves(), row);
            }
        })
    })?;
    Ok(masks)
}

fn rules_of(states: &[Bound<'_, PyState>]) -> PyResult<Arc<Rules>> {
    let first =
        states.first().ok_or_else(|| EngineError::new_err("there are no states, expected one or more"))?;
    Ok(Arc::clone(&first.try_borrow()?.rules))
}

/// Lists of active features, one row for each position, all rows in one array. Row `i` of `own` is `own[own_ends[i -
/// 1]:own_ends[i]]`; row 0 begins at 0.
#[derive(Default)]
pub struct Sparse {
    /// Features from the perspective of the side to move.
    own: Vec<u16>,
    /// End of each row in `own`.
    own_ends: Vec<u64>,
    /// Features from the perspective of the other side.
    other: Vec<u16>,
    /// End of each row in `other`.
    other_ends: Vec<u64>,
    /// For each position, the index of its bucket of output weights.
    buckets: Vec<u8>,
}

impl Sparse {
    /// Appends a row: the features of a position from both perspectives, and its bucket.
    pub fn push(&mut self, own: &[u16], other: &[u16], bucket: usize) {
        self.own.extend(own);
        self.own_ends.push(self.own.len() as u64);
        self.other.extend(other);
        self.other_ends.push(self.other.len() as u64);
        self.buckets.push(bucket as u8);
    }

    /// Converts the lists to `NumPy` arrays, in a dictionary by name.
    ///
    /// # Errors
    ///
    /// Returns an error if the interpreter is out of memory.
    pub fn dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        Ok(dict!(py, {
            "own": self.own.into_pyarray(py), "own_ends": self.own_ends.into_pyarray(py),
            "other": self.other.into_pyarray(py), "other_ends": self.other_ends.into_pyarray(py),
            "buckets": self.buckets.into_pyarray(py),
        }))
    }
}

/// Returns the active features of states of one game, from both perspectives.
#[pyfunction]
pub fn features<'py>(py: Python<'py>, states: Vec<Bound<'py, PyState>>) -> PyResult<Bound<'py, PyDict>> {
    let mut sparse = Sparse::default();
    for_each_seen(py, &states, |seen| {
        let [own, other] = seen.lists();
        sparse.push(&own, &other, seen.bucket);
    })?;
    sparse.dict(py)
}
