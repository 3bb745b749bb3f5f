//! Fuzz targets: texts of games, records, and whole sessions.
//!
//! A [`Target`] has a function that reads bytes and checks the result. It panics if a property does not hold.
//! [`check`] also limits the time, to [`MAX_TIME`], and the memory, to [`MAX_MEMORY`] and more for long inputs. The
//! program `plywright-fuzz` runs targets on mutated inputs.

mod corpus;
mod mutate;
mod targets;

use std::alloc::System;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use cap::Cap;
use plywright::engine::{InternalError, lock};

pub use corpus::corpus;
pub use mutate::Mutator;
pub use targets::{Target, targets};

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// Maximum number of bytes that a target may allocate for an empty input. It covers an engine's transposition table.
pub const MAX_MEMORY: usize = 192 << 20;
/// Number of bytes that a target may allocate in addition for each byte of the input.
const MEMORY_PER_BYTE: usize = 1000;
/// Maximum time that a target may take for one input.
pub const MAX_TIME: Duration = Duration::from_secs(1);

/// Message and place of the first panic in any thread since the last call of [`take_panic`].
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Sets the panic hook of the process. The hook stores the first panic of any thread for [`check`], and prints nothing.
pub fn record_panics() {
    set_hook(Box::new(|panic| {
        lock(&PANIC).get_or_insert_with(|| {
            let InternalError(text) = InternalError::of(panic.payload());
            panic.location().map_or_else(|| text.clone(), |place| format!("{text} ({place})"))
        });
    }));
}

/// Returns the message and the place of the first panic since the last call, and forgets them. Returns `None` if there
/// was no panic, or if [`record_panics`] was not called before it.
pub fn take_panic() -> Option<String> {
    lock(&PANIC).take()
}

/// Runs a target on an input, and once more if it is slow. Returns whether the input was accepted. Ends the process if
/// the target needs too much memory.
///
/// # Errors
/// Returns a message if a property does not hold or the target takes too long.
pub fn check(target: &Target, input: &[u8]) -> Result<bool, String> {
    // An allocation beyond the limit ends the process. The call cannot fail, because the limit is above the memory in
    // use.
    let _ = MEMORY.set_limit(MEMORY.allocated() + MAX_MEMORY + MEMORY_PER_BYTE * input.len());
    let (mut accepted, mut time) = run(target, input)?;
    if time > MAX_TIME {
        // Other work on the machine may have slowed down the run, so a second run is measured in processor
        // time, if the system reports it.
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

/// Returns whether the target accepted the input, and the time that it took. If any thread panics, returns the message
/// of the first panic.
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
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces. Fields 11 and 12 after it, counted from 0, are the
    // time in the program and the time in the system, in ticks of 10 ms.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
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
