//! Runs in shards, for drivers of clusters. A plan divides a match or self-play into numbered shards. Any process can
//! play a shard, and all shards together are merged into one file. A standing counts the results of a match meanwhile.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use plywright::Key;
use plywright::engine::lock;
use plywright_cli::shards::{PlannedMatch, PlannedRun, ShardFacts, Standing, plan, shard_name};
use plywright_matches::report::summary;
use plywright_matches::sprt::Sprt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::errors::{OptionError, ShardError, raise};
use crate::guard::unlocked;
use crate::matches::results_dict;
use crate::prepared::{Prepared, exception, offer_games, shard_error, with_run};
use crate::wait;

/// Creates a plan from the arguments of `plywright selfplay` or `plywright match`.
#[pyfunction]
#[pyo3(signature = (job, arguments, shards=None))]
pub fn _plan(py: Python<'_>, job: String, arguments: Vec<String>, shards: Option<u64>) -> PyResult<String> {
    wait::on(py, |_| {
        offer_games();
        let planned = plan(&job, &arguments, shards);
        planned.map(|plan| plan.to_string()).map_err(|error| exception(error.error(), OptionError::new_err))
    })?
}

/// Returns the contents of a plan, the names and the programs of its engines, and its sequential test.
#[pyfunction]
pub fn _plan_facts<'py>(py: Python<'py>, plan: &str) -> PyResult<Bound<'py, PyDict>> {
    let facts = |run: &PlannedRun| Ok((run.plan.clone(), run.played.clone()));
    let (plan, PlannedMatch { engines, programs, sprt, .. }) = with_run(py, plan, facts)?;
    let Key(signature) = plan.signature;
    let Key(key) = plan.key();
    let files = plan.files.iter().map(|file| (&file.path, file.hash_text(), file.size, file.is_folder));
    Ok(dict!(py, {
        "unit": if plan.job == "match" { "pairs" } else { "games" }, "job": &plan.job,
        "program": &plan.program, "signature": format!("{signature:016x}"), "key": format!("{key:016x}"),
        "seed": plan.seed, "units": plan.units, "shards": plan.shards,
        "files": files.collect::<Vec<_>>(), "programs": programs, "engines": engines,
        "sprt": sprt.map(|sprt: Sprt| sprt.to_string()), "arguments": &plan.arguments,
    }))
}

/// Plays a shard and returns its bytes, or `None` if it was stopped. The files of the plan are read from the folder
/// `files`, if given. Without `programs`, a plan that starts programs or has options that name files is refused.
/// Appends the warnings about engines of this shard, and of earlier ones of the plan, to the list `warnings`, if given.
#[pyfunction]
#[pyo3(signature = (plan, number, *, files=None, programs=false, warnings=None))]
pub fn _run_shard<'py>(
    py: Python<'py>,
    plan: &str,
    number: u64,
    files: Option<PathBuf>,
    programs: bool,
    warnings: Option<&Bound<'py, PyList>>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let mut prepared = unlocked(py, || Prepared::take(plan, files))??;
    let stop = Arc::clone(&prepared.stop);
    let work = || {
        if !programs {
            prepared.run.refuse_programs()?;
        }
        if !prepared.is_checked {
            prepared.run.check_signature()?;
            prepared.is_checked = true;
        }
        Ok(prepared.run.shards().bytes(number, &mut |_, _| ControlFlow::Continue(()))?)
    };
    let bytes = wait::polling(py, &stop, work, |_| Ok(()))?;
    if let Some(list) = warnings {
        list.call_method1("extend", (prepared.run.warnings(),))?;
    }
    let bytes = bytes.map_err(|error| shard_error(&error))?;
    unlocked(py, || prepared.keep())?;
    Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
}

/// Checks that `shard` is the shard `number` of the plan. Adds the results of its pairs of games to `standing`, the
/// standing of the same plan, if given. Returns its numbers of units, games and positions.
#[pyfunction]
#[pyo3(signature = (plan, number, shard, standing=None))]
pub fn _check_shard<'py>(
    py: Python<'py>,
    plan: &str,
    number: u64,
    shard: &[u8],
    standing: Option<&Bound<'py, PyStanding>>,
) -> PyResult<Bound<'py, PyDict>> {
    let check = |run: &PlannedRun| {
        run.shards().check(number, shard).map_err(|error| exception(&error, ShardError::new_err))
    };
    if standing.is_some_and(|standing| standing.get().plan != plan) {
        return Err(ShardError::new_err("the standing is of another plan"));
    }
    let ShardFacts { units, games, positions, outcomes } = with_run(py, plan, check)?;
    if let Some(standing) = standing {
        lock(&standing.get().standing).add(number, outcomes).map_err(raise::<ShardError>)?;
    }
    Ok(dict!(py, { "units": units, "games": games, "positions": positions }))
}

/// Standing of a match whose shards arrive in any order.
#[pyclass(frozen, name = "_Standing", module = "plywright._core")]
pub struct PyStanding {
    plan: String,
    standing: Mutex<Standing>,
}

#[pymethods]
impl PyStanding {
    #[new]
    fn new(py: Python<'_>, plan: String) -> PyResult<Self> {
        let standing = with_run(py, &plan, |run| {
            run.standing()
                .ok_or_else(|| ShardError::new_err("the plan is of self-play, expected a plan of a match"))
        })?;
        Ok(Self { plan, standing: Mutex::new(standing) })
    }

    /// Returns the numbers of games and shards counted so far, the verdict of the sequential test and the
    /// report; for two engines also their results.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let standing = lock(&self.standing).clone();
        let report = with_run(py, &self.plan, |run| Ok(run.report(&standing)))?;
        let (scores, sprt) = (&standing.scores, standing.sprt.as_ref());
        let facts = dict!(py, {
            "games": scores.games(), "shards": standing.counted, "summary": summary(scores, sprt), "report": report,
            "needed": standing.verdict.map(|_| standing.counted),
            "verdict": standing.verdict.map(|verdict| format!("{verdict:?}")),
        });
        let [one, other] = scores.names() else { return Ok(facts) };
        let dict = results_dict(py, (one, other), &scores.between(0, 1), sprt)?;
        dict.update(facts.as_mapping())?;
        Ok(dict)
    }
}

/// Merges the shards in a folder into a file. Returns the report of a match, or the numbers of games and
/// positions of self-play.
#[pyfunction]
pub fn _merge_shards(py: Python<'_>, plan: &str, shards: PathBuf, out: PathBuf) -> PyResult<String> {
    with_run(py, plan, |run| run.merge(&shards, &out).map_err(|error| exception(&error, ShardError::new_err)))
}

/// Returns the file name of a shard.
#[pyfunction]
pub fn _shard_name(number: u64) -> String {
    shard_name(number)
}
