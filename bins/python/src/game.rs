//! `Game` and `games`.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use plywright::did_you_mean;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::catalogue::{CATALOGUE, Entry};
use crate::errors::{IntoPyErr, OptionError};
use crate::rules::{About, Line, Rules};
use crate::state::PyState;

/// A game of the package.
#[pyclass(frozen, name = "GameInfo", module = "plywright._core")]
pub struct GameInfo(&'static Entry);

#[pymethods]
impl GameInfo {
    /// Name, as `Game` takes it: lower-case words joined by hyphens.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// One line about the game.
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.summary
    }

    /// Names of the listed variants, the default first.
    #[getter]
    fn variants(&self) -> Vec<&'static str> {
        (self.0.variants)().iter().map(|variant| variant.name).collect()
    }

    fn __repr__(&self) -> String {
        format!("GameInfo('{}')", self.0.name)
    }
}

/// All games.
#[pyfunction]
pub fn games() -> Vec<GameInfo> {
    CATALOGUE.iter().map(GameInfo).collect()
}

/// The rules of one variant of a game. Immutable, hashable, and shared by threads.
#[pyclass(frozen, name = "Game", module = "plywright._core")]
pub struct PyGame {
    /// The rules.
    pub rules: Arc<dyn Rules>,
}

impl PyGame {
    /// Facts about the rules.
    pub fn about(&self) -> &About {
        self.rules.about()
    }
}

/// The value of an option as text.
///
/// # Errors
///
/// Returns an error if it is neither text, number nor truth value.
pub fn option_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyBool>() {
        return Ok(value.is_truthy()?.to_string());
    }
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
        return Ok(value.str()?.to_string_lossy().into_owned());
    }
    let kind = value.get_type().name()?;
    Err(OptionError::new_err(format!("option {name} is a {kind}, expected a str, an int or a bool")))
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (name, variant=None, options=None))]
    fn new(name: &str, variant: Option<&str>, options: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let entry = CATALOGUE.iter().find(|entry| entry.name.eq_ignore_ascii_case(name.trim()));
        let entry = entry.ok_or_else(|| {
            let names = || CATALOGUE.iter().map(|entry| entry.name);
            let suggestion = did_you_mean(name, names());
            let names = names().collect::<Vec<_>>().join(", ");
            let name = plywright::shorten(name);
            OptionError::new_err(format!("no game is called '{name}', expected one of {names}{suggestion}"))
        })?;
        let mut texts = Vec::new();
        if let Some(options) = options {
            // Any mapping will do.
            let options: Bound<'_, PyDict> =
                options.py().get_type::<PyDict>().call1((options,))?.cast_into()?;
            for (name, value) in options {
                let name: String = name.extract()?;
                let value = option_text(&name, &value)?;
                texts.push((name, value));
            }
        }
        Ok(Self { rules: (entry.rules)(variant, &texts)? })
    }

    /// Name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// Name of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.about().variant
    }

    /// The rules that were set by name, with their values.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.about().options.iter().cloned().collect()
    }

    /// Names of the first and of the second side.
    #[getter]
    fn sides(&self) -> (&str, &str) {
        let [first, second] = &self.about().sides;
        (first, second)
    }

    /// Number of move numbers, the size of the action space. See `State.move_numbers`.
    #[getter]
    fn move_count(&self) -> u32 {
        self.about().move_count
    }

    /// Shape of `State.observe`: (planes, height, width), or (features,) for boards that are not grids.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.about().observation_shape)
    }

    /// Number of moves after which an environment may cut a game off.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.about().max_plies
    }

    /// Name, inputs and buckets of the features of the game's networks; `None` if it lists no features.
    #[getter]
    fn network_shape(&self) -> Option<(&'static str, usize, usize)> {
        self.rules.network_shape().map(|shape| (shape.name, shape.count, shape.buckets))
    }

    /// The start position.
    fn start(slf: &Bound<'_, Self>) -> PyState {
        PyState::new(slf.clone().unbind(), Arc::clone(&slf.get().rules).start())
    }

    /// The position with this text. Raises `PositionError`.
    fn position(slf: &Bound<'_, Self>, text: &str) -> PyResult<PyState> {
        let line = Arc::clone(&slf.get().rules).position(text).map_err(IntoPyErr::into_py)?;
        Ok(PyState::new(slf.clone().unbind(), line))
    }

    /// The rules with the board at the start, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("plywright._svg")?.call_method1("game_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let About { name, variant, options, .. } = self.about();
        let options: Vec<_> = options.iter().map(|(name, value)| format!("'{name}': '{value}'")).collect();
        if options.is_empty() {
            format!("Game('{name}', '{variant}')")
        } else {
            format!("Game('{name}', '{variant}', {{{}}})", options.join(", "))
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.about() == other.about()
    }

    fn __hash__(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(self.about())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let game = slf.get();
        (slf.get_type(), (game.name(), game.variant(), game.options())).into_pyobject(slf.py())
    }
}

/// The line of moves from a position, for pickle.
///
/// # Errors
///
/// Returns an error if the position or a move cannot be read.
#[pyfunction]
pub fn _restore(game: Bound<'_, PyGame>, start: Option<&str>, moves: Vec<String>) -> PyResult<PyState> {
    let rules = Arc::clone(&game.get().rules);
    let mut line: Box<dyn Line> = match start {
        None => rules.start(),
        Some(text) => rules.position(text).map_err(IntoPyErr::into_py)?,
    };
    for mv in moves {
        line.play_text(&mv).map_err(IntoPyErr::into_py)?;
    }
    Ok(PyState::new(game.unbind(), line))
}
