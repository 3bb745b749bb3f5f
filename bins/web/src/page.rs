//! What the page does for the module.

#![expect(unsafe_code, reason = "the page is a foreign library")]

use std::cell::Cell;
use std::ops::Range;
use std::time::Duration;

use plywright::search::TimeSource;

use crate::exports;

/// Milliseconds between two pauses of a search.
const INTERVAL: f64 = 15.0;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since a fixed moment.
    safe fn now() -> f64;
    /// Returns when the worker has read its messages.
    safe fn pause();
    /// A random whole number below 2^53.
    safe fn random() -> f64;
    /// Takes a message: its address and length.
    #[link_name = "send"]
    safe fn send_bytes(address: *const u8, length: usize);
    /// Reads a range of a file of tables into the module's buffer and returns 1, or writes an error there and returns
    /// 0. The name of the file is at this address.
    #[link_name = "read"]
    safe fn read_range(address: *const u8, length: usize, start: f64, end: f64) -> u32;
}

thread_local! {
    /// Whether a search runs that may pause.
    static MAY_PAUSE: Cell<bool> = const { Cell::new(false) };
    /// When the last pause ended.
    static PAUSED: Cell<f64> = const { Cell::new(0.0) };
}

/// Sends a message to the page.
pub(crate) fn send(text: &str) {
    send_bytes(text.as_ptr(), text.len());
}

/// Reads a range of a file of tables.
pub(crate) fn read(file: &str, range: Range<u64>) -> Result<Vec<u8>, String> {
    let is_read = read_range(file.as_ptr(), file.len(), range.start as f64, range.end as f64) != 0;
    let bytes = exports::written();
    if is_read { Ok(bytes) } else { Err(String::from_utf8_lossy(&bytes).into_owned()) }
}

/// A seed for the engine's choices.
pub(crate) fn seed() -> u64 {
    random() as u64
}

/// Calls `work`, which pauses or does not.
pub(crate) fn pausing<T>(may_pause: bool, work: impl FnOnce() -> T) -> T {
    let before = MAY_PAUSE.replace(may_pause);
    let done = work();
    MAY_PAUSE.set(before);
    done
}

/// The page's clock. A search that reads it pauses from time to time.
pub(crate) fn time() -> TimeSource {
    TimeSource::new(|| {
        if MAY_PAUSE.get() && now() - PAUSED.get() >= INTERVAL {
            pause();
            PAUSED.set(now());
        }
        Duration::from_secs_f64(now().max(0.0) / 1000.0)
    })
}
