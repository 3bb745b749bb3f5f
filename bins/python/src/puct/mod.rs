//! The Python class `_Puct`: `AlphaZero`'s search (PUCT), with an evaluation by Python code. Many games are searched
//! together, so that one call evaluates positions of all of them.

mod tree;

use std::sync::Arc;

use numpy::{PyArray1, PyArrayDyn, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::arrays::{rows_of, write, zeros};
use crate::errors::{EngineError, OptionError};
use crate::game::PyGame;
use crate::guard::{guarded, unlocked};
use crate::positions::{Observer, write_mask};
use crate::rules::Rules;
use crate::state::PyState;
use tree::{Leaf, Selected, Tree};

/// Settings of a search, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct PuctSettings {
    /// Number of simulations of each game in a search.
    simulations: u32,
    /// Maximum number of positions that are evaluated in one call.
    batch: usize,
    /// Weight of the prior probability (`c_puct`).
    exploration: f64,
    /// Share of noise in the prior probabilities at the root, 0 to 1.
    noise: f64,
}

/// `AlphaZero`'s search of several games at once.
#[pyclass(name = "_Puct", module = "plywright._core")]
pub struct PyPuct {
    rules: Arc<Rules>,
    settings: PuctSettings,
    trees: Vec<Tree>,
}

/// Visit counts, with a row for each searched position and a column for each move number, and the positions' values.
type Found<'py> = (Bound<'py, PyArrayDyn<i32>>, Bound<'py, PyArray1<f32>>);

/// Number of finished simulations after which Ctrl-C is checked, at the next turn of the first game. A simulation is
/// finished if it reaches the end of the game and needs no evaluation.
const MAX_FINISHED: usize = 1000;

/// The index of a tree, and its leaf that waits for an evaluation.
type Waiting = (usize, Leaf);

#[pymethods]
impl PyPuct {
    #[new]
    fn new(game: &Bound<'_, PyGame>, settings: PuctSettings) -> Self {
        Self { rules: Arc::clone(game.get().rules()), settings, trees: Vec::new() }
    }

    /// Searches the states, with a tree for each. `evaluate` receives observations and masks, and returns policies and
    /// values as float32 arrays. `noise` has a list for each state. The previous search's tree with the same index is
    /// used again if its game leads to the state. After an error, all trees are forgotten.
    fn search<'py>(
        &mut self,
        py: Python<'py>,
        states: Vec<Bound<'py, PyState>>,
        evaluate: &Bound<'py, PyAny>,
        noise: Vec<Vec<f32>>,
    ) -> PyResult<Found<'py>> {
        guarded(|| self.set_up(&states, noise))??;
        if let Err(error) = self.simulate(py, evaluate) {
            // The trees still hold simulations that wait for an evaluation, so they cannot be used again.
            self.trees.clear();
            return Err(error);
        }
        guarded(|| self.found(py))?
    }

    /// Forgets all trees.
    fn reset(&mut self) {
        self.trees.clear();
    }
}

