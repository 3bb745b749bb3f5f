//! Lists of active features as arrays. The lists are much shorter than rows of zeros and ones.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Lists of active features, one row for each position, all rows in one array. Row `i` of `own` or `other` begins where
/// row `i - 1` ends, and row 0 at 0.
#[derive(Default)]
pub struct Sparse {
    /// Features from the perspective of the side to move.
    own: Vec<u16>,
    /// End of each row in `own`.
    own_ends: Vec<u64>,
    /// Features from the perspective of the other side.
    other: Vec<u16>,
    /// End of each row in `other`.
    other_ends: Vec<u64>,
    /// For each position, the index of its bucket of output weights.
    buckets: Vec<u8>,
}

impl Sparse {
    /// Appends a row: the features of a position from both perspectives, and its bucket.
    pub fn push(&mut self, own: &[u16], other: &[u16], bucket: usize) {
        self.own.extend(own);
        self.own_ends.push(self.own.len() as u64);
        self.other.extend(other);
        self.other_ends.push(self.other.len() as u64);
        self.buckets.push(bucket as u8);
    }

    /// Converts the lists to `NumPy` arrays, in a dictionary by name.
    ///
    /// # Errors
    ///
    /// Returns an error if the interpreter is out of memory.
    pub fn dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        Ok(dict!(py, {
            "own": self.own.into_pyarray(py), "own_ends": self.own_ends.into_pyarray(py),
            "other": self.other.into_pyarray(py), "other_ends": self.other_ends.into_pyarray(py),
            "buckets": self.buckets.into_pyarray(py),
        }))
    }
}
