//! The files that a training writes: the network after the last epoch, the best network so far and the checkpoint.
//!
//! They lie beside each other and their names begin with that of the network, so that a later run finds them.

use std::path::{Path, PathBuf};

use plywright::network::{self, Network};
use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::outputs::{Output, is_stream};

use crate::checkpoint::{Checkpoint, beside};

/// The open files of a training run. The checkpoint is not among them, because each epoch replaces it by a new file.
pub(crate) struct Outputs {
    /// Path of the network after the last epoch.
    path: PathBuf,
    pub(crate) network: Output,
    /// File of the network with the lowest loss on the validation set.
    pub(crate) best: Output,
}

impl Outputs {
    /// Opens the files of the network and of the best network. With `force`, networks without a checkpoint may be
    /// replaced.
    ///
    /// # Errors
    /// Returns an error if `path` is a device or a pipe, if a file cannot be written, or if an existing file is not a
    /// network and not empty. Without `force`, also returns an error if one of them is a network without a checkpoint.
    pub(crate) fn open(path: &Path, force: bool) -> Result<Self, LocatedError> {
        if is_stream(path) {
            let error =
                "it is a device or a pipe, expected a file, because the checkpoint is written beside it";
            return Err(LocatedError::new(path, error));
        }
        let may_replace = force || Checkpoint::path(path).exists();
        let open = |path: &Path| {
            let output = Output::open(path, "a network", |bytes| network::read(bytes).is_ok())?;
            if output.before().is_empty() || may_replace {
                return Ok(output);
            }
            let error =
                "it is a network without its checkpoint; choose another file, or replace it with --force";
            Err(LocatedError::new(path, error))
        };
        Ok(Self { path: path.to_owned(), network: open(path)?, best: open(&beside(path, ".best"))? })
    }

    /// Writes the checkpoint and the network after an epoch. If `loss`, the network's loss on the validation set, is
    /// the lowest so far, also writes the best network, and notes the epoch and the loss in `state`.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(crate) fn write_epoch(
        &mut self,
        state: &mut Checkpoint,
        recipe: &str,
        network: &Network,
        loss: f64,
    ) -> Result<(), LocatedError> {
        let bytes = network::to_bytes(network);
        if loss < state.best_loss {
            (state.best_epoch, state.best_loss) = (state.epochs, loss);
            self.best.write(&bytes)?;
        }
        state.save(recipe, &self.path).naming(&Checkpoint::path(&self.path))?;
        self.network.write(&bytes)
    }
}
