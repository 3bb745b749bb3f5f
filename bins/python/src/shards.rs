//! Runs in shards, for drivers of clusters: plans, shards, the standing of a match and merged files.
//!
//! A plan is passed as text, which any process can read. A prepared run is kept for later calls, because
//! preparing it creates engines and reads networks.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

use plywright::Key;
use plywright_cli::shards::{JobError, Machine, PairOutcome, Plan, PlannedRun, Standing, plan, shard_name};
use plywright_cli::{Failure, offer};
use plywright_matches::sprt::Sprt;
use plywright_matches::stats::GameScore;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::background::Owner;
use crate::errors::{EngineError, OptionError, ShardError};
use crate::matches::results_dict;
use crate::wait;

/// Maximum number of prepared runs that are kept.
const KEPT: usize = 8;

/// Offers the games of the package to the program's parser.
fn offer_games() {
    static OFFERED: Once = Once::new();
    OFFERED.call_once(|| {
        offer(crate::rules::games().to_vec());
    });
}

/// Whether an I/O error other than invalid data is among the causes.
fn is_of_system(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut sources = std::iter::successors(Some(error), |error| error.source());
    sources.any(|error| {
        error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() != io::ErrorKind::InvalidData)
    })
}

/// Converts an error to an exception: `OSError` for errors of the system, `EngineError` for a [`JobError`],
/// otherwise the exception that `other` makes.
fn exception(error: &(dyn std::error::Error + 'static), other: fn(String) -> PyErr) -> PyErr {
    let text = error.to_string();
    if is_of_system(error) {
        PyOSError::new_err(text)
    } else if error.is::<JobError>() {
        EngineError::new_err(text)
    } else {
        other(text)
    }
}

fn shard_error(error: &Failure) -> PyErr {
    exception(error.error(), ShardError::new_err)
}

/// A prepared run, with the plan's text, the folder of files and the concurrency for which it was prepared.
struct Prepared {
    text: String,
    files: Option<PathBuf>,
    concurrency: usize,
    run: PlannedRun,
    stop: Arc<AtomicBool>,
    /// Whether the engines' signature was checked.
    is_checked: bool,
    owner: Owner,
}

/// Prepared runs that no call is using, the most recently used first.
static PREPARED: Mutex<Vec<Prepared>> = Mutex::new(Vec::new());

impl Prepared {
    /// Takes the prepared run of a plan, or prepares it.
    fn take(text: &str, files: Option<&Path>, concurrency: usize) -> PyResult<Self> {
        offer_games();
        let mut kept = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
        // The threads of engines do not survive a fork.
        kept.retain(|one| one.owner.is_here());
        let place = kept.iter().position(|one| {
            one.concurrency == concurrency && one.text == text && one.files.as_deref() == files
        });
        if let Some(place) = place {
            let found = kept.remove(place);
            found.stop.store(false, Ordering::Relaxed);
            return Ok(found);
        }
        drop(kept);
        let plan = Plan::parse(text).map_err(|error| ShardError::new_err(error.to_string()))?;
        let machine = Machine { concurrency, ..Machine::default() };
        let stop = Arc::clone(&machine.stop);
        let run = PlannedRun::new(plan, files, machine).map_err(|error| shard_error(&error))?;
        let files = files.map(Path::to_owned);
        Ok(Self {
            text: text.to_owned(),
            files,
            concurrency,
            run,
            stop,
            is_checked: false,
            owner: Owner::this_process(),
        })
    }

    /// Keeps the run for a later call.
    fn keep(self) {
        let mut kept = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(0, self);
        kept.truncate(KEPT);
    }
}

/// Runs `work` with the prepared run of a plan, without the interpreter's lock.
fn with_run<T: Send>(
    py: Python<'_>,
    text: &str,
    files: Option<&Path>,
    work: impl FnOnce(&PlannedRun) -> PyResult<T> + Send,
) -> PyResult<T> {
    let work = || {
        let prepared = Prepared::take(text, files, 1)?;
        let result = work(&prepared.run);
        prepared.keep();
        result
    };
    wait::on(py, work, || (), |_| Ok(()))?
}

/// Creates a plan from the arguments of `plywright selfplay` or `plywright match`.
#[pyfunction]
#[pyo3(signature = (job, arguments, shards=None))]
pub fn _plan(py: Python<'_>, job: String, arguments: Vec<String>, shards: Option<u64>) -> PyResult<String> {
    let work = || {
        offer_games();
        let plan = plan(&job, &arguments, shards);
        plan.map(|plan| plan.to_string()).map_err(|error| exception(error.error(), OptionError::new_err))
    };
    wait::on(py, work, || (), |_| Ok(()))?
}

/// Returns the contents of a plan, the names and the programs of its engines, and its sequential test.
#[pyfunction]
#[pyo3(signature = (plan, *, files=None))]
pub fn _plan_facts<'py>(py: Python<'py>, plan: &str, files: Option<PathBuf>) -> PyResult<Bound<'py, PyDict>> {
    let facts = |run: &PlannedRun| {
        let sprt = run.standing().and_then(|standing| standing.sprt().copied());
        Ok((run.plan().clone(), run.engines(), run.programs(), sprt))
    };
    let (plan, engines, programs, sprt) = with_run(py, plan, files.as_deref(), facts)?;
    let Key(signature) = plan.signature;
    let Key(key) = plan.key();
    let dict = PyDict::new(py);
    dict.set_item("unit", if plan.job == "match" { "pairs" } else { "games" })?;
    dict.set_item("job", plan.job)?;
    dict.set_item("program", plan.program)?;
    dict.set_item("signature", format!("{signature:016x}"))?;
    dict.set_item("key", format!("{key:016x}"))?;
    dict.set_item("seed", plan.seed)?;
    dict.set_item("units", plan.units)?;
    dict.set_item("shards", plan.shards)?;
    let files = plan.files.iter().map(|file| (&file.path, file.hash_text(), file.size, file.is_folder));
    dict.set_item("files", files.collect::<Vec<_>>())?;
    dict.set_item("programs", programs)?;
    dict.set_item("engines", engines)?;
    dict.set_item("sprt", sprt.map(|sprt: Sprt| sprt.to_string()))?;
    dict.set_item("arguments", plan.arguments)?;
    Ok(dict)
}

