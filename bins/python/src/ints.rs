//! A cache of Python's small integers, because lists of moves consist mostly of them, and creating them anew takes
//! time.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyInt;

/// Number of integers in a page of the cache [`INTS`].
const PAGE: u32 = 256;

/// The integers below 65,536, in 256 pages of [`PAGE`] integers. A page is filled at its first use and never freed.
static INTS: [PyOnceLock<Vec<Py<PyInt>>>; 256] = [const { PyOnceLock::new() }; 256];

/// Returns a Python integer, from the cache if it is below 65,536.
pub fn int(py: Python<'_>, number: u32) -> Bound<'_, PyInt> {
    let place = number % PAGE;
    let Some(page) = INTS.get((number / PAGE) as usize) else { return PyInt::new(py, number) };
    let first = number - place;
    let integers =
        page.get_or_init(py, || (first..first + PAGE).map(|each| PyInt::new(py, each).unbind()).collect());
    integers[place as usize].bind(py).clone()
}
