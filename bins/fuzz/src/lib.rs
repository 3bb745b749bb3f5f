//! Fuzz targets: texts of games, records, and whole sessions.
//!
//! A [`Target`] has a function that reads bytes and checks the result. It panics if a property does not hold.
//! [`check`] also limits the time, to [`MAX_TIME`], and the memory, to [`max_memory`]. The program
//! `plywright-fuzz` runs targets on mutated inputs.

mod mutate;
mod targets;

use std::alloc::System;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cap::Cap;

pub use mutate::Mutator;
pub use targets::targets;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// Maximum time that a target may take for one input.
pub const MAX_TIME: Duration = Duration::from_secs(1);

/// A fuzz target: code that handles untrusted input, and the seed inputs that are mutated.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Name of the target, unique.
    pub name: &'static str,
    /// Reads an input and checks it. Returns whether the input was accepted. Panics if a property does not
    /// hold.
    pub run: fn(&[u8]) -> bool,
    /// Returns valid inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Message and place of the first panic in any thread since the last call of [`take_panic`].
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Records the first panic of any thread for [`check`], and prints no panics.
pub fn record_panics() {
    set_hook(Box::new(|panic| {
        let mut first = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| {
            let payload = panic.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            let text = text.unwrap_or("a panic without a text");
            panic.location().map_or_else(|| text.to_owned(), |place| format!("{text} ({place})"))
        });
    }));
}

/// Returns the message and the place of the first panic since the last call, and forgets them.
pub fn take_panic() -> Option<String> {
    PANIC.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Returns the maximum number of bytes that a target may allocate for an input of `length` bytes. The
/// constant part covers an engine's transposition table.
pub const fn max_memory(length: usize) -> usize {
    (192 << 20) + 1000 * length
}

/// Runs a target on an input. Returns whether the input was accepted. Ends the process if the target needs
/// too much memory.
///
/// # Errors
/// Returns a message if a property does not hold or the target takes too long.
pub fn check(target: &Target, input: &[u8]) -> Result<bool, String> {
    // An allocation beyond the limit ends the process. Setting a limit below the memory in use would fail.
    let _ = MEMORY.set_limit(MEMORY.allocated() + max_memory(input.len()));
    let (mut accepted, mut time) = run(target, input)?;
    if time > MAX_TIME {
        // Other work on the machine may have slowed down the run, so a second run is measured in processor
        // time.
        let before = processor_time();
        (accepted, time) = run(target, input)?;
        if let (Some(before), Some(after)) = (before, processor_time()) {
            time = time.min(after.saturating_sub(before));
        }
    }
    let _ = MEMORY.set_limit(usize::MAX);
    if time > MAX_TIME {
        return Err(format!("it takes {time:.1?}, expected at most {MAX_TIME:?}"));
    }
    Ok(accepted)
}

/// Returns whether the target accepted the input, and the time that it took.
fn run(target: &Target, input: &[u8]) -> Result<(bool, Duration), String> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    match (take_panic(), result) {
        (Some(panic), _) => Err(panic),
        (None, Err(_)) => Err("a panic".to_owned()),
        (None, Ok(accepted)) => Ok((accepted, start.elapsed())),
    }
}

/// Returns the processor time that all threads of this process have used; `None` if the system does not
/// report it.
fn processor_time() -> Option<Duration> {
    const TICKS: [usize; 2] = [11, 12];
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain blanks.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = TICKS.map(|field| fields.get(field)?.parse::<u64>().ok());
    Some(Duration::from_millis(10 * (ticks[0]? + ticks[1]?)))
}

/// Creates this process's temporary folder called `name` if it does not exist, and returns its path.
pub(crate) fn folder(name: &str) -> PathBuf {
    let base = std::env::temp_dir().join(format!("plywright-fuzz-{}", std::process::id()));
    let folder = base.join(name);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Removes the temporary files of this process.
pub fn clean_up() {
    // An error is ignored: it only leaves files that nothing reads.
    let _ = std::fs::remove_dir_all(folder(""));
}

/// Returns the inputs of a target in `corpus.lz4`. A fuzzer that measures coverage found them; together they
/// reach all code that it reached. The file is compressed with LZ4. Uncompressed, each input follows a line
/// with its target and its length in bytes.
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    const PACKED: &[u8] = include_bytes!("../corpus.lz4");
    let unpacked = lz4_flex::decompress_size_prepended(PACKED).unwrap_or_default();
    let (mut rest, mut inputs) = (&unpacked[..], Vec::new());
    while let Some((name, length, after)) = entry(rest) {
        let (input, next) = after.split_at(length.min(after.len()));
        if name == target {
            inputs.push(input.to_vec());
        }
        rest = next;
    }
    inputs
}

/// Reads the line before an input: the target, the length, and what follows the line.
fn entry(bytes: &[u8]) -> Option<(&str, usize, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (name, length) = str::from_utf8(&bytes[..end]).ok()?.split_once(' ')?;
    Some((name, length.parse().ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_corpus_has_inputs() {
        assert!(super::corpus("records-pgn").len() > 100 && super::corpus("nothing").is_empty());
    }
}