/// Python's callbacks for a running shard.
struct Listeners {
    progress: Option<Py<PyAny>>,
    stop: Option<Py<PyAny>>,
}

/// Plays a shard and returns its bytes, or `None` if it was stopped. With `folder`, plays the shard into a
/// file there.
#[pyfunction]
#[pyo3(signature = (
    plan, number, *, files=None, folder=None, concurrency=1, programs=false, progress=None, stop=None
))]
#[allow(clippy::too_many_arguments)]
pub fn _run_shard<'py>(
    py: Python<'py>,
    plan: &str,
    number: u64,
    files: Option<PathBuf>,
    folder: Option<PathBuf>,
    concurrency: usize,
    programs: bool,
    progress: Option<Py<PyAny>>,
    stop: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let mut prepared = py.detach(|| Prepared::take(plan, files.as_deref(), concurrency))?;
    let stopped = Arc::clone(&prepared.stop);
    let (done, all) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        if !programs {
            prepared.run.refuse_programs().map_err(|error| shard_error(&error))?;
        }
        if !prepared.is_checked {
            prepared.run.check_signature().map_err(|error| shard_error(&error))?;
            prepared.is_checked = true;
        }
        let mut report = |now: u64, of: u64| {
            all.store(of, Ordering::Relaxed);
            done.store(now, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let bytes = match &folder {
            None => prepared.run.bytes(number, &mut report),
            Some(folder) => prepared.run.play(number, folder, &mut report).and_then(|path| {
                let read = |path: PathBuf| std::fs::read(&path).map_err(|error| located(&path, error));
                Ok(path.map(read).transpose()?)
            }),
        };
        bytes.map_err(|error| shard_error(&error))
    };
    let listeners = Listeners { progress, stop };
    let mut shown = 0;
    let poll = |py: Python<'_>| {
        let now = done.load(Ordering::Relaxed);
        if let Some(progress) = &listeners.progress
            && now != shown
        {
            shown = now;
            progress.call1(py, (now, all.load(Ordering::Relaxed)))?;
        }
        if let Some(stop) = &listeners.stop
            && stop.call0(py)?.is_truthy(py)?
        {
            stopped.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    let bytes = wait::on(py, work, || stopped.store(true, Ordering::Relaxed), poll)??;
    py.detach(|| prepared.keep());
    Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
}

fn located(path: &Path, error: io::Error) -> plywright_matches::files::LocatedError {
    plywright_matches::files::LocatedError::new(path, error)
}

/// Result of a pair: the indices of two engines, and the half points of the first one in each game.
type Outcome = (usize, usize, u8, u8);

/// Checks the bytes of a shard and returns facts about it.
#[pyfunction]
#[pyo3(signature = (plan, number, shard, *, files=None))]
pub fn _check_shard<'py>(
    py: Python<'py>,
    plan: &str,
    number: u64,
    shard: &[u8],
    files: Option<PathBuf>,
) -> PyResult<Bound<'py, PyDict>> {
    let check =
        |run: &PlannedRun| run.check(number, shard).map_err(|error| exception(&error, ShardError::new_err));
    let facts = with_run(py, plan, files.as_deref(), check)?;
    let outcome = |outcome: PairOutcome| -> Outcome {
        let [first, second] = outcome.scores.map(|score| score.half_points() as u8);
        (outcome.one, outcome.other, first, second)
    };
    let dict = PyDict::new(py);
    dict.set_item("units", facts.units)?;
    dict.set_item("games", facts.games)?;
    dict.set_item("positions", facts.positions)?;
    dict.set_item("outcomes", facts.outcomes.into_iter().map(outcome).collect::<Vec<_>>())?;
    Ok(dict)
}

