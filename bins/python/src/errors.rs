//! Exceptions of the package, and the conversion of the framework's errors and of panics to exceptions.

use std::fmt::Display;

use plywright::engine::InternalError;
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception, import_exception};

use crate::guard::take_exception;

import_exception!(plywright._errors, PlywrightError);
create_exception!(plywright, PositionError, PlywrightError, "The text is no position of the game.");
create_exception!(
    plywright,
    MoveError,
    PlywrightError,
    "The move cannot be read, is not legal here, or the game is over."
);
create_exception!(
    plywright,
    OptionError,
    PlywrightError,
    "There is no such game, variant or option, or the value is invalid."
);
create_exception!(
    plywright,
    EngineError,
    PlywrightError,
    "The engine is closed, of another process, or of another game than the state."
);
create_exception!(plywright, TableError, PlywrightError, "Tables cannot be made, found or read.");
create_exception!(plywright, RecordError, PlywrightError, "A record of a game cannot be read or written.");
create_exception!(plywright, ShardError, PlywrightError, "A plan or a shard cannot be read or used.");
create_exception!(plywright, NetworkError, PlywrightError, "A network cannot be read, trained or used.");

/// Creates the exception for a panic that was caught: the exception of a rule that is written in Python, if one caused
/// the panic, otherwise an `InternalError`.
pub fn internal(error: &InternalError) -> PyErr {
    take_exception(&error.0).unwrap_or_else(|| PanicException::new_err((error.to_string(),)))
}

/// Makes `PyO3`'s exception for panics an error of the package, under the name `InternalError`, and adds it to
/// `module`. `PyO3` does not derive it from `Exception`, so it would end even a program that handles all exceptions.
///
/// # Errors
///
/// Returns an error if Python refuses the change.
pub fn adopt_panics(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let panics = py.get_type::<PanicException>();
    panics.setattr("__bases__", (py.get_type::<PlywrightError>(),))?;
    panics.setattr("__module__", "plywright")?;
    panics.setattr("__name__", "InternalError")?;
    panics.setattr("__qualname__", "InternalError")?;
    panics
        .setattr("__doc__", "The package itself is at fault. Please report the text with what led to it.")?;
    module.add("InternalError", panics)
}

/// Converts an error to the exception `E` with the same message.
pub fn raise<E: PyTypeInfo>(error: impl Display) -> PyErr {
    PyErr::new::<E, _>(error.to_string())
}
