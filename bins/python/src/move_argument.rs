//! A move that Python code passes to a method of a state, as text or as number.

use plywright::game::MoveId;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::errors::MoveError;

/// A move as text or as number. A method borrows its state only after this conversion, because the conversion may call
/// a Python method `__index__` that uses the state.
pub enum MoveArgument {
    Text(String),
    Number(u32),
}

impl MoveArgument {
    /// Returns the number, for methods that take only numbers. A text is a `TypeError`.
    pub fn number(self) -> PyResult<MoveId> {
        match self {
            Self::Number(number) => Ok(MoveId(number)),
            Self::Text(_) => Err(PyTypeError::new_err("the number of a move is a str, expected an int")),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for MoveArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self::Text(text.to_string_lossy().into_owned()));
        }
        // NumPy's integers are not instances of `int`, but they have `__index__`, which NumPy's floats do not have.
        if !value.is_instance_of::<PyBool>()
            && (value.is_instance_of::<PyInt>() || value.hasattr("__index__")?)
        {
            return value.extract().map(Self::Number).map_err(|_| not_a_number(value));
        }
        let kind = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("a move is a {kind}, expected a str or an int")))
    }
}

/// Creates the exception for a number that no move can have, such as a negative one.
fn not_a_number(value: Borrowed<'_, '_, PyAny>) -> PyErr {
    let text = value.str().map_or_else(|_| "a number".to_owned(), |text| text.to_string_lossy().into_owned());
    MoveError::new_err(format!("'{}' is not a legal move here", plywright::shorten(&text)))
}
