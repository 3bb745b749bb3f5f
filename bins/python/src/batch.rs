//! The Python class `Batch`: many games with the same rules. Most calls work on all of them at once.

use std::sync::Arc;

use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyReadonlyArray1, PyUntypedArrayMethods};
use plywright::engine::Reason;
use plywright::game::{DynLine, MoveId};
use plywright::search::Rng;
use plywright::{Key, Side};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::arrays::{out_or_zeros, rows_of, write, zeros};
use crate::checks;
use crate::errors::{EngineError, MoveError, OptionError};
use crate::game::{PyGame, any_game, new_state};
use crate::guard::unlocked;
use crate::positions::{Observer, write_mask};
use crate::rules::Rules;
use crate::state::PyState;
use crate::threads::in_threads;

/// Action that leaves a board as it is. A finished game takes no other action.
const NO_MOVE: i64 = -1;

/// How a game of a batch ended, as [`PyBatch::endings`] encodes it.
mod code {
    pub const OPEN: u8 = 0;
    pub const RULES: u8 = 1;
    pub const REPETITION: u8 = 2;
    pub const MOVE_LIMIT: u8 = 3;
    pub const CUT_OFF: u8 = 4;
}

/// A game of the batch: its position and the moves before it.
type Board = Box<dyn DynLine>;

/// Many games with the same rules.
#[pyclass(name = "Batch", module = "plywright._core")]
pub struct PyBatch {
    game: Py<PyGame>,
    rules: Arc<Rules>,
    start: Board,
    boards: Vec<Board>,
    max_plies: usize,
    threads: usize,
    rng: Rng,
}

fn ending_code(line: &dyn DynLine, max_plies: usize) -> u8 {
    match line.ending() {
        Some((_, Reason::Position)) => code::RULES,
        Some((_, Reason::Repetition)) => code::REPETITION,
        Some((_, Reason::MoveLimit(_))) => code::MOVE_LIMIT,
        None if line.plies() >= max_plies => code::CUT_OFF,
        None => code::OPEN,
    }
}

fn is_legal(line: &dyn DynLine, action: i64, max_plies: usize) -> bool {
    let is_move = |number: u32| line.moves().contains(&MoveId(number));
    action == NO_MOVE || (line.plies() < max_plies && u32::try_from(action).is_ok_and(is_move))
}

/// Converts an argument to an array of `count` entries by `function` of the package's module `_checks`. If the argument
/// cannot be converted, the function's exception says what was expected.
fn converted<'py, T: Element>(
    function: &str,
    name: &str,
    value: &Bound<'py, PyAny>,
    count: usize,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    value.py().import("plywright._checks")?.call_method1(function, (name, value, count))?.extract()
}

impl PyBatch {
    /// Calls `work` for every board, on several threads and without the interpreter's lock. `rows` has a row for each
    /// board, all of equal width. `work` gets the board, its index and its row, and a value from `scratch`, which
    /// serves many boards in turn. Does nothing if the rows are empty.
    fn for_each_with<R: Send, S>(
        &mut self,
        py: Python<'_>,
        rows: &mut [R],
        scratch: impl Fn() -> S + Send + Sync,
        work: impl Fn(&mut S, usize, &mut Board, &mut [R]) + Send + Sync,
    ) -> PyResult<()> {
        let width = rows.len() / self.boards.len().max(1);
        if width == 0 {
            return Ok(());
        }
        let run = |first: usize, boards: &mut [Board], rows: &mut [R]| {
            let mut scratch = scratch();
            for (offset, (board, row)) in boards.iter_mut().zip(rows.chunks_exact_mut(width)).enumerate() {
                work(&mut scratch, first + offset, board, row);
            }
        };
        let (run, threads) = (&run, self.threads);
        let share = self.boards.len().div_ceil(threads);
        let parts = self.boards.chunks_mut(share).zip(rows.chunks_mut(share * width)).enumerate();
        let tasks = parts.map(|(number, (boards, rows))| move || run(number * share, boards, rows));
        unlocked(py, || in_threads(threads, tasks))
    }

