//! The Python classes `Game` and `GameInfo`, and the function `games`.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, OnceLock};

use plywright::Playable;
use plywright::engine::{DynGame, game_of};
use plywright::game::{DynLine, Facts};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::errors::{MoveError, PositionError, raise};
use crate::guard::guarded;
use crate::rules::{self, About, Rules};
use crate::state::PyState;
use crate::written::Written;

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
        self.0.variants().iter().map(|variant| variant.name).collect()
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
///
/// `Game(name, variant=None, options=None)` selects a variant by name, and sets its options.
///
/// A class that derives from it is a game whose rules are its methods. Three are needed:
///
/// start(self): Return the first position: a value with `==` and a hash, or a NumPy array, which becomes read-only.
/// moves(self, position): Return the legal moves, or an `Ending` if the game is over.
/// play(self, position, move): Return the position after a move, and leave `position` as it is.
///
/// These methods are optional:
///
/// side(self, position): Return the side to move, 0 or 1. Without it, the sides move in turn.
/// text(self, position), parse(self, text): Write and read the text of a position. By default, the text is Python's
///     `repr`, and is read as a literal.
/// move_text(self, position, move): Return the text of a move. The default is `str`. White space in it is dropped.
/// drawing(self, position): Return the board as text.
/// scene(self, position): Return the board's rows from the top, such as `x.o/.x./...`, with a dot for an empty square;
///     at most 26 rows of 26 squares. The squares are named from `a1` at the lower left. A person plays a move whose
///     text names squares, such as `b1` or `a1b2`, by clicking on them.
/// evaluation(self, position): Return a static value for the side to move, -30,000 to 30,000.
/// observe(self, position, side): Return an array of zeros and ones of the shape `observation_shape`.
///
/// These attributes are optional too, of the class or, except for `name`, of the object: `name`, by default the name of
/// the class as lower-case words with hyphens; `sides`, the names of both sides; `move_count`, if all moves are numbers
/// below it; `observation_shape`, as planes, height and width, together with `observe`; `max_plies`; `signs`, the
/// letters of both sides in `scene`, by default `x` and `o`; and `repetitions`, the number of occurrences of a position
/// that draws the game. Without `move_count`, the number of a move has a meaning only in its position. An exception in
/// a rule ends the search that called it.
#[allow(clippy::doc_markdown)]
#[pyclass(frozen, subclass, name = "Game", module = "plywright._core")]
#[derive(Default)]
pub struct PyGame {
    /// Empty only in an object of a deriving class whose constructor has not returned.
    rules: OnceLock<Arc<Rules>>,
    /// Arguments of the constructor of a deriving class, with which pickle makes an equal object.
    arguments: OnceLock<(Py<PyTuple>, Py<PyDict>)>,
}

impl PyGame {
    /// Creates a game of the package.
    ///
    /// # Errors
    ///
    /// Returns an error if the game, the variant, an option or a value does not exist.
    pub fn of(name: &str, variant: Option<&str>, options: &[(String, String)]) -> PyResult<Self> {
        Ok(Self { rules: Arc::new(Rules::new(name, variant, options)?).into(), ..Self::default() })
    }

    /// Returns the rules. An object that is not constructed yet has the rules of a game that is over at its start.
    pub fn rules(&self) -> &Arc<Rules> {
        static NONE: OnceLock<Arc<Rules>> = OnceLock::new();
        self.rules
            .get()
            .unwrap_or_else(|| NONE.get_or_init(|| Arc::new(Rules::of(game_of::<Written>(), None))))
    }

    pub fn about(&self) -> &About {
        &self.rules().about
    }

