//! Functions and classes for self-play, for training, and for networks.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{process, thread};

use numpy::{IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use plywright::Side;
use plywright::network::{self, Network, Provenance};
use plywright_arena::openings::RandomPlies;
use plywright_arena::record::GameResult;
use plywright_training::{
    Data, Example, Examples, Expansion, GameSink, RecordedGame, SelfPlay, SelfPlayError, Training,
    TrainingProgress, play_games, read_games, train_unless,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::batch::{Sparse, check_threads, for_each_seen};
use crate::errors::{EngineError, IntoPyErr, NetworkError, OptionError, RecordError};
use crate::game::PyGame;
use crate::state::PyState;
use crate::wait;

/// A recorded game: its number, its result for the first side (1, 0 or -1), its random opening, and its
/// searched moves with their logits.
type Game = (u64, i8, Vec<String>, Vec<(String, i32)>);

fn parts(game: RecordedGame) -> Game {
    let result = match game.result {
        GameResult::Win(Side::First) => 1,
        GameResult::Win(Side::Second) => -1,
        GameResult::Draw | GameResult::Unknown => 0,
    };
    (game.number, result, game.opening, game.moves.into_iter().map(|mv| (mv.text, mv.logit)).collect())
}

/// Games of the engine against itself, played in the background.
#[pyclass(frozen, name = "_SelfPlay", module = "plywright._core")]
pub struct PySelfPlay {
    games: Mutex<Receiver<Result<RecordedGame, String>>>,
    stop: Arc<AtomicBool>,
    process: u32,
}

/// Maximum number of finished games in the queue. Play pauses while the queue is full.
const WAITING: usize = 256;

#[pymethods]
impl PySelfPlay {
    #[new]
    #[pyo3(signature = (game, games, *, first, nodes, seed, opening, max_plies, threads, network, options, out))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        games: u64,
        first: u64,
        nodes: u64,
        seed: u64,
        opening: (usize, usize),
        max_plies: usize,
        threads: usize,
        network: Option<PathBuf>,
        options: Vec<(String, String)>,
        out: Option<PathBuf>,
    ) -> PyResult<Self> {
        let rules = Arc::clone(&game.get().rules);
        let concurrency = check_threads(threads)?;
        let about = rules.about();
        // The rules are written to the file, so that readers can replay its games.
        let options = about.options.iter().cloned().chain(options).collect();
        let opening = RandomPlies { least: opening.0, most: opening.1 };
        let plan = SelfPlay { games, first, nodes, seed, opening, max_plies, concurrency, network, options };
        let sink = py.detach(|| GameSink::open(&plan, &|| rules.engine(), out.as_deref()));
        let sink = sink.map_err(|error| match error {
            SelfPlayError::File(_) => RecordError::new_err(error.to_string()),
            _ => OptionError::new_err(error.to_string()),
        })?;
        let (sender, games) = sync_channel(WAITING);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let work = move || {
            let mut receive = |game: RecordedGame| {
                let gone = sender.send(Ok(game)).is_err() || stopped.load(Ordering::Relaxed);
                if gone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            if let Err(error) = play_games(&plan, &|| rules.engine(), sink, &mut receive) {
                // An error is ignored: the receiver may have been dropped.
                let _ = sender.send(Err(error.to_string()));
            }
        };
        thread::Builder::new().spawn(work).map_err(wait::no_thread)?;
        Ok(Self { games: Mutex::new(games), stop, process: process::id() })
    }

    /// Waits for the next game. Returns `None` after the last game.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        if self.process != process::id() {
            return Err(EngineError::new_err("the games belong to the process before a fork"));
        }
        loop {
            let received = py.detach(|| {
                let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
                games.recv_timeout(wait::INTERVAL)
            });
            match received {
                Ok(Ok(game)) => return Ok(Some(parts(game))),
                Ok(Err(error)) => return Err(EngineError::new_err(error)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.stop())?,
            }
        }
    }

    /// Stops after the games that are being played.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for PySelfPlay {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reads the games in a file.
#[pyfunction]
pub fn _read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Game>> {
    let games = py.detach(|| read_games(&path)).map_err(|error| RecordError::new_err(error.to_string()))?;
    Ok(games.into_iter().map(parts).collect())
}

/// Observations, logits and results of the searched positions of games.
type Targets<'py> = (Bound<'py, PyArrayDyn<f32>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i8>>);

/// Recorded logit that stands for a natural logarithm of the odds of 1.
const LOGIT: f32 = 400.0;