/// Standing of a match whose shards arrive in any order.
#[pyclass(frozen, name = "_Standing", module = "plywright._core")]
pub struct PyStanding {
    plan: String,
    files: Option<PathBuf>,
    standing: Mutex<Standing>,
}

#[pymethods]
impl PyStanding {
    #[new]
    #[pyo3(signature = (plan, *, files=None))]
    fn new(py: Python<'_>, plan: String, files: Option<PathBuf>) -> PyResult<Self> {
        let standing = with_run(py, &plan, files.as_deref(), |run| {
            run.standing()
                .ok_or_else(|| ShardError::new_err("the plan is of self-play, expected a plan of a match"))
        })?;
        Ok(Self { plan, files, standing: Mutex::new(standing) })
    }

    /// Adds the outcomes of a shard.
    fn add(&self, number: u64, outcomes: Vec<Outcome>) -> PyResult<()> {
        let mut standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        let engines = standing.scores().names().len();
        let pairs = outcomes.into_iter().map(|(one, other, first, second)| {
            let score = |half_points: u8| match half_points {
                0 => Some(GameScore::Loss),
                1 => Some(GameScore::Draw),
                2 => Some(GameScore::Win),
                _ => None,
            };
            let is_valid = one != other && one.max(other) < engines;
            let scores = score(first).zip(score(second)).filter(|_| is_valid);
            scores.map(|(first, second)| PairOutcome { one, other, scores: [first, second] })
        });
        let pairs: Option<Vec<_>> = pairs.collect();
        let pairs = pairs.ok_or_else(|| ShardError::new_err("wrong outcomes, expected those of a shard"))?;
        standing.add(number, pairs).map_err(|error| ShardError::new_err(error.to_string()))
    }

    /// Returns the numbers of games and shards counted so far, the verdict of the sequential test and the
    /// report; for two engines also their results.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (summary, report) = with_run(py, &self.plan, self.files.as_deref(), |run| {
            Ok((run.summary(&standing), run.report(&standing)))
        })?;
        let scores = standing.scores();
        let dict = if let [one, other] = scores.names() {
            results_dict(py, (one, other), &scores.between(0, 1), standing.sprt())?
        } else {
            PyDict::new(py)
        };
        dict.set_item("games", scores.games())?;
        dict.set_item("shards", standing.shards())?;
        dict.set_item("needed", standing.verdict().map(|_| standing.shards()))?;
        dict.set_item("verdict", standing.verdict().map(|verdict| format!("{verdict:?}")))?;
        dict.set_item("summary", summary)?;
        dict.set_item("report", report)?;
        Ok(dict)
    }
}

/// Merges the shards in a folder into a file. Returns the report of a match, or the numbers of games and
/// positions of self-play.
#[pyfunction]
#[pyo3(signature = (plan, shards, out, *, files=None))]
pub fn _merge_shards(
    py: Python<'_>,
    plan: &str,
    shards: PathBuf,
    out: PathBuf,
    files: Option<PathBuf>,
) -> PyResult<String> {
    with_run(py, plan, files.as_deref(), |run| {
        run.merge(&shards, &out).map_err(|error| exception(&error, ShardError::new_err))
    })
}

/// Returns the file name of a shard.
#[pyfunction]
pub fn _shard_name(number: u64) -> String {
    shard_name(number)
}

/// Adds the functions and the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyStanding>()?;
    module.add_function(wrap_pyfunction!(_plan, module)?)?;
    module.add_function(wrap_pyfunction!(_plan_facts, module)?)?;
    module.add_function(wrap_pyfunction!(_run_shard, module)?)?;
    module.add_function(wrap_pyfunction!(_check_shard, module)?)?;
    module.add_function(wrap_pyfunction!(_merge_shards, module)?)?;
    module.add_function(wrap_pyfunction!(_shard_name, module)?)
}
