//! Training of networks on recorded games.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use numpy::IntoPyArray;
use plywright::network::Provenance;
use plywright_training::{
    Data, Example, Examples, Expansion, Training, TrainingError, TrainingProgress, train_unless,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::batch::Sparse;
use crate::errors::NetworkError;
use crate::game::PyGame;
use crate::network::PyNetwork;
use crate::wait;

/// Returns the training set and the validation set, each as a dictionary of active features and targets.
#[pyfunction]
pub fn _examples<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    files: Vec<PathBuf>,
    expansion: ExpansionSettings,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let rules = Arc::clone(game.get().rules());
    let stopped = AtomicBool::new(false);
    let work = || {
        let is_stopped = || stopped.load(Ordering::Relaxed);
        let data = Data::read(&|| rules.engine(), &files, expansion.into(), &is_stopped, &mut |_| ())?;
        let arrays = |examples: &Examples| {
            let (mut sparse, mut targets) = (Sparse::default(), Vec::with_capacity(examples.len()));
            for index in 0..examples.len() {
                let Example { own, other, bucket, target } = examples.get(index);
                sparse.push(own.iter().copied(), other.iter().copied(), bucket);
                targets.push(target);
            }
            (sparse, targets)
        };
        Ok::<_, TrainingError>([arrays(&data.training), arrays(&data.validation)])
    };
    let sets = wait::on(py, work, || stopped.store(true, Ordering::Relaxed), |_| Ok(()))?;
    let sets = sets.map_err(|error| NetworkError::new_err(error.to_string()))?;
    let [training, validation] = sets.map(|(sparse, targets)| {
        let dict = sparse.dict(py)?;
        dict.set_item("targets", targets.into_pyarray(py))?;
        PyResult::Ok(dict)
    });
    Ok((training?, validation?))
}

/// Settings that turn games into positions with targets, as Python passes them.
#[derive(Clone, Copy, FromPyObject)]
#[pyo3(from_item_all)]
pub struct ExpansionSettings {
    images: u8,
    result_share: f32,
    exact_share: f32,
    seed: u64,
}

impl From<ExpansionSettings> for Expansion {
    fn from(settings: ExpansionSettings) -> Self {
        let ExpansionSettings { images, result_share, exact_share, seed } = settings;
        Self { images, result_share, exact_share, seed }
    }
}

/// Settings of a training run, as Python passes them. A training run needs [`ExpansionSettings`] too.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct TrainingSettings {
    hidden: usize,
    start: Option<PathBuf>,
    epochs: u32,
    batch: usize,
    rate: f32,
    threads: usize,
    force: bool,
    name: String,
}

/// Trains a network on files of games. `progress` is called with a dictionary for each event; events of
/// reading may be skipped.
#[pyfunction]
pub fn _train(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    data: Vec<PathBuf>,
    out: PathBuf,
    settings: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyNetwork> {
    let rules = Arc::clone(game.get().rules());
    let ExpansionSettings { images, result_share, exact_share, seed } = settings.extract()?;
    let TrainingSettings { hidden, start, epochs, batch, rate, threads, force, name } = settings.extract()?;
    let names: Vec<_> = data.iter().filter_map(|path| path.file_name()).collect();
    let names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
    let provenance = Provenance { name, data: names.join(" "), command: "plywright.train".to_owned() };
    let training = Training {
        data,
        hidden,
        from: start,
        epochs,
        batch,
        rate,
        result_share,
        exact_share,
        images,
        seed,
        threads,
        force,
        provenance,
    };
    let stopped = AtomicBool::new(false);
    let news: Mutex<Vec<TrainingProgress>> = Mutex::new(Vec::new());
    let work = || {
        train_unless(&training, &|| rules.engine(), &out, &|| stopped.load(Ordering::Relaxed), &mut |step| {
            let mut news = news.lock().unwrap_or_else(PoisonError::into_inner);
            // Only the last of the pending reading events is kept.
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
    network
        .map(|network| PyNetwork(Arc::new(network)))
        .map_err(|error| NetworkError::new_err(error.to_string()))
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