    /// Whether the rules are methods of a Python class, which derives from `Game`.
    pub fn is_written(&self) -> bool {
        self.about().facts.game == Written::INFO.name
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*args, **settings))]
    fn new(
        cls: &Bound<'_, PyType>,
        args: &Bound<'_, PyTuple>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = cls.py();
        if !cls.is(py.get_type::<Self>()) {
            // Only the constructor of the deriving class reads the arguments.
            py.import("plywright._written")?.call_method1("extend_constructor", (cls,))?;
            return Ok(Self::default());
        }
        let read = py.import("plywright._checks")?.call_method("game_arguments", args, settings)?;
        let (name, variant, options): (String, Option<String>, Vec<(String, String)>) = read.extract()?;
        Self::of(&name, variant.as_deref(), &options)
    }

    /// Called by Python when a class derives from this one.
    #[classmethod]
    fn __init_subclass__(cls: &Bound<'_, PyType>) -> PyResult<()> {
        cls.py().import("plywright._written")?.call_method1("prepare", (cls,))?;
        Ok(())
    }

    /// Whether the object has rules. It has none while its constructor runs, and none if it is the second object on
    /// which rules run; see `Object` in `written/object.rs`.
    #[getter]
    fn _is_made(&self) -> bool {
        self.rules.get().is_some()
    }

    /// Reads the rules of an object whose class derives from `Game`. `new` extends the constructor of the class, which
    /// then ends with a call of this method. `args` and `settings` are the arguments of the constructor.
    fn _write(slf: &Bound<'_, Self>, args: Py<PyTuple>, settings: Py<PyDict>) -> PyResult<()> {
        // If the constructor is called a second time, the arguments and the rules of the first call stay.
        let _ = slf.get().arguments.set((args, settings));
        let (game, max_plies) = Written::game(slf)?;
        let rules = guarded(|| Rules::of(game, max_plies))?;
        let _ = slf.get().rules.set(Arc::new(rules));
        Ok(())
    }

    /// Takes over the constructor's arguments of an object with the same attributes.
    fn _take_arguments(&self, other: &Bound<'_, Self>) {
        if let Some((args, settings)) = other.get().arguments.get() {
            let py = other.py();
            let _ = self.arguments.set((args.clone_ref(py), settings.clone_ref(py)));
        }
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
        self.rules().game.network_shape().map(|shape| (shape.name, shape.count, shape.buckets))
    }

    /// Returns the start position.
    fn start(slf: &Bound<'_, Self>) -> PyState {
        new_state(slf, slf.get().rules().game.start())
    }

    /// Parses the text of a position. Raises `PositionError` if the text is not a position of the game.
    fn position(slf: &Bound<'_, Self>, text: &str) -> PyResult<PyState> {
        let line = guarded(|| slf.get().rules().game.parse(text))?.map_err(raise::<PositionError>)?;
        Ok(new_state(slf, line))
    }

    /// Returns HTML for notebooks: the game's name, variant and options, a picture of the start position, and
    /// its legal moves.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("plywright._html")?.call_method1("game_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let Facts { game: name, variant, options } = &self.about().facts;
        if self.is_written() {
            return format!("<the game '{variant}', written in Python>");
        }
        let options: Vec<_> = options.iter().map(|(name, value)| format!("'{name}': '{value}'")).collect();
        if options.is_empty() {
            format!("Game('{name}', '{variant}')")
        } else {
            format!("Game('{name}', '{variant}', {{{}}})", options.join(", "))
        }
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> bool {
        match (slf.get().rules.get(), other.get().rules.get()) {
            (Some(own), Some(others)) => own.about == others.about,
            // Objects on which rules run have attributes of their own, and a rule may cache results by its object.
            _ => slf.is(other),
        }
    }

    fn __hash__(slf: &Bound<'_, Self>) -> u64 {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        match slf.get().rules.get() {
            Some(rules) => hasher.hash_one(&rules.about),
            None => hasher.hash_one(slf.as_ptr()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let game = slf.get();
        if let Some((args, settings)) = game.arguments.get() {
            let make = slf.py().import("plywright._written")?.getattr("make")?;
            return (make, (slf.get_type(), args, settings)).into_pyobject(slf.py());
        }
        (slf.get_type(), (game.name(), game.variant(), game.options())).into_pyobject(slf.py())
    }
}

/// Converts an argument to a `Game`. A text is the name of a game, and stands for its default variant.
pub fn any_game<'py>(game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyGame>> {
    if let Ok(name) = game.cast::<PyString>() {
        return Bound::new(game.py(), PyGame::of(&name.to_string_lossy(), None, &[])?);
    }
    Ok(game.cast::<PyGame>()?.clone())
}

/// Creates the Python object of a position with its history. `game` must have the rules of `line`.
pub fn new_state(game: &Bound<'_, PyGame>, line: Box<dyn DynLine>) -> PyState {
    PyState { game: game.clone().into_any().unbind(), rules: Arc::clone(game.get().rules()), line }
}

/// Rebuilds a state from its starting position and its moves, for pickle.
///
/// # Errors
///
/// Returns an error if the position or a move is invalid.
#[pyfunction]
pub fn _restore(game: &Bound<'_, PyGame>, start: Option<&str>, moves: Vec<String>) -> PyResult<PyState> {
    let rules = game.get().rules();
    let mut line = match start {
        None => rules.game.start(),
        Some(text) => guarded(|| rules.game.parse(text))?.map_err(raise::<PositionError>)?,
    };
    for mv in moves {
        guarded(|| line.play_text(&mv))?.map_err(raise::<MoveError>)?;
    }
    Ok(new_state(game, line))
}
