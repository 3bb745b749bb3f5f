//! The Python class `State`.
//!
//! Rules may be written in Python, and an exception in a rule unwinds as a panic. Methods that run rules therefore go
//! through `guard`, which turns the panic into the exception again.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use plywright::game::{DynLine, MoveId};
use plywright::picture::{self, Picture};
use plywright_board::scene_json;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::checks;
use crate::ending::PyEnding;
use crate::errors::{MoveError, raise};
use crate::guard::{guarded, unlocked};
use crate::ints::int;
use crate::move_argument::MoveArgument;
use crate::pixels;
use crate::positions::{Observer, write_mask};
use crate::rules::Rules;
use crate::wait;
use crate::written::listed;

/// A position of a game with its history of moves. Mutable.
#[pyclass(name = "State", module = "plywright._core")]
pub struct PyState {
    /// Python's `Game` object of the rules.
    pub game: Py<PyAny>,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The position with its history.
    pub line: Box<dyn DynLine>,
}

impl PyState {
    /// Returns the line after its moves have been listed, so that `moves` and `ending` run no rule that is written in
    /// Python; see [`listed`].
    fn listed(&self) -> PyResult<&dyn DynLine> {
        guarded(|| listed(&*self.line))
    }

    fn picture(&self, width: u16, flipped: bool) -> PyResult<Picture> {
        guarded(|| listed(&*self.line).picture(width, flipped))
    }
}

#[pymethods]
impl PyState {
    /// Rules of the game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// Side to move: 0 for the first, 1 for the second. A side may move several times in a row.
    #[getter]
    fn side(&self) -> usize {
        self.line.side().index()
    }

    /// Text of the position, which `Game.position` parses.
    #[getter]
    fn text(&self) -> PyResult<String> {
        guarded(|| self.line.text())
    }

    /// Unsigned 64-bit hash of the position. It is the same in every run; in a game written in Python, only if its
    /// positions are texts, numbers, tuples of these, or arrays.
    #[getter]
    fn key(&self) -> u64 {
        self.line.key().0
    }

    /// Text of the position in which the history begins.
    #[getter]
    fn start_text(&self) -> PyResult<String> {
        guarded(|| self.line.first().text())
    }

    /// Texts of the moves played since `start_text`.
    #[getter]
    fn history(&self) -> PyResult<Vec<String>> {
        guarded(|| self.line.history())
    }

    /// Number of moves played since `start_text`.
    #[getter]
    fn plies(&self) -> usize {
        self.line.plies()
    }

    /// Ending of the game, including draws by repetition and move limit; `None` while it is unfinished.
    #[getter]
    fn ending(&self) -> PyResult<Option<PyEnding>> {
        Ok(self.listed()?.ending().map(PyEnding::from))
    }

