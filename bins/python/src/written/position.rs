//! Positions of games that are written in Python. A position lists its moves only once, because every call of a Python
//! rule takes much longer than the search's own work.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use plywright::prelude::*;
use pyo3::PyTypeInfo;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString, PyTuple};

use crate::ending::PyEnding;
use crate::errors::OptionError;

/// A position: a Python value and the side to move. Its legal moves are kept from the first listing on, and clones
/// share them.
#[derive(Clone, Default)]
pub struct Position(Arc<Contents>);

#[derive(Default)]
struct Contents {
    /// The position as the rules know it; `None` before the user's object is constructed.
    value: Option<Py<PyAny>>,
    side: Side,
    key: Key,
    legal: OnceLock<Legal>,
}

/// Legal moves with their codes, or the ending of the game.
pub struct Legal {
    /// The moves, each with a code that no other move of the position has.
    pub moves: Vec<(u32, Py<PyAny>)>,
    /// Ending of the game; `None` while there are moves.
    pub ending: Option<Ending>,
}

impl Legal {
    /// Returns the move with a code; `None` if no legal move has it.
    pub fn with_code(&self, code: u32) -> Option<&Py<PyAny>> {
        self.moves.iter().find(|(own, _)| *own == code).map(|(_, mv)| mv)
    }
}

/// Hashes a value: an array by [`hash_of_array`], and any other value by [`hash_of_hashable`].
fn hash_of(value: &Bound<'_, PyAny>) -> PyResult<Key> {
    if value.is_instance_of::<PyString>() || value.hash().is_ok() {
        hash_of_hashable(value)
    } else {
        hash_of_array(value)
    }
}

/// Hashes a value that Python can hash. Equal values have equal keys, so -1, -1.0 and `NumPy`'s -1 have the same key.
/// Texts and whole numbers are hashed by their content, also in tuples: Python's own hash of a text differs from run to
/// run, and those of -1 and -2, or of 1 and 2^61, are equal. Takes Python's own hash of other values.
fn hash_of_hashable(value: &Bound<'_, PyAny>) -> PyResult<Key> {
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Key::of(text.to_string_lossy().as_bytes()));
    }
    if has_hash_of_type::<PyInt>(value)? {
        return hash_of_int(value);
    }
    if has_hash_of_type::<PyTuple>(value)? {
        let items = value.cast::<PyTuple>()?;
        let keys: Vec<Key> = items.iter().map(|item| hash_of_hashable(&item)).collect::<PyResult<_>>()?;
        return Ok(Key::of(&keys));
    }
    let hash = value.hash()?;
    // Boards hold many `None`. Looking up an attribute of each of them would be slow.
    if !value.is_none()
        && value.hasattr(intern!(py, "__int__"))?
        && let Ok(number) = py.get_type::<PyInt>().call1((value,))
        // A type with coarser equality, such as that of numbers modulo 4, does not hash its values like whole numbers.
        && number.hash()? == hash
        && number.eq(value).unwrap_or(false)
    {
        return hash_of_int(&number);
    }
    Ok(Key::mix(hash as u64))
}

/// Whether a value is of the type `T`, or of a deriving type that does not replace the method `__hash__`.
fn has_hash_of_type<T: PyTypeInfo>(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_exact_instance_of::<T>() {
        return Ok(true);
    }
    let (py, name) = (value.py(), intern!(value.py(), "__hash__"));
    Ok(value.is_instance_of::<T>() && value.get_type().getattr(name)?.is(py.get_type::<T>().getattr(name)?))
}

fn hash_of_int(number: &Bound<'_, PyAny>) -> PyResult<Key> {
    let py = number.py();
    if let Ok(small) = number.extract::<i64>() {
        return Ok(Key::mix(small as u64));
    }
    // The digits are hexadecimal, because Python refuses to write thousands of decimal digits.
    let digits = py.get_type::<PyInt>().call_method1(intern!(py, "__format__"), (number, "x"))?;
    hash_of_hashable(&digits)
}

