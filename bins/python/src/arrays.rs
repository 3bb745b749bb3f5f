//! Creates, checks and fills `NumPy` arrays. Many functions write into an array of the caller, `out`, so that it can be
//! used again for the next batch.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::EngineError;

/// Returns a new array of zeros. `NumPy` creates it, and raises a `MemoryError` if the memory is not available.
pub fn zeros<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, T::get_dtype(py)))?;
    Ok(array.cast_into()?)
}

/// Returns an array of this shape: `out` if it is given, with its old content, otherwise a new array of zeros.
///
/// # Errors
///
/// Returns an error if `out` is not an array with elements of the type `T`, has another shape, or does not lie row by
/// row in one block of memory.
pub fn out_or_zeros<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(out) = out else { return zeros(py, shape) };
    let out = out.cast_into::<PyArrayDyn<T>>().map_err(|error| {
        let found = error.into_inner();
        let found =
            found.getattr("dtype").map_or_else(|_| found.get_type().to_string(), |dtype| dtype.to_string());
        PyTypeError::new_err(format!("out has the type {found}, expected an array of {}", T::get_dtype(py)))
    })?;
    if out.shape() != shape {
        let found = out.shape();
        return Err(EngineError::new_err(format!("out has shape {found:?}, expected {shape:?}")));
    }
    if !out.is_c_contiguous() {
        let message = "out has gaps or another order of its numbers, expected a C-contiguous array";
        return Err(EngineError::new_err(message));
    }
    Ok(out)
}

/// Calls `fill` once, with all numbers of an array in one slice, row after row.
///
/// # Errors
///
/// Returns an error if the array is read-only, in use or not one block of memory. Also returns the error of `fill`.
pub fn write<T: Element>(
    array: &Bound<'_, PyArrayDyn<T>>,
    fill: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<()> {
    let unusable = |error: &dyn ToString| EngineError::new_err(format!("out: {}", error.to_string()));
    let mut writable = array.try_readwrite().map_err(|error| unusable(&error))?;
    fill(writable.as_slice_mut().map_err(|error| unusable(&error))?)
}

/// Returns the shape of an array with `count` rows of the shape `row`.
pub fn rows_of(count: usize, row: &[usize]) -> Vec<usize> {
    let mut shape = vec![count];
    shape.extend(row);
    shape
}
