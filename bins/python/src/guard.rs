//! Exceptions in rules that are written in Python. A rule cannot return an exception to a search. The
//! exception is therefore kept here, and a panic whose message holds its number unwinds the search. Where the
//! panic is caught, the exception is taken out and raised.
//!
//! [`unlocked`] also releases the interpreter's lock.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use plywright::engine::{InternalError, lock};
use pyo3::prelude::*;

/// Maximum number of exceptions that are kept. Beyond it, the oldest is dropped, because a program that only shows the
/// message of a panic, as the board does, never takes the exception out.
const MAX_KEPT: usize = 256;
/// Beginning of the panic's message. The number and the text of the exception follow.
const MARK: &str = "exception in a rule, number ";

/// Number of the next exception.
static NEXT: AtomicU64 = AtomicU64::new(0);
/// The exceptions that were not taken out yet, by number.
static KEPT: Mutex<BTreeMap<u64, PyErr>> = Mutex::new(BTreeMap::new());

/// Unwinds the caller with an exception that `rule` raised. Adds a note with the rule and the position to the
/// exception, and sets its attribute `position`.
pub fn fail<'py>(py: Python<'py>, error: PyErr, rule: &str, position: &Bound<'py, PyAny>) -> ! {
    let value = error.value(py);
    let shown = position.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    let note = format!("in the rule {rule} at the position {}", plywright::shorten(&shown));
    let text = format!("{error}, {note}");
    // Errors are ignored, because they must not hide the exception. Python 3.10, for example, has no notes.
    let _ = value.call_method1("add_note", (note,));
    let _ = value.setattr("position", position);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut kept = lock(&KEPT);
    kept.insert(number, error);
    let oldest = if kept.len() > MAX_KEPT { kept.pop_first() } else { None };
    drop(kept);
    // An exception may run Python code when it is dropped. The list must not be locked then.
    drop(oldest);
    // Unlike `panic!`, this writes no message.
    resume_unwind(Box::new(format!("{MARK}{number}: {text}")))
}

/// Takes out the exception that the message of a panic names. Returns `None` if the message names none, or if the
/// exception was taken out or dropped before.
pub fn take_exception(message: &str) -> Option<PyErr> {
    let (_, rest) = message.split_once(MARK)?;
    let (number, _) = rest.split_once(':')?;
    let number: u64 = number.parse().ok()?;
    lock(&KEPT).remove(&number)
}

/// Runs work that may call rules. A panic with another cause than the exception of a rule continues.
///
/// # Errors
///
/// Returns the exception of a rule.
pub fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(exception_of)
}

/// Runs short `work`, which may call rules, without the interpreter's lock. Ctrl-C does not end it.
///
/// # Errors
///
/// Returns the exception of a rule.
pub fn unlocked<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| guarded(work))
}

/// Takes out the exception that caused a panic. A panic with another cause continues.
fn exception_of(panic: Box<dyn Any + Send>) -> PyErr {
    let error = InternalError::of(&*panic);
    take_exception(&error.0).unwrap_or_else(|| resume_unwind(panic))
}