impl PyPuct {
    /// Prepares a tree for each state. If the earlier tree with the same index contains the state, keeps the part from
    /// the state on.
    fn set_up(&mut self, states: &[Bound<'_, PyState>], noise: Vec<Vec<f32>>) -> PyResult<()> {
        let mut trees = std::mem::take(&mut self.trees).into_iter();
        let mut next = Vec::with_capacity(states.len());
        for (state, noise) in states.iter().zip(noise) {
            let state = state.try_borrow()?;
            if state.rules.about != self.rules.about {
                return Err(EngineError::new_err("a state is of another game than the search"));
            }
            let kept = trees.next().and_then(|mut tree| tree.follow(&*state.line).then_some(tree));
            let mut tree = kept.unwrap_or_else(|| Tree::new(&*state.line));
            tree.noise = noise;
            next.push(tree);
        }
        self.trees = next;
        Ok(())
    }

    /// Runs all simulations. Calls `evaluate` with buffers of observations and masks, and the number of rows in use.
    fn simulate(&mut self, py: Python<'_>, evaluate: &Bound<'_, PyAny>) -> PyResult<()> {
        let (batch, width) = (self.settings.batch, self.rules.about.move_count as usize);
        let (shape, size) = (&self.rules.about.observation_shape, self.rules.about.size());
        let (observations, masks) = (zeros(py, &rows_of(batch, shape))?, zeros(py, &[batch, width])?);
        let mut observer = Observer::new(size);
        let mut left = vec![self.settings.simulations; self.trees.len()];
        loop {
            let mut leaves = Vec::new();
            while unlocked(py, || self.gather(&mut left, &mut leaves))? {
                py.check_signals()?;
            }
            write(&observations, |numbers| {
                write(&masks, |marks| {
                    // A game written in Python may have empty observations.
                    let mut rows = numbers.chunks_mut(size.max(1));
                    unlocked(py, || {
                        for (mask, (_, leaf)) in marks.chunks_mut(width.max(1)).zip(&leaves) {
                            if let Some(row) = rows.next() {
                                observer.see(&*leaf.line).observe(leaf.line.side(), row);
                            }
                            mask.fill(0);
                            write_mask(leaf.line.moves(), mask);
                        }
                    })
                })
            })?;
            py.check_signals()?;
            if leaves.is_empty() {
                return Ok(());
            }
            let answer = evaluate.call1((&observations, &masks, leaves.len()))?;
            self.add_evaluations(&leaves, &answer)?;
        }
    }

    /// Runs simulations of all games in turn, until `leaves` is a batch that waits for evaluation or no game can go on.
    /// Reduces `left`, the number of simulations that each game still needs. Returns `true` after [`MAX_FINISHED`]
    /// finished simulations, when the caller must check for Ctrl-C and go on.
    fn gather(&mut self, left: &mut [u32], leaves: &mut Vec<Waiting>) -> bool {
        let mut finished = 0;
        let mut is_blocked = vec![false; self.trees.len()];
        loop {
            let mut is_idle = true;
            for (number, tree) in self.trees.iter_mut().enumerate() {
                if is_blocked[number] || left[number] == 0 {
                    continue;
                }
                if leaves.len() == self.settings.batch {
                    return false;
                }
                is_idle = false;
                // The simulation that evaluates the root does not count.
                let is_root = tree.is_empty();
                match tree.select(&self.settings) {
                    Selected::Collision => is_blocked[number] = true,
                    Selected::Finished if is_root => left[number] = 0,
                    Selected::Finished => {
                        left[number] -= 1;
                        finished += 1;
                    }
                    Selected::Leaf(leaf) => {
                        leaves.push((number, leaf));
                        left[number] -= u32::from(!is_root);
                    }
                }
            }
            if is_idle {
                return false;
            }
            // All games have had their turn, so the next call begins with the right game.
            if finished >= MAX_FINISHED {
                return true;
            }
        }
    }

    /// Adds the evaluations in `answer` to the leaves. Returns an error at the first one that is not usable; the leaves
    /// after it then stay without an evaluation.
    fn add_evaluations(&mut self, leaves: &[Waiting], answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let (policies, values): (PyReadonlyArray2<'_, f32>, PyReadonlyArray1<'_, f32>) = answer.extract()?;
        let (policies, values) = (policies.as_array(), values.as_array());
        for (row, (number, leaf)) in leaves.iter().enumerate() {
            let policy = policies.row(row);
            let policy = policy.as_slice().ok_or_else(|| EngineError::new_err("policies have gaps"))?;
            if !self.trees[*number].evaluate(leaf, policy, values[row]) {
                let text = plywright::shorten(&guarded(|| leaf.line.text())?);
                return Err(OptionError::new_err(format!(
                    "for '{text}', evaluate returned a weight that is negative or not finite, or a value that is not finite"
                )));
            }
        }
        Ok(())
    }

    /// Returns the visit counts and the values of the roots of all trees.
    fn found<'py>(&self, py: Python<'py>) -> PyResult<Found<'py>> {
        let width = self.rules.about.move_count as usize;
        let visits = zeros(py, &[self.trees.len(), width])?;
        let mut values = Vec::with_capacity(self.trees.len());
        write(&visits, |rows| {
            for (row, tree) in rows.chunks_mut(width.max(1)).zip(&self.trees) {
                for (number, visits) in tree.visits() {
                    if let Some(entry) = row.get_mut(number as usize) {
                        *entry = visits as i32;
                    }
                }
                values.push(tree.value() as f32);
            }
            Ok(())
        })?;
        Ok((visits, PyArray1::from_vec(py, values)))
    }
}
