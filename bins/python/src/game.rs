//! The Python classes `Game` and `GameInfo`, and the function `games`.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use plywright::engine::DynGame;
use plywright::game::{DynLine, Facts};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::errors::{IntoPyErr, OptionError};
use crate::rules::{self, About, Rules};
use crate::state::PyState;

/// A game of the package, with its variants.
#[pyclass(frozen, name = "GameInfo", module = "plywright._core")]
pub struct GameInfo(&'static dyn DynGame);

#[pymethods]
impl GameInfo {
    /// Name of the game, as `Game` takes it: lower-case words joined by hyphens.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.facts().game
    }

    /// Summary of the game in one line.
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.info().summary
    }

    /// Names of the listed variants, the default variant first.
    #[getter]
    fn variants(&self) -> Vec<&'static str> {
        self.0.info().variants.iter().map(|variant| variant.name).collect()
    }

    fn __repr__(&self) -> String {
        format!("GameInfo('{}')", self.0.facts().game)
    }
}

/// Returns all games of the package, the default game first.
#[pyfunction]
pub fn games() -> Vec<GameInfo> {
    rules::games().iter().map(|game| GameInfo(&**game)).collect()
}

/// Rules of one variant of a game. Immutable, hashable, and safe to share between threads.
#[pyclass(frozen, name = "Game", module = "plywright._core")]
pub struct PyGame {
    /// The rules.
    pub rules: Arc<Rules>,
}

impl PyGame {
    /// Returns facts about the rules.
    pub fn about(&self) -> &About {
        self.rules.about()
    }
}

/// Converts the value of an option to text.
///
/// # Errors
///
/// Returns an error if the value is neither text nor an integer nor a boolean.
pub fn option_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyBool>() {
        return Ok(value.is_truthy()?.to_string());
    }
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
        // Python refuses to write out very long integers.
        let text = value.str().map_err(|error| OptionError::new_err(format!("option {name}: {error}")))?;
        return Ok(text.to_string_lossy().into_owned());
    }
    let kind = value.get_type().name()?;
    Err(OptionError::new_err(format!("option {name} is a {kind}, expected a str, an int or a bool")))
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (name, variant=None, options=None))]
    pub fn new(name: &str, variant: Option<&str>, options: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut texts = Vec::new();
        if let Some(options) = options {
            // Any value that Python's `dict` takes is accepted, such as a mapping.
            let py = options.py();
            let options = py.get_type::<PyDict>().call1((options,)).map_err(|error| {
                let is_type = error.is_instance_of::<PyTypeError>(py);
                if is_type { error } else { OptionError::new_err(format!("options: {error}")) }
            })?;
            let options: Bound<'_, PyDict> = options.cast_into()?;
            for (name, value) in options {
                let name: String = name.extract()?;
                let value = option_text(&name, &value)?;
                texts.push((name, value));
            }
        }
        Ok(Self { rules: Arc::new(Rules::new(name, variant, &texts)?) })
    }

    /// Name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.about().facts.game
    }

    /// Name of the variant.
    #[getter]
    fn variant(&self) -> &str {
        &self.about().facts.variant
    }

    /// Options of the rules that were set, as names and values.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.about().facts.options.iter().cloned().collect()
    }

    /// Names of the first and the second side.
    #[getter]
    fn sides(&self) -> (&str, &str) {
        let [first, second] = &self.about().sides;
        (first, second)
    }

    /// Number of different move numbers, which is the size of the action space. See `State.move_numbers`.
    #[getter]
    fn move_count(&self) -> u32 {
        self.about().move_count
    }

    /// Shape of `State.observe`: (planes, height, width), or (features,) if the features are not planes of a
    /// grid.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.about().observation_shape)
    }

    /// Number of moves after which an environment may truncate a game.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.about().max_plies
    }

    /// Name of the feature set, number of features and number of buckets of the game's networks; `None` if
    /// the game has no learned evaluation.
    #[getter]
    fn network_shape(&self) -> Option<(&'static str, usize, usize)> {
        self.rules.game.network_shape().map(|shape| (shape.name, shape.count, shape.buckets))
    }

    /// Returns the start position.
    fn start(slf: &Bound<'_, Self>) -> PyState {
        state(slf, slf.get().rules.game.start())
    }

    /// Parses the text of a position. Raises `PositionError` if the text is not a position of the game.
    fn position(slf: &Bound<'_, Self>, text: &str) -> PyResult<PyState> {
        let line = slf.get().rules.game.parse(text).map_err(IntoPyErr::into_py)?;
        Ok(state(slf, line))
    }

    /// Returns HTML for notebooks: the game's name, variant and options, a picture of the start position, and
    /// its legal moves.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("plywright._html")?.call_method1("game_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let Facts { game: name, variant, options } = &self.about().facts;
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

/// Creates a `State` of a game.
pub fn state(game: &Bound<'_, PyGame>, line: Box<dyn DynLine>) -> PyState {
    PyState { game: game.clone().into_any().unbind(), rules: Arc::clone(&game.get().rules), line }
}

/// Rebuilds a state from its starting position and its moves, for pickle.
///
/// # Errors
///
/// Returns an error if the position or a move is invalid.
#[pyfunction]
pub fn _restore(game: &Bound<'_, PyGame>, start: Option<&str>, moves: Vec<String>) -> PyResult<PyState> {
    let rules = &game.get().rules;
    let mut line = match start {
        None => rules.game.start(),
        Some(text) => rules.game.parse(text).map_err(IntoPyErr::into_py)?,
    };
    for mv in moves {
        line.play_text(&mv).map_err(IntoPyErr::into_py)?;
    }
    Ok(state(game, line))
}