    /// Calls `work` for every board as [`PyBatch::for_each_with`] does, without a value from `scratch`.
    fn for_each<R: Send>(
        &mut self,
        py: Python<'_>,
        rows: &mut [R],
        work: impl Fn(usize, &mut Board, &mut [R]) + Send + Sync,
    ) -> PyResult<()> {
        self.for_each_with(py, rows, || (), |(), at, board, row| work(at, board, row))
    }

    /// Creates an array with an entry for each board. `work` gets the board's index, the board and the entry to set.
    /// `work` runs without the interpreter's lock.
    fn column<'py, T: Element + Clone + Default + Send>(
        &mut self,
        py: Python<'py>,
        work: impl Fn(usize, &mut Board, &mut T) + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        let mut column = vec![T::default(); self.boards.len()];
        self.for_each(py, &mut column, |at, board, row| work(at, board, &mut row[0]))?;
        Ok(column.into_pyarray(py))
    }

    /// Converts Python's index of a board, which counts from the end if it is negative. An index out of range is an
    /// `IndexError`.
    fn place(&self, index: isize) -> PyResult<usize> {
        let count = self.boards.len() as isize;
        let place = if index < 0 { index + count } else { index };
        if (0..count).contains(&place) {
            return Ok(place as usize);
        }
        Err(PyIndexError::new_err(format!("board {index} of {count}")))
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, count, *, max_plies=None, threads=1, seed=0))]
    fn new(
        game: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = checks::boards)] count: usize,
        #[pyo3(from_py_with = checks::max_plies)] max_plies: Option<u32>,
        #[pyo3(from_py_with = checks::threads)] threads: usize,
        #[pyo3(from_py_with = checks::seed)] seed: u64,
    ) -> PyResult<Self> {
        let (py, game) = (game.py(), any_game(game)?.unbind());
        let rules = Arc::clone(game.get().rules());
        let max_plies = max_plies.unwrap_or(rules.about.max_plies) as usize;
        let start = rules.game.start();
        // This allocation is dropped at once. It raises a `MemoryError` of `NumPy` if the boards, with what they own,
        // would not fit into memory. Without it, creating the boards would end the process.
        drop(zeros::<i8>(py, &[count, 2 * size_of_val(&*start) + 256])?);
        let boards = (0..count).map(|_| start.boxed()).collect();
        Ok(Self { game, rules, start, boards, max_plies, threads, rng: Rng::new(Key::mix(seed).0) })
    }

    /// Rules of the games.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.boards.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<PyState> {
        let line = self.boards[self.place(index)?].boxed();
        Ok(new_state(self.game.bind(py), line))
    }

    fn __setitem__(&mut self, index: isize, state: &Bound<'_, PyState>) -> PyResult<()> {
        let place = self.place(index)?;
        let state = state.try_borrow()?;
        if state.rules.about != self.rules.about {
            return Err(EngineError::new_err("the state is of another game than the batch"));
        }
        self.boards[place] = state.line.boxed();
        Ok(())
    }

    /// Plays one move on every board; -1 plays none. If any other action is illegal or its game is over, no board
    /// changes.
    fn play(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let count = self.boards.len();
        let actions = match actions.extract::<PyReadonlyArray1<'_, i64>>() {
            Ok(actions) if actions.len() == count => actions,
            _ => converted("integers", "actions", actions, count)?,
        };
        let actions = actions.as_array();
        let max_plies = self.max_plies;
        let mut legal = vec![false; count];
        self.for_each(py, &mut legal, |at, board, row| row[0] = is_legal(&**board, actions[at], max_plies))?;
        if let Some(at) = legal.iter().position(|is_legal| !is_legal) {
            let action = actions[at];
            let reason = match ending_code(&*self.boards[at], max_plies) {
                code::OPEN => format!("{action} is not a legal move there"),
                _ => format!("its game is over, expected {NO_MOVE} instead of {action}"),
            };
            return Err(MoveError::new_err(format!("board {at}: {reason}")));
        }
        self.for_each(py, &mut legal, |at, board, _| {
            if actions[at] != NO_MOVE {
                // An error is impossible: the action is one of the legal moves, as checked above.
                let _ = board.play(MoveId(actions[at] as u32));
            }
        })
    }

    /// Side to move on each board: 0 for the first, 1 for the second.
    #[getter]
    fn sides<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.column(py, |_, board, side| *side = board.side().index() as u8)
    }

    /// Number of moves played on each board.
    #[getter]
    fn plies<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.column(py, |_, board, plies| *plies = board.plies() as i32)
    }

    /// How each game ended: 0 if it is not over, 1 by the rules, 2 by repetition, 3 by the move limit, 4 if it was cut
    /// off after `max_plies` moves.
    #[getter]
    fn endings<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let max_plies = self.max_plies;
        self.column(py, |_, board, ending| *ending = ending_code(&**board, max_plies))
    }

    /// Rewards of both sides: 1 for the winner of a finished game, -1 for the loser, otherwise 0.
    #[getter]
    fn rewards<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let rewards = zeros(py, &[self.boards.len(), 2])?;
        write(&rewards, |rows| {
            self.for_each(py, rows, |_, board, row| {
                if let Some(winner) = board.ending().and_then(|(ending, _)| ending.winner()) {
                    row[winner.index()] = 1.0;
                    row[winner.other().index()] = -1.0;
                }
            })
        })?;
        Ok(rewards)
    }

    /// Returns a random legal move for each board; -1 for a game that is over or cut off.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (bits, max_plies) = (self.rng.bits(), self.max_plies);
        self.column(py, move |at, board, action| {
            let moves = board.moves();
            let random = Rng::new(Key::mix(bits ^ at as u64).0).below(moves.len());
            let is_cut_off = board.plies() >= max_plies;
            *action = moves.get(random).filter(|_| !is_cut_off).map_or(NO_MOVE, |id| id.0.into());
        })
    }

    /// Returns the action masks of all boards. The rows of games that are over or cut off are zeros.
    #[pyo3(signature = (out=None))]
    fn masks<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let (max_plies, width) = (self.max_plies, self.rules.about.move_count as usize);
        let out = out_or_zeros(py, out, &[self.boards.len(), width])?;
        write(&out, |rows| {
            self.for_each(py, rows, |_, board, row| {
                row.fill(0);
                if board.plies() < max_plies {
                    write_mask(board.moves(), row);
                }
            })
        })?;
        Ok(out)
    }

    /// Returns the observations of all boards, from the perspective of the side to move or of given sides.
    #[pyo3(signature = (out=None, *, sides=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        sides: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let count = self.boards.len();
        let rules = Arc::clone(&self.rules);
        let out = out_or_zeros(py, out, &rows_of(count, &rules.about.observation_shape))?;
        let views: Option<PyReadonlyArray1<'_, i64>> =
            sides.map(|sides| converted("integers", "sides", sides, count)).transpose()?;
        let views = views.as_ref().map(PyReadonlyArray1::as_array);
        if let Some(side) = views.iter().flatten().find(|side| !matches!(**side, 0 | 1)) {
            return Err(OptionError::new_err(format!("sides has {side}, expected 0 or 1")));
        }
        write(&out, |rows| {
            let observer = || Observer::new(rules.about.size());
            self.for_each_with(py, rows, observer, |observer, at, board, row| {
                let seen = observer.see(&**board);
                let view = views.map_or(seen.side, |views| Side::BOTH[usize::from(views[at] == 1)]);
                seen.observe(view, row);
            })
        })?;
        Ok(out)
    }

    /// Sets boards to the start position: without `where` all of them, otherwise the boards whose entry of `where` is
    /// true or whose indices it lists.
    #[pyo3(signature = (r#where=None))]
    fn reset(&mut self, py: Python<'_>, r#where: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mut chosen = match r#where {
            None => vec![true; self.boards.len()],
            Some(places) => match places.extract::<PyReadonlyArray1<'_, bool>>() {
                Ok(places) if places.len() == self.boards.len() => places.as_array().to_vec(),
                _ => converted("chosen", "where", places, self.boards.len())?.as_array().to_vec(),
            },
        };
        let start = self.start.boxed();
        self.for_each(py, &mut chosen, |_, board, row| {
            if row[0] {
                *board = start.boxed();
            }
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Batch({}, {})", self.game.bind(py).repr()?, self.boards.len()))
    }
}
