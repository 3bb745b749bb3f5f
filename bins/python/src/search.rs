//! The class `_Search`: a search that runs in the background, and its results.

use plywright::engine::{BestMove, InternalError, PvInfo};
use plywright::search::{Bound as ScoreBound, Control};
use plywright::tablebase::Value;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::background::Background;
use crate::errors::internal;

/// A running search. Dropping it stops the search.
#[pyclass(frozen, name = "_Search", module = "plywright._core")]
pub struct PySearch {
    pub control: Control,
    /// Warnings about the request and the options.
    #[pyo3(get)]
    pub notices: Vec<String>,
    /// Exact value of the position, if it is known.
    #[pyo3(get)]
    pub exact: Option<Exact>,
    pub run: Background<PvInfo, Result<BestMove, InternalError>>,
}

/// Exact value for the side to move: a score, and whether the score is a margin in points.
pub type Exact = (i32, bool);

/// Converts an exact value for Python. A margin must already be in the unit that people see, such as discs.
pub fn to_exact(value: Value) -> Exact {
    (value.score().0, value.points().is_some())
}

#[pymethods]
impl PySearch {
    /// Waits for the next principal variation of the search. Returns `None` when the search has ended.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if let Some(info) = self.run.next(py, || self.control.stop())? {
            return info_dict(py, &info).map(Some);
        }
        // Raises the error of a search that has failed.
        self.best_move(py)?;
        Ok(None)
    }

    /// Asks the search to stop, without waiting for its end. The search still returns a best move.
    fn stop(&self) {
        self.control.stop();
    }

    /// Waits for the end of the search, and drops the lines that `next` has not returned. Returns the best move, the
    /// expected reply, the number of nodes and the time in seconds. A missing move is `None`.
    #[allow(clippy::type_complexity)]
    fn result(&self, py: Python<'_>) -> PyResult<(Option<String>, Option<String>, u64, f64)> {
        while self.next(py)?.is_some() {}
        let BestMove { best, ponder, nodes, time, .. } = self.best_move(py)?;
        Ok((best, ponder, nodes, time.as_secs_f64()))
    }
}

impl PySearch {
    /// Returns the best move. Call it only when the search has ended, because Ctrl-C cannot interrupt it.
    fn best_move(&self, py: Python<'_>) -> PyResult<BestMove> {
        self.run.result(py)?.map_err(|error| internal(&error))
    }
}

impl Drop for PySearch {
    fn drop(&mut self) {
        if self.run.is_here() {
            self.control.stop();
        }
    }
}

fn info_dict<'py>(py: Python<'py>, info: &PvInfo) -> PyResult<Bound<'py, PyDict>> {
    let bound = match info.bound {
        ScoreBound::Exact => "exact",
        ScoreBound::Lower => "lower",
        ScoreBound::Upper => "upper",
    };
    Ok(dict!(py, {
        "depth": info.depth.0, "seldepth": info.selective_depth.0, "rank": info.rank,
        "score": info.score.0, "logit": info.logit, "bound": bound, "pv": &info.moves,
        "nodes": info.nodes, "hashfull": info.hashfull, "tb_hits": info.tb_hits,
        "time": info.time.as_secs_f64(),
    }))
}
