//! Training of networks on recorded games, and the training examples as arrays for training by other programs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use numpy::IntoPyArray;
use plywright::engine::lock;
use plywright::network::Provenance;
use plywright_training::{
    Data, Epoch, Example, Examples, Expansion, Training, TrainingError, TrainingProgress, train,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{NetworkError, raise};
use crate::game::PyGame;
use crate::network::PyNetwork;
use crate::sparse::Sparse;
use crate::wait;

/// Returns the training set and the validation set, each as a dictionary of active features and targets.
#[pyfunction]
pub fn _examples<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    files: Vec<PathBuf>,
    settings: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let rules = Arc::clone(game.get().rules());
    let expansion = read_expansion(settings)?;
    let work = |stopped: &AtomicBool| {
        let is_stopped = || stopped.load(Ordering::Relaxed);
        let data = Data::read(&|| rules.engine(), &files, expansion, &is_stopped, &mut |_| ())?;
        Ok::<_, TrainingError>([arrays(&data.training), arrays(&data.validation)])
    };
    let sets = wait::on(py, work)?.map_err(raise::<NetworkError>)?;
    let [training, validation] = sets.map(|(sparse, targets)| {
        let dict = sparse.dict(py)?;
        dict.set_item("targets", targets.into_pyarray(py))?;
        PyResult::Ok(dict)
    });
    Ok((training?, validation?))
}

/// Copies the features and the targets of all examples into lists.
fn arrays(examples: &Examples) -> (Sparse, Vec<f32>) {
    let (mut sparse, mut targets) = (Sparse::default(), Vec::with_capacity(examples.len()));
    for index in 0..examples.len() {
        let Example { own, other, bucket, target } = examples.get(index);
        sparse.push(own, other, bucket);
        targets.push(target);
    }
    (sparse, targets)
}

/// Reads the settings of the conversion from games to examples.
fn read_expansion(settings: &Bound<'_, PyAny>) -> PyResult<Expansion> {
    Ok(Expansion {
        images: settings.get_item("images")?.extract()?,
        result_share: settings.get_item("result_share")?.extract()?,
        exact_share: settings.get_item("exact_share")?.extract()?,
        seed: settings.get_item("seed")?.extract()?,
    })
}

/// Trains a network on files of games and writes it to `out`. Calls `progress` with a dictionary for each epoch.
#[pyfunction]
pub fn _train(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    data: Vec<PathBuf>,
    out: PathBuf,
    settings: &Bound<'_, PyAny>,
    progress: Py<PyAny>,
) -> PyResult<PyNetwork> {
    let rules = Arc::clone(game.get().rules());
    let names: Vec<_> = data.iter().filter_map(|path| path.file_name()).collect();
    let names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
    let training = Training {
        provenance: Provenance {
            name: settings.get_item("name")?.extract()?,
            data: names.join(" "),
            command: "plywright.train".to_owned(),
        },
        data,
        hidden: settings.get_item("hidden")?.extract()?,
        from: settings.get_item("start")?.extract()?,
        epochs: settings.get_item("epochs")?.extract()?,
        batch: settings.get_item("batch")?.extract()?,
        rate: settings.get_item("rate")?.extract()?,
        expansion: read_expansion(settings)?,
        threads: settings.get_item("threads")?.extract()?,
        force: settings.get_item("force")?.extract()?,
    };
    let stopped = AtomicBool::new(false);
    let epochs: Mutex<Vec<Epoch>> = Mutex::new(Vec::new());
    let work = || {
        train(&training, &|| rules.engine(), &out, &|| stopped.load(Ordering::Relaxed), &mut |step| {
            if let TrainingProgress::Epoch(epoch) = step {
                lock(&epochs).push(epoch);
            }
        })
    };
    let poll = |py: Python<'_>| {
        let epochs = std::mem::take(&mut *lock(&epochs));
        epochs.iter().try_for_each(|epoch| progress.call1(py, (epoch_dict(py, epoch)?,)).map(drop))
    };
    let network = wait::polling(py, &stopped, work, poll)?.map_err(raise::<NetworkError>)?;
    Ok(PyNetwork(Arc::new(network)))
}

fn epoch_dict<'py>(py: Python<'py>, epoch: &Epoch) -> PyResult<Bound<'py, PyDict>> {
    Ok(dict!(py, {
        "number": epoch.number, "loss": epoch.loss, "validation": epoch.validation_loss, "best": epoch.best,
        "rounding": epoch.rounding, "positions": epoch.positions, "time": epoch.time.as_secs_f64(),
    }))
}
