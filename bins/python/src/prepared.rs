//! Prepared runs of plans. A plan divides a match or self-play into shards for many processes, and is passed as text,
//! which any process can read. A prepared run is kept for later calls, because preparing it creates engines and reads
//! networks.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Once};

use plywright::engine::lock;
use plywright_cli::shards::{JobError, Machine, Plan, PlannedRun, RunError};
use plywright_cli::{Failure, offer};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::background::Owner;
use crate::errors::{EngineError, ShardError, raise};
use crate::wait;

/// Maximum number of prepared runs that are kept.
const MAX_PREPARED: usize = 8;

/// Offers the games of the package to the command line, which parses the arguments of plans. Only the first call has an
/// effect.
pub fn offer_games() {
    static OFFERED: Once = Once::new();
    OFFERED.call_once(|| {
        offer(crate::rules::games().to_vec());
    });
}

/// Whether the error or one of its causes is an I/O error other than invalid data.
fn is_of_system(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut sources = std::iter::successors(Some(error), |error| error.source());
    sources.any(|error| {
        error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() != io::ErrorKind::InvalidData)
    })
}

/// Converts an error to an exception: `OSError` for errors of the system, `EngineError` for a [`JobError`],
/// otherwise the exception that `other` makes.
pub fn exception(error: &(dyn std::error::Error + 'static), other: fn(String) -> PyErr) -> PyErr {
    let text = error.to_string();
    if is_of_system(error) {
        PyOSError::new_err(text)
    } else if error.is::<JobError>() || matches!(error.downcast_ref(), Some(RunError::Job(_))) {
        EngineError::new_err(text)
    } else {
        other(text)
    }
}

/// Converts a failure of the command line to an exception, as [`exception`] does. Errors that are neither of the system
/// nor a [`JobError`] become a `ShardError`.
pub fn shard_error(error: &Failure) -> PyErr {
    exception(error.error(), ShardError::new_err)
}

/// A run that is ready to play shards, with the plan's text and the folder of files for which it was prepared.
pub struct Prepared {
    text: String,
    files: Option<PathBuf>,
    pub run: PlannedRun,
    pub stop: Arc<AtomicBool>,
    /// Whether the engines have passed the check against the plan's signature.
    pub is_checked: bool,
    owner: Owner,
}

/// Prepared runs that no call is using, the most recently used first.
static PREPARED: Mutex<Vec<Prepared>> = Mutex::new(Vec::new());

impl Prepared {
    /// Takes the prepared run of a plan out of [`PREPARED`], or prepares it.
    pub fn take(text: &str, files: Option<PathBuf>) -> PyResult<Self> {
        offer_games();
        let mut kept = lock(&PREPARED);
        // The threads of engines do not survive a fork.
        kept.retain(|one| one.owner.is_here());
        if let Some(place) = kept.iter().position(|one| one.text == text && one.files == files) {
            return Ok(kept.remove(place));
        }
        drop(kept);
        let plan = Plan::parse(text).map_err(raise::<ShardError>)?;
        let machine = Machine::default();
        let stop = Arc::clone(&machine.stop);
        let run = PlannedRun::new(plan, files.as_deref(), machine).map_err(|error| shard_error(&error))?;
        Ok(Self { text: text.to_owned(), files, run, stop, is_checked: false, owner: Owner::this_process() })
    }

    /// Puts the run back into [`PREPARED`] for a later call. If there are too many runs, drops the least recently used.
    pub fn keep(self) {
        let mut kept = lock(&PREPARED);
        kept.insert(0, self);
        kept.truncate(MAX_PREPARED);
    }
}

/// Runs `work` with the prepared run of a plan, in another thread and without the interpreter's lock. Prepares the run
/// first if it is not kept. Ctrl-C takes effect only when `work` has ended.
pub fn with_run<T: Send>(
    py: Python<'_>,
    text: &str,
    work: impl FnOnce(&PlannedRun) -> PyResult<T> + Send,
) -> PyResult<T> {
    wait::on(py, |_| {
        let prepared = Prepared::take(text, None)?;
        let result = work(&prepared.run);
        prepared.keep();
        result
    })?
}