    /// Name of the phase of the game in which the position is.
    #[getter]
    fn phase(&self) -> &'static str {
        self.rules.game.info().phases.get(self.line.phase()).copied().unwrap_or_default()
    }

    /// Scene of the position as plain data, for programs that draw it: the dictionary that the board's page
    /// gets as JSON.
    #[getter]
    fn scene<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        // The borrow ends before Python code runs, because that code may use the state.
        let scene = guarded(|| slf.try_borrow().map(|state| state.line.scene()))??;
        let json = scene_json(&scene).to_string();
        slf.py().import("json")?.call_method1("loads", (json,))
    }

    /// Returns the texts of the legal moves; empty if the game is over.
    fn moves(&self) -> PyResult<Vec<String>> {
        guarded(|| listed(&*self.line).move_texts())
    }

    /// Returns the numbers of the legal moves, in the order of `moves`; empty if the game is over.
    fn move_numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.listed()?.moves().iter().map(|id| int(py, id.0)))
    }

    /// Plays the legal move with this number, and returns `_sorted_numbers` of the next position. The adapter of
    /// `OpenSpiel` would otherwise need several calls for each move.
    fn _advance<'py>(slf: &Bound<'py, Self>, number: MoveArgument) -> PyResult<Bound<'py, PyList>> {
        let number = MoveArgument::Number(number.number()?.0);
        Self::play(slf, number)?;
        slf.try_borrow()?.sorted_numbers(slf.py())
    }

    /// Returns the numbers of the legal moves in ascending order; an empty list after `Game.max_plies` moves.
    #[pyo3(name = "_sorted_numbers")]
    fn sorted_numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let is_cut_off = self.line.plies() >= self.rules.about.max_plies as usize;
        let legal = if is_cut_off { &[] } else { self.listed()?.moves() };
        let mut moves = Cow::Borrowed(legal);
        // Most games list their moves in ascending order.
        if !moves.is_sorted() {
            moves.to_mut().sort_unstable();
        }
        PyList::new(py, moves.iter().map(|id| int(py, id.0)))
    }

    /// Returns the number of the legal move with this text. Raises `MoveError` if there is none.
    #[pyo3(signature = (r#move))]
    fn move_to_number(&self, r#move: &str) -> PyResult<u32> {
        guarded(|| listed(&*self.line).id_of(r#move))?.map(|id| id.0).map_err(raise::<MoveError>)
    }

    /// Returns the text of the legal move with this number. Raises `MoveError` if there is none.
    fn number_to_move(slf: &Bound<'_, Self>, number: MoveArgument) -> PyResult<String> {
        let number = number.number()?;
        let state = slf.try_borrow()?;
        guarded(|| listed(&*state.line).text_of(number))?.map_err(raise::<MoveError>)
    }

    /// Plays a legal move, given as text or number. Raises `MoveError` if the move is not legal.
    #[pyo3(signature = (r#move))]
    fn play(slf: &Bound<'_, Self>, r#move: MoveArgument) -> PyResult<()> {
        let line = &mut slf.try_borrow_mut()?.line;
        let played = guarded(|| match r#move {
            MoveArgument::Text(text) => line.play_text(&text),
            MoveArgument::Number(number) => line.play(MoveId(number)),
        })?;
        played.map_err(|error| match guarded(|| line.ending()) {
            Ok(Some(_)) => MoveError::new_err(format!("{error}: the game is over")),
            Ok(None) => raise::<MoveError>(error),
            Err(failed) => failed,
        })
    }

    /// Plays a legal move, chosen by 64 random bits, and returns its number; `None` if the game is over.
    fn play_random(&mut self, #[pyo3(from_py_with = checks::random)] random: u64) -> PyResult<Option<u32>> {
        guarded(|| self.line.play_random(random).map(|id| id.0))
    }

    /// Takes back the last move and returns its text. Raises `MoveError` if no move was played.
    fn undo(&mut self) -> PyResult<String> {
        guarded(|| self.line.undo())?
            .ok_or_else(|| MoveError::new_err("no move was played, expected one to take back"))
    }

    /// Returns an independent copy with the whole history.
    fn copy(&self, py: Python<'_>) -> Self {
        Self { game: self.game.clone_ref(py), rules: Arc::clone(&self.rules), line: self.line.boxed() }
    }

    /// Counts the sequences of exactly `depth` moves. Draw rules do not end a sequence.
    fn perft(slf: &Bound<'_, Self>, #[pyo3(from_py_with = checks::depth)] depth: u32) -> PyResult<u64> {
        // Perft counts from a copy, so that other threads can use the state during the count.
        let line = slf.try_borrow()?.line.boxed();
        let count = |stopped: &AtomicBool| line.perft(depth, &|| stopped.load(Ordering::Relaxed));
        wait::on(slf.py(), count)?.ok_or_else(|| MoveError::new_err("the count was stopped"))
    }

    /// Returns the position from the perspective of the side to move: zeros and ones of shape
    /// `Game.observation_shape`.
    fn observe<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let state = slf.try_borrow()?;
        let rules = Arc::clone(&state.rules);
        let mut numbers = vec![0.0_f32; rules.about.size()];
        let mut observer = Observer::new(numbers.len());
        guarded(|| observer.see(&*state.line).observe(state.line.side(), &mut numbers))?;
        drop(state);
        PyArray1::from_vec(slf.py(), numbers).reshape(&*rules.about.observation_shape)
    }

    /// Returns an array of shape (`Game.move_count`,): 1 for the number of each legal move, otherwise 0.
    fn action_mask<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let state = slf.try_borrow()?;
        let mut mask = vec![0_i8; state.rules.about.move_count as usize];
        write_mask(state.listed()?.moves(), &mut mask);
        drop(state);
        Ok(PyArray1::from_vec(slf.py(), mask))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> PyResult<bool> {
        let other = other.try_borrow()?;
        Ok(self.rules.about == other.rules.about && self.line.is_at(&*other.line))
    }

    fn __hash__(&self) -> u64 {
        self.line.key().0
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let contents = {
            let state = slf.try_borrow()?;
            let line = &state.line;
            let start = || (!line.begins_at_start()).then(|| line.first().text());
            let (start, history) = guarded(|| (start(), line.history()))?;
            (state.game.clone_ref(py), start, history)
        };
        let restore = py.import("plywright._core")?.getattr("_restore")?;
        (restore, contents).into_pyobject(py)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("State('{}', '{}')", self.rules.about.facts.game, self.text()?))
    }

    fn __str__(&self) -> PyResult<String> {
        guarded(|| self.line.drawing())
    }

    /// Returns a picture of the board as SVG.
    #[pyo3(signature = (width=360, flipped=false))]
    fn svg(&self, #[pyo3(from_py_with = checks::width)] width: u16, flipped: bool) -> PyResult<String> {
        Ok(self.picture(width, flipped)?.svg())
    }

    /// Returns a picture of the board as an array of shape (height, width, 3): red, green and blue from 0 to 255.
    #[pyo3(signature = (width=360, flipped=false))]
    fn pixels<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = checks::width)] width: u16,
        flipped: bool,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let picture = slf.try_borrow()?.picture(width, flipped)?;
        let (rows, columns, pixels) = unlocked(slf.py(), || pixels::rgb(&picture))??;
        PyArray1::from_vec(slf.py(), pixels).reshape(vec![rows, columns, 3])
    }

    /// Writes a picture of the board as a PNG file.
    #[pyo3(signature = (path, width=360, flipped=false))]
    fn save_png(
        slf: &Bound<'_, Self>,
        path: PathBuf,
        #[pyo3(from_py_with = checks::width)] width: u16,
        flipped: bool,
    ) -> PyResult<()> {
        let pixels = Self::pixels(slf, width, flipped)?;
        slf.py().import("plywright._views")?.call_method1("save_png", (path, pixels)).map(drop)
    }

    /// Returns a picture of the board, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        let flipped = false;
        self.svg(picture::WIDTH, flipped)
    }
}
