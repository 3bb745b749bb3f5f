//! Exceptions of the package, and the conversion of the framework's errors and of panics to exceptions.

use std::any::Any;

use plywright::engine::{SetOptionError, SetupError};
use plywright::{ParseMoveError, ParsePositionError};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    plywright,
    PlywrightError,
    PyValueError,
    "Base class of the package's errors. The text says what was read and what was expected."
);
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

/// Creates the exception for a panic in another thread.
pub fn from_panic(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    PyRuntimeError::new_err(format!("internal error: {text}"))
}

/// Conversion of the framework's errors to exceptions. `From` cannot be implemented here, because both types
/// belong to other crates.
pub trait IntoPyErr {
    /// Returns the exception with the same message.
    fn into_py(self) -> PyErr;
}

impl IntoPyErr for ParsePositionError {
    fn into_py(self) -> PyErr {
        PositionError::new_err(self.to_string())
    }
}

impl IntoPyErr for ParseMoveError {
    fn into_py(self) -> PyErr {
        MoveError::new_err(self.to_string())
    }
}

impl IntoPyErr for SetOptionError {
    fn into_py(self) -> PyErr {
        OptionError::new_err(self.to_string())
    }
}

impl IntoPyErr for SetupError {
    fn into_py(self) -> PyErr {
        match self {
            Self::Move { error, .. } => error.into_py(),
            Self::Position(error) => error.into_py(),
            Self::Name(_) => PositionError::new_err(self.to_string()),
        }
    }
}

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("PlywrightError", py.get_type::<PlywrightError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("MoveError", py.get_type::<MoveError>())?;
    module.add("OptionError", py.get_type::<OptionError>())?;
    module.add("EngineError", py.get_type::<EngineError>())?;
    module.add("TableError", py.get_type::<TableError>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("ShardError", py.get_type::<ShardError>())?;
    module.add("NetworkError", py.get_type::<NetworkError>())
}
