//! Functions on lists of states: many positions in one call from Python. The class `Batch` is in `batch.rs`.

use std::sync::Arc;

use numpy::PyArrayDyn;
use plywright::game::DynLine;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{out_or_zeros, rows_of, write, zeros};
use crate::errors::EngineError;
use crate::guard::{guarded, unlocked};
use crate::positions::{Observer, Seen, write_mask};
use crate::rules::{About, Rules};
use crate::sparse::Sparse;
use crate::state::PyState;
use crate::written::listed;

/// Number of states that are processed between two checks for Ctrl-C. At these checks, other Python threads may run,
/// too.
const PART: usize = 256;

/// Calls `work` with the line of each state. A line is a position with the moves before it. Holds the interpreter's
/// lock during each part of [`PART`] states. Working without the lock would need copies of the states, which take
/// longer than most work.
///
/// # Errors
///
/// Returns an error if the states are of several games, or if another call is changing one of them. Also returns the
/// exception of a rule or of a signal handler. After an error, `work` may already have been called for some states.
pub fn for_each(
    py: Python<'_>,
    states: &[Bound<'_, PyState>],
    mut work: impl FnMut(&dyn DynLine),
) -> PyResult<()> {
    for part in states.chunks(PART) {
        let part = borrow_part(states, part)?;
        guarded(|| part.iter().for_each(|state| work(&*state.line)))?;
        drop(part);
        // Other threads may run here.
        py.detach(|| ());
        py.check_signals()?;
    }
    Ok(())
}

/// Calls `work`, without the interpreter's lock, with copies of the states' positions. The copies have no earlier
/// moves. Other threads may use the states meanwhile.
///
/// # Errors
///
/// Returns the errors of [`for_each`].
pub fn for_each_copy(
    py: Python<'_>,
    states: &[Bound<'_, PyState>],
    mut work: impl FnMut(&dyn DynLine) + Send,
) -> PyResult<()> {
    for part in states.chunks(PART) {
        let part = borrow_part(states, part)?;
        let lines: Vec<_> = part.iter().map(|state| state.line.present()).collect();
        drop(part);
        unlocked(py, || lines.iter().for_each(|line| work(&**line)))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Borrows the states in `part`, a part of `states`. Returns an error if one of them is not of the same game as the
/// first of `states`, or is of a variant whose arrays have other shapes, or if another call is changing one of them.
fn borrow_part<'py>(
    states: &[Bound<'py, PyState>],
    part: &[Bound<'py, PyState>],
) -> PyResult<Vec<PyRef<'py, PyState>>> {
    let rules = rules_of(states)?;
    let shape = |about: &About| (about.facts.game, about.observation_shape.clone(), about.move_count);
    let mut borrowed = Vec::with_capacity(part.len());
    for state in part {
        let state = state.try_borrow()?;
        if !Arc::ptr_eq(&rules, &state.rules) && shape(&rules.about) != shape(&state.rules.about) {
            return Err(EngineError::new_err("the states are of several games, expected one game"));
        }
        borrowed.push(state);
    }
    Ok(borrowed)
}

/// Calls `work` with the features of each state's position, as [`for_each`] does with its line.
///
/// # Errors
///
/// Returns the errors of [`for_each`].
pub fn for_each_seen(
    py: Python<'_>,
    states: &[Bound<'_, PyState>],
    mut work: impl FnMut(Seen<'_>),
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
                write_mask(listed(line).moves(), row);
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

/// Returns the active features of states of one game as arrays. For state `i`, those from the perspective of the side
/// to move are `own[own_ends[i - 1]:own_ends[i]]`, and `own[:own_ends[0]]` for state 0. `other` and `other_ends` hold
/// the features from the other perspective, and `buckets` the buckets.
#[pyfunction]
pub fn features<'py>(py: Python<'py>, states: Vec<Bound<'py, PyState>>) -> PyResult<Bound<'py, PyDict>> {
    let mut sparse = Sparse::default();
    for_each_seen(py, &states, |seen| {
        let [own, other] = seen.lists();
        sparse.push(&own, &other, seen.bucket);
    })?;
    sparse.dict(py)
}