/// Replays games and returns the targets of their searched positions. All games must have the rules of
/// `game`.
#[pyfunction]
pub fn _targets<'py>(py: Python<'py>, game: &Bound<'py, PyGame>, games: Vec<Game>) -> PyResult<Targets<'py>> {
    let rules = Arc::clone(&game.get().rules);
    let shape = rules.about().observation_shape.clone();
    let size: usize = shape.iter().product();
    let stopped = AtomicBool::new(false);
    let work = || {
        let (mut seen, mut logits, mut results) = (Vec::new(), Vec::new(), Vec::new());
        let mut observer = rules.observer();
        for (_, result, opening, moves) in &games {
            let mut line = Arc::clone(&rules).start();
            for text in opening {
                line.play_text(text).map_err(IntoPyErr::into_py)?;
            }
            for (text, logit) in moves {
                if stopped.load(Ordering::Relaxed) {
                    return Ok((seen, logits, results));
                }
                let start = seen.len();
                seen.resize(start + size, 0.0_f32);
                if let Some(features) = observer.look(&*line) {
                    features.own.iter().for_each(|feature| seen[start + feature] = 1.0);
                }
                logits.push(*logit as f32 / LOGIT);
                results.push(if line.side() == Side::First { *result } else { -result });
                line.play_text(text).map_err(IntoPyErr::into_py)?;
            }
        }
        PyResult::Ok((seen, logits, results))
    };
    let (seen, logits, results) = wait::on(py, work, || stopped.store(true, Ordering::Relaxed), |_| Ok(()))??;
    let full: Vec<usize> = std::iter::once(logits.len()).chain(shape).collect();
    let seen = PyArray1::from_vec(py, seen).reshape(full)?;
    Ok((seen, logits.into_pyarray(py), results.into_pyarray(py)))
}

/// Returns the positions to train on and those of the validation set, as lists of active features with
/// targets.
#[pyfunction]
#[pyo3(signature = (game, files, *, images=1, result_share=0.5, exact_share=1.0, seed=1))]
pub fn _examples<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    files: Vec<PathBuf>,
    images: u8,
    result_share: f32,
    exact_share: f32,
    seed: u64,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let rules = Arc::clone(&game.get().rules);
    let expansion = Expansion { images, result_share, exact_share, seed };
    let data = py.detach(|| Data::read(&|| rules.engine(), &files, expansion, &mut |_| ()));
    let data = data.map_err(|error| NetworkError::new_err(error.to_string()))?;
    let arrays = |examples: &Examples| {
        let (mut sparse, mut targets) = (Sparse::default(), Vec::with_capacity(examples.len()));
        for index in 0..examples.len() {
            let Example { own, other, bucket, target } = examples.get(index);
            sparse.push(own.iter().copied(), other.iter().copied(), bucket);
            targets.push(target);
        }
        let dict = sparse.dict(py)?;
        dict.set_item("targets", targets.into_pyarray(py))?;
        PyResult::Ok(dict)
    };
    Ok((arrays(&data.training)?, arrays(&data.validation)?))
}

/// Trains a network on files of games. `progress` is called with a dictionary for each event.
#[pyfunction]
#[pyo3(signature = (
    game, data, out, *, hidden, epochs, batch, rate, result_share, exact_share, images, seed, threads, force,
    name, progress
))]
#[allow(clippy::too_many_arguments)]
pub fn _train<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    data: Vec<PathBuf>,
    out: PathBuf,
    hidden: usize,
    epochs: u32,
    batch: usize,
    rate: f32,
    result_share: f32,
    exact_share: f32,
    images: u8,
    seed: u64,
    threads: usize,
    force: bool,
    name: String,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyNetwork> {
    let rules = Arc::clone(&game.get().rules);
    let names: Vec<_> = data.iter().filter_map(|path| path.file_name()).collect();
    let names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
    let provenance = Provenance { name, data: names.join(" "), command: "plywright.train".to_owned() };
    let training = Training {
        data,
        hidden,
        epochs,
        batch,
        rate,
        result_share,
        exact_share,
        images,
        seed,
        threads: check_threads(threads)?,
        force,
        provenance,
    };
    let stopped = AtomicBool::new(false);
    let news: Mutex<Vec<TrainingProgress>> = Mutex::new(Vec::new());
    let work = || {
        train_unless(&training, &|| rules.engine(), &out, &|| stopped.load(Ordering::Relaxed), &mut |step| {
            let mut news = news.lock().unwrap_or_else(PoisonError::into_inner);
            // Of the events about reading, only the last one is kept.
            if matches!(step, TrainingProgress::Reading(_)) {
                news.retain(|step| !matches!(step, TrainingProgress::Reading(_)));
            }
            news.push(step);
        })
    };
    let poll = |py: Python<'_>| {
        let steps = std::mem::take(&mut *news.lock().unwrap_or_else(PoisonError::into_inner));
        let Some(progress) = &progress else { return Ok(()) };
        steps.iter().try_for_each(|step| progress.call1(py, (step_dict(py, step)?,)).map(drop))
    };
    let network = wait::on(py, work, || stopped.store(true, Ordering::Relaxed), poll)?;
    network.map(PyNetwork).map_err(|error| NetworkError::new_err(error.to_string()))
}

