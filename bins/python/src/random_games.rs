//! Many random games in one call. They begin at the start position. A game that is too long is cut off as a draw.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use numpy::{IntoPyArray, PyArray1};
use plywright::search::Rng;
use plywright::{Ending, Key, Side};
use pyo3::prelude::*;

use crate::checks;
use crate::game::any_game;
use crate::guard::unlocked;
use crate::threads::in_threads;
use crate::wait;

/// Number of random games that a thread takes at a time.
const PORTION: usize = 4;

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
    let parts = results.chunks_mut(PORTION).zip(plies.chunks_mut(PORTION)).enumerate();
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
    let play = &play;
    let tasks = parts.map(|part| move || play(part));
    if threads == 1 {
        in_this_thread(py, tasks)?;
    } else {
        wait::polling(py, &stopped, || in_threads(threads, tasks), |_| Ok(()))?;
    }
    Ok((results.into_pyarray(py), plies.into_pyarray(py)))
}

/// Runs all tasks in the calling thread, without the interpreter's lock. Checks for signals after each
/// [`wait::INTERVAL`], and raises the exception of a signal handler; the remaining tasks are then not run.
fn in_this_thread<T: FnOnce()>(py: Python<'_>, mut tasks: impl Iterator<Item = T> + Send) -> PyResult<()> {
    let mut run_for_interval = || {
        let started = Instant::now();
        for task in tasks.by_ref() {
            task();
            if started.elapsed() >= wait::INTERVAL {
                return true;
            }
        }
        false
    };
    while unlocked(py, &mut run_for_interval)? {
        py.check_signals()?;
    }
    Ok(())
}
