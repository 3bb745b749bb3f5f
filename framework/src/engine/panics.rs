//! Panics as errors. A panic in the rules of a game or in a search must not end a session or a match. The caller of
//! [`catch_panic`] gets the message of the panic, and can continue.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

/// A panic that was caught, with its message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("internal error: {0}")]
pub struct InternalError(pub String);

impl InternalError {
    /// Returns the error for the payload of a panic. A payload that is not a text becomes a general message.
    pub fn of(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Self(text.unwrap_or("a panic without a message").to_owned())
    }
}

/// Runs `work` and returns its result. The caller must not rely on values that `work` was changing when it
/// panicked.
///
/// # Errors
///
/// Returns an error if `work` panics.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, InternalError> {
    catch_payload(work).map_err(|panic| InternalError::of(&*panic))
}

/// Like [`catch_panic`], but returns the payload of the panic instead of its message.
pub(super) fn catch_payload<T>(work: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(work))
}