/// Hashes an array by its content, after making it read-only.
fn hash_of_array(value: &Bound<'_, PyAny>) -> PyResult<Key> {
    let py = value.py();
    let bytes = value.call_method0(intern!(py, "tobytes")).map_err(|_| {
        let kind = value.get_type();
        OptionError::new_err(format!("a position is a {kind}, expected a value with a hash or a NumPy array"))
    })?;
    // A rule could change a writable array in the middle of a search. An error is ignored: a value that has no
    // `setflags` is not an array.
    let _ = value.call_method1(intern!(py, "setflags"), (false,));
    let dtype = value.getattr(intern!(py, "dtype"));
    if dtype.and_then(|dtype| dtype.getattr(intern!(py, "hasobject"))?.is_truthy()).unwrap_or(false) {
        // The bytes are addresses of the objects, for example of whole numbers that are too large for other types.
        let items = value.call_method0(intern!(py, "ravel"))?.call_method0(intern!(py, "tolist"))?;
        return hash_of_hashable(&py.get_type::<PyTuple>().call1((items,))?).map_err(|error| {
            if !error.is_instance_of::<PyTypeError>(py) {
                return error;
            }
            let error = error.value(py);
            OptionError::new_err(format!(
                "a position is an array of objects ({error}), expected ones with a hash"
            ))
        });
    }
    Ok(Key::of(bytes.cast::<PyBytes>()?.as_bytes()))
}

impl Position {
    /// Creates a position. Makes an array read-only.
    pub fn new(value: &Bound<'_, PyAny>, side: Side) -> PyResult<Self> {
        let side_bit = (side.index() as u64) << 63;
        let key = Key::mix(hash_of(value)?.0 ^ side_bit);
        Ok(Self(Arc::new(Contents {
            value: Some(value.clone().unbind()),
            side,
            key,
            legal: OnceLock::new(),
        })))
    }

    /// Returns the value, or Python's `None` before the user's object is constructed.
    pub fn value<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.value.as_ref().map_or_else(|| py.None().into_bound(py), |value| value.bind(py).clone())
    }

    /// Returns the legal moves or the ending. `list` supplies them at the first call. Before the user's object is
    /// constructed, the game counts as drawn, and `list` is not called.
    pub fn legal(&self, list: impl FnOnce() -> Legal) -> &Legal {
        if let Some(legal) = self.0.legal.get() {
            return legal;
        }
        // `get_or_init` around `list` would hold the cell's lock while Python code runs, and this code may wait for
        // another thread.
        let legal = match &self.0.value {
            None => Legal { moves: Vec::new(), ending: Some(Ending::Draw) },
            Some(_) => list(),
        };
        self.0.legal.get_or_init(|| legal)
    }
}

/// Reads what the rule `moves` returned. If all moves are whole numbers from 0 to 2^32 - 2, they are their own codes;
/// otherwise a move's code is its place in the list. An empty list is an error. If `move_count` is given, a move that
/// is not a whole number below it is an error too.
pub fn read_moves(found: &Bound<'_, PyAny>, move_count: Option<u32>) -> PyResult<Legal> {
    if let Ok(ending) = found.cast::<PyEnding>() {
        return Ok(Legal { moves: Vec::new(), ending: Some(ending.get().ending()) });
    }
    let mut moves: Vec<(u32, Py<PyAny>)> = Vec::new();
    let mut are_numbers = true;
    for mv in found.try_iter()? {
        let mv = mv?;
        let number = mv.extract::<u32>().ok().filter(|number| *number < move_count.unwrap_or(u32::MAX));
        if let (None, Some(count)) = (number, move_count) {
            let found = plywright::shorten(&mv.repr()?.to_string());
            return Err(OptionError::new_err(format!(
                "moves returned {found}, expected whole numbers below move_count, which is {count}"
            )));
        }
        are_numbers &= number.is_some();
        moves.push((number.unwrap_or_default(), mv.unbind()));
    }
    if moves.is_empty() {
        return Err(OptionError::new_err("moves returned no moves, expected moves or an Ending"));
    }
    if !are_numbers {
        for (place, (code, _)) in moves.iter_mut().enumerate() {
            *code = place as u32;
        }
    }
    Ok(Legal { moves, ending: None })
}

impl State for Position {
    fn side(&self) -> Side {
        self.0.side
    }

    fn key(&self) -> Key {
        self.0.key
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.key != other.0.key || self.0.side != other.0.side {
            return false;
        }
        Python::attach(|py| are_equal(&self.value(py), &other.value(py)).unwrap_or(false))
    }
}

/// Whether two values are equal. Arrays are equal if all their elements are.
fn are_equal(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
    let equal = one.rich_compare(other, CompareOp::Eq)?;
    if equal.hasattr("all")? { equal.call_method0("all")?.is_truthy() } else { equal.is_truthy() }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.key.hash(hasher);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = Python::attach(|py| self.value(py).repr().map(|text| text.to_string()));
        f.write_str(&shown.unwrap_or_default())
    }
}
