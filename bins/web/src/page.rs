//! Functions that the page provides to the module.

#![expect(unsafe_code, reason = "the page is a foreign library")]

use std::cell::Cell;
use std::ops::Range;
use std::time::Duration;

use plywright::search::TimeSource;

use crate::buffer::written;

/// Minimum time between two pauses of a search, in milliseconds.
const INTERVAL: f64 = 15.0;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Returns the time in milliseconds since a fixed moment.
    safe fn now() -> f64;
    /// Suspends the module until the worker has read its messages. If the browser cannot suspend it, only reports to
    /// the page that the worker is alive.
    safe fn pause();
    /// Returns a random integer below 2^53.
    safe fn random() -> f64;
    /// Sends a message, given by its address and its length in bytes.
    #[link_name = "send"]
    safe fn send_bytes(address: *const u8, length: usize);
    /// Reads the bytes `start..end` of a table file into the module's buffer and returns 1. Reads fewer bytes
    /// if the file ends before `end`. On failure, writes an error message into the buffer and returns 0. The
    /// file's name stands at `address` and has `length` bytes.
    #[link_name = "read"]
    safe fn read_range(address: *const u8, length: usize, start: f64, end: f64) -> u32;
}

thread_local! {
    static MAY_PAUSE: Cell<bool> = const { Cell::new(false) };
    /// Time of the last pause, in milliseconds on the page's clock.
    static PAUSED: Cell<f64> = const { Cell::new(0.0) };
}

pub(crate) fn send(text: &str) {
    send_bytes(text.as_ptr(), text.len());
}

/// Reads a range of bytes of a table file; fewer if the file ends within the range.
pub(crate) fn read(file: &str, range: Range<u64>) -> Result<Vec<u8>, String> {
    let is_read = read_range(file.as_ptr(), file.len(), range.start as f64, range.end as f64) != 0;
    let bytes = written();
    if is_read { Ok(bytes) } else { Err(String::from_utf8_lossy(&bytes).into_owned()) }
}

pub(crate) fn seed() -> u64 {
    random() as u64
}

/// Calls `work` and returns its result. Reading the page's clock may pause `work` if `may_pause` is set, and does not
/// otherwise.
pub(crate) fn pausing<T>(may_pause: bool, work: impl FnOnce() -> T) -> T {
    let before = MAY_PAUSE.replace(may_pause);
    let done = work();
    MAY_PAUSE.set(before);
    done
}

/// Returns the page's clock. If the caller of [`pausing`] allows it, reading the clock may pause the running search, so
/// that the worker reads its messages.
pub(crate) fn time() -> TimeSource {
    TimeSource::new(|| {
        if MAY_PAUSE.get() && now() - PAUSED.get() >= INTERVAL {
            pause();
            PAUSED.set(now());
        }
        Duration::from_secs_f64(now().max(0.0) / 1000.0)
    })
}
