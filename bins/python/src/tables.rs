//! Tablebases: solving games and looking up positions. An unknown value is 0 in an array, beside an array that says
//! which values are known, and `None` for a single position.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use numpy::{IntoPyArray, PyArray1};
use plywright::engine::{DynEngine, DynGame, DynOracle, lock};
use plywright::game::DynLine;
use plywright::tablebase::{
    Contents, DynTablebase, Probed, Solution, SolveControl, SolveOptions, SolveProgress, Stage,
    TablebaseError, Value,
};
use pyo3::prelude::*;

use crate::errors::{EngineError, OptionError, TableError, raise};
use crate::game::PyGame;
use crate::guard::unlocked;
use crate::lists::for_each_copy;
use crate::search::{Exact, to_exact};
use crate::state::PyState;
use crate::wait;

/// Three arrays with an entry for each position: its value, whether the value is known, and whether it is a margin.
type Values<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// Open tablebases of one game.
#[pyclass(frozen, name = "_Tables", module = "plywright._core")]
pub struct PyTables {
    oracle: Box<dyn DynOracle>,
    /// Looks up a single value faster than `oracle`, which also looks up the values of all moves. `None` for the tables
    /// of a folder, because an engine would also answer from the built-in tables, which the caller did not choose.
    engine: Option<Mutex<Box<dyn DynEngine>>>,
}

#[pymethods]
impl PyTables {
    #[new]
    fn new(py: Python<'_>, game: Py<PyGame>, folder: Option<PathBuf>) -> PyResult<Self> {
        let rules = game.get().rules();
        let opened = unlocked(py, || rules.game.oracle(folder.as_deref()))?;
        let oracle = opened.map_err(raise::<TableError>)?;
        // The engine never searches, so a transposition table of 1 MiB is enough.
        let engine = if folder.is_none() { Some(rules.game.engine(Some(1))) } else { None };
        let engine = engine.transpose().map_err(raise::<OptionError>)?.map(Mutex::new);
        Ok(Self { oracle, engine })
    }

    /// Returns the exact values of states for their sides to move, whether they are known, and whether they are
    /// margins.
    fn values<'py>(&self, py: Python<'py>, states: Vec<Bound<'py, PyState>>) -> PyResult<Values<'py>> {
        let count = states.len();
        let (mut values, mut known, mut margins) =
            (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        for_each_copy(py, &states, |line| {
            let value = self.value_of(line);
            let (score, is_margin) = value.map_or((0, false), to_exact);
            values.push(score);
            known.push(value.is_some());
            margins.push(is_margin);
        })?;
        Ok((values.into_pyarray(py), known.into_pyarray(py), margins.into_pyarray(py)))
    }

    /// Returns the exact value of a position and of each move from the mover's view, the best move first.
    /// Unknown values are `None`.
    #[allow(clippy::type_complexity)]
    fn probe(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
    ) -> PyResult<(Option<Exact>, Vec<(String, Option<Exact>)>)> {
        let line = state.try_borrow()?.line.boxed();
        let found = unlocked(py, || self.oracle.probe(&*line))?;
        let Probed { value, moves } =
            found.ok_or_else(|| EngineError::new_err("the state is of another game than the tables"))?;
        let moves = moves.into_iter().map(|(text, value)| (text, value.map(to_exact)));
        Ok((value.map(to_exact), moves.collect()))
    }
}

impl PyTables {
    /// Returns the exact value of a position for the side to move, if it is known.
    fn value_of(&self, line: &dyn DynLine) -> Option<Value> {
        if let Some(engine) = &self.engine {
            let value = lock(engine).exact_value(line);
            // The engine has no value for a finished game, but the tables have one.
            if value.is_some() || line.ending().is_none() {
                return value;
            }
        }
        self.oracle.probe(line)?.value
    }
}

/// A slice of a tablebase, such as all positions with the same material: its name, the numbers of won, drawn and lost
/// positions, and the longest win and loss in plies.
type Row = (String, u64, u64, u64, u32, u32);
/// Result of solving: the slices, and the value of the start position if it is known.
type Solved = (Vec<Row>, Option<Exact>);

fn solved_parts(solution: Solution, game: &dyn DynGame) -> Solved {
    let Solution { rows, start } = solution;
    let row = |(name, counts): (String, plywright::tablebase::SliceCounts)| {
        (name, counts.won, counts.drawn, counts.lost, counts.longest_win, counts.longest_loss)
    };
    (rows.into_iter().map(row).collect(), start.map(|value| to_exact(game.reported(value))))
}

/// Runs `work` of the solver in another thread, waits for its end, and checks for Ctrl-C. Calls `progress`, if given,
/// with the number of indices finished, the number of indices in all, and a text about the current stage. If reports of
/// the solver come faster than these calls, only the latest is passed on.
fn run(
    py: Python<'_>,
    game: &PyGame,
    threads: usize,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&dyn DynTablebase, SolveControl<'_>) -> Result<Solution, TablebaseError> + Send,
) -> PyResult<Solved> {
    let game = &*game.rules().game;
    let tables = game.tablebase().ok_or_else(|| raise::<TableError>(TablebaseError::Unnumbered))?;
    let stop = AtomicBool::new(false);
    let news: Mutex<Option<(u64, u64, String)>> = Mutex::new(None);
    let report = |step: &SolveProgress| {
        let text = match &step.stage {
            Stage::Damaged(damage) => format!("{damage}; it is made again"),
            Stage::Expanding(done, all) => format!("{}: {} %", step.slices, done * 100 / all.max(&1)),
            Stage::Iteration(plies) => format!("{}: {plies} plies", step.slices),
            Stage::Finished(_) => step.slices.clone(),
        };
        *lock(&news) = Some((step.done, step.all, text));
    };
    let poll = |py: Python<'_>| {
        let latest = lock(&news).take();
        match (&progress, latest) {
            (Some(progress), Some(latest)) => progress.call1(py, latest).map(drop),
            _ => Ok(()),
        }
    };
    let job = || work(&*tables, SolveControl { threads, stop: &stop, report: &report });
    let solution = wait::polling(py, &stop, job, poll)?.map_err(raise::<TableError>)?;
    Ok(solved_parts(solution, game))
}

/// Solves a game or its endings into tablebases in a folder.
#[pyfunction]
pub fn _solve(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    folder: PathBuf,
    pieces: Option<u32>,
    memory: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solved> {
    let options = SolveOptions { folder, max_pieces: pieces, memory, format: None };
    run(py, game.get(), threads, progress, move |tables, control| tables.solve(&options, control))
}

/// Verifies every value of the tablebases in a folder by the rules.
#[pyfunction]
pub fn _verify(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    folder: PathBuf,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solved> {
    run(py, game.get(), threads, progress, move |tables, control| tables.verify(&folder, None, control))
}

/// Packs the full tablebases in `folder` into compact ones in `out`. With `distances`, they keep the distances of wins
/// and losses.
#[pyfunction]
pub fn _pack(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    folder: PathBuf,
    out: PathBuf,
    distances: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solved> {
    let contents = if distances { Contents::Distances } else { Contents::Values };
    run(py, game.get(), threads, progress, move |tables, control| {
        tables.pack(&folder, &out, contents, control)
    })
}

/// Lists the tablebases in a folder.
#[pyfunction]
pub fn _table_info(py: Python<'_>, game: &Bound<'_, PyGame>, folder: PathBuf) -> PyResult<Solved> {
    run(py, game.get(), 1, None, move |tables, control| tables.info(&folder, control.stop))
}
