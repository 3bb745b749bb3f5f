//! Checks numbers that Python code passes to compiled functions. Each public function except `boards` has the name of
//! the argument that it converts. The checks call the package's Python module `_checks`, so that compiled functions and
//! Python functions raise the same errors.

use pyo3::prelude::*;

/// Maximum depth of a perft, which recurses once for each move.
const MAX_PERFT: u64 = 60;
/// Minimum and maximum width of a picture, in pixels.
const MIN_WIDTH: i64 = 16;
const MAX_WIDTH: u64 = 4096;
/// Maximum number of threads.
const MAX_THREADS: u64 = 1024;
/// Maximum number of random games in one call.
const MAX_GAMES: u64 = 100_000_000;
/// Maximum number of boards of a batch.
const MAX_BOARDS: u64 = 10_000_000;

/// Converts a value if it is a whole number from `low` to `high`, both included. `name` is its name in errors.
///
/// # Errors
///
/// Returns an `ArgumentError` if the value is not a whole number or has the wrong sign, and an `OptionError`
/// if it is out of range in another way.
fn whole<'py, T>(name: &str, value: &Bound<'py, PyAny>, low: i64, high: u64) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    value.py().import("plywright._checks")?.call_method1("whole", (name, value, low, high))?.extract()
}

pub fn depth(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole("depth", value, 0, MAX_PERFT)
}

pub fn width(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    whole("width", value, MIN_WIDTH, MAX_WIDTH)
}

pub fn random(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    // Random play calls this function for each move, so a valid number is accepted without a call of Python code.
    value.extract().or_else(|_| whole("random", value, 0, u64::MAX))
}

pub fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", value, 0, u64::MAX)
}

pub fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", value, 1, MAX_THREADS)
}

/// Converts the number of games to play.
pub fn count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("count", value, 0, MAX_GAMES)
}

/// Converts the number of boards, which Python calls `count`.
pub fn boards(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("count", value, 0, MAX_BOARDS)
}

pub fn max_plies(value: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if value.is_none() { Ok(None) } else { whole("max_plies", value, 0, i32::MAX as u64).map(Some) }
}

/// Converts the number of the side that won, or `None`. The caller checks that the number is 0 or 1.
pub fn winner(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if value.is_none() { Ok(None) } else { whole("winner", value, 0, u64::MAX).map(Some) }
}

pub fn margin(value: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
    if value.is_none() {
        Ok(None)
    } else {
        whole("margin", value, i32::MIN.into(), i32::MAX as u64).map(Some)
    }
}