fn step_dict<'py>(py: Python<'py>, step: &TrainingProgress) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    match step {
        TrainingProgress::Reading(games) => dict.set_item("games", games)?,
        TrainingProgress::Start { training, validation, exact, epochs } => {
            dict.set_item("training", training)?;
            dict.set_item("validation", validation)?;
            dict.set_item("exact", exact)?;
            dict.set_item("epochs", epochs)?;
        }
        TrainingProgress::Epoch(epoch) => {
            dict.set_item("number", epoch.number)?;
            dict.set_item("loss", epoch.loss)?;
            dict.set_item("validation", epoch.validation)?;
            dict.set_item("best", epoch.best)?;
            dict.set_item("rounding", epoch.rounding)?;
            dict.set_item("positions", epoch.positions)?;
            dict.set_item("time", epoch.time.as_secs_f64())?;
        }
    }
    Ok(dict)
}

/// A network that can evaluate positions.
#[pyclass(frozen, name = "Network", module = "plywright._core")]
pub struct PyNetwork(Network);

#[pymethods]
impl PyNetwork {
    /// Parses the bytes of a network's file.
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        network::read(bytes).map(Self).map_err(|error| NetworkError::new_err(error.to_string()))
    }

    /// Name of the features that are the network's inputs.
    #[getter]
    fn features(&self) -> &str {
        self.0.features()
    }

    /// Number of features.
    #[getter]
    fn inputs(&self) -> usize {
        self.0.inputs()
    }

    /// Size of the hidden layer.
    #[getter]
    fn hidden(&self) -> usize {
        self.0.hidden()
    }

    /// Number of buckets of output weights.
    #[getter]
    fn buckets(&self) -> usize {
        self.0.buckets()
    }

    /// Name of the network, the data it was trained on, and the command that trained it.
    #[getter]
    fn provenance(&self) -> (&str, &str, &str) {
        let Provenance { name, data, command } = self.0.provenance();
        (name, data, command)
    }

    /// Returns the bytes of the network's file.
    fn to_bytes(&self) -> Vec<u8> {
        network::to_bytes(&self.0)
    }

    /// Returns the network's output for each state: the natural logarithm of the odds that the side to move
    /// wins.
    fn logits<'py>(
        &self,
        py: Python<'py>,
        states: Vec<Bound<'py, PyState>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        if let Some(first) = states.first() {
            let shape = first.borrow().rules(py).get().rules.network_shape();
            let shape = shape.ok_or_else(|| NetworkError::new_err("the game has no learned evaluation"))?;
            self.0.fits(&shape).map_err(|error| NetworkError::new_err(error.to_string()))?;
        }
        let mut sparse = Sparse::default();
        let number = |feature: usize| feature as u16;
        for_each_seen(py, &states, &mut |_, seen| {
            sparse.push(seen.own.iter().map(number), seen.other.iter().map(number), seen.bucket);
        })?;
        let logits = py.detach(|| {
            let starts = |ends: &[u64]| std::iter::once(0).chain(ends.iter().copied()).collect::<Vec<u64>>();
            let (own_starts, other_starts) = (starts(&sparse.own_ends), starts(&sparse.other_ends));
            let logit = |row: usize| {
                let own = &sparse.own[own_starts[row] as usize..sparse.own_ends[row] as usize];
                let other = &sparse.other[other_starts[row] as usize..sparse.other_ends[row] as usize];
                self.0.logit(own, other, sparse.buckets[row].into())
            };
            (0..sparse.buckets.len()).map(logit).collect::<Vec<f64>>()
        });
        Ok(logits.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        format!("Network('{}', hidden={})", self.0.features(), self.0.hidden())
    }
}
