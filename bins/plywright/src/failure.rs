//! Errors of commands and the exit codes for them.
//!
//! All commands use the same codes. Code 2 means that the command line, a position or the text of a file is
//! invalid. Code 1 means that the input was valid but the work failed. Code 130 means that Ctrl-C or a signal
//! interrupted the work.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::iter;
use std::process::ExitCode;

use plywright::OptionError;
use plywright::engine::{DynEngine, InternalError, SetOptionError};
use plywright::tablebase::TablebaseError;
use plywright_matches::tournament::TournamentError;
use plywright_training::{SelfPlayError, TrainingError};

use crate::console::{INTERRUPTED, say};

/// Exit code for invalid input. The command-line parser uses the same code.
const NOT_UNDERSTOOD: u8 = 2;
const FAILED: u8 = 1;

/// Error of a command, with its exit code. An error of another type can be converted to it; the code then depends on
/// that error.
#[derive(Debug)]
pub struct Failure {
    error: Box<dyn Error + Send + Sync>,
    /// Exit code; `None` if the error and its sources determine it.
    code: Option<u8>,
}

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self { error: error.into(), code: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Failure {
    /// Creates an error for invalid input, with exit code 2.
    pub fn not_understood(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { error: error.into(), code: Some(NOT_UNDERSTOOD) }
    }

    /// Creates an error for work that failed on valid input, with exit code 1.
    pub fn failed(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { error: error.into(), code: Some(FAILED) }
    }

    /// Creates an error for an interruption by Ctrl-C or a signal. [`Failure::exit`] prints nothing for it.
    pub fn interrupted() -> Self {
        Self { error: "interrupted".into(), code: Some(INTERRUPTED) }
    }

    /// Returns the error, so that a caller can examine its type and its sources.
    pub fn error(&self) -> &(dyn Error + 'static) {
        &*self.error
    }

    /// Prints the error to standard error and returns the exit code. Prints nothing after an interruption. A closed
    /// standard output counts as success, because its reader wants no more output.
    pub fn exit(&self) -> ExitCode {
        if self.code == Some(INTERRUPTED) {
            return ExitCode::from(INTERRUPTED);
        }
        match self.error.downcast_ref::<io::Error>() {
            Some(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Some(error) => say(format_args!("error: cannot use standard input or output: {error}")),
            None => say(format_args!("error: {}", self.error)),
        }
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        let first: &(dyn Error + 'static) = &*self.error;
        let mut sources = iter::successors(Some(first), |&error| error.source());
        self.code.unwrap_or_else(|| if sources.any(is_failure) { FAILED } else { NOT_UNDERSTOOD })
    }
}

/// Checks that no lookup of an exact value in `engine` has failed so far.
///
/// # Errors
/// Returns an error that names the file that is damaged or cannot be read.
pub fn check_tables(engine: &dyn DynEngine) -> Result<(), Failure> {
    engine.failure().map_or(Ok(()), |message| Err(Failure::failed(message)))
}

/// Whether an error comes from the system, from a file or from the work, and not from invalid input.
fn is_failure(cause: &(dyn Error + 'static)) -> bool {
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        // `InvalidData` means that a file was read, but its contents are invalid: a text that is not UTF-8, or a file
        // that is not an opening tree. That is invalid input, not a failure.
        return error.kind() != ErrorKind::InvalidData;
    }
    cause.is::<InternalError>()
        || matches!(cause.downcast_ref(), Some(TournamentError::Start { .. }))
        || matches!(cause.downcast_ref(), Some(SelfPlayError::Tables { .. }))
        || matches!(cause.downcast_ref(), Some(TrainingError::Tables(_)))
        || matches!(cause.downcast_ref(), Some(TablebaseError::File(_) | TablebaseError::Solve(_)))
        || matches!(cause.downcast_ref(), Some(TablebaseError::Busy { .. }))
        || matches!(cause.downcast_ref(), Some(SetOptionError::Table(_) | SetOptionError::File(_)))
        || matches!(cause.downcast_ref(), Some(SetOptionError::Option(OptionError::File { .. })))
}
