//! Checkpoints: files with the state of a training run after a complete epoch. A checkpoint has the name of
//! its network with `.checkpoint` appended. An interrupted run resumes from it.
//!
//! # File
//!
//! 1. the recipe of the training: a line of text with everything that determines the weights, except the number of
//!    epochs;
//! 2. the number of complete epochs and the number of the best epoch, 32 bits each;
//! 3. the loss of the best epoch, a 64-bit float;
//! 4. 32-bit floats: the powers of Adam's two decay rates, all weights, the running means of their gradients,
//!    and the running means of the squared gradients;
//! 5. the CRC-32 of everything before it.
//!
//! Numbers are little-endian.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use plywright::write_atomically;
use plywright_matches::files::LocatedError;

use crate::adam::Adam;
use crate::model::Floats;

/// Returns `path` with `ending` appended to the file name, after its extension.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// State of a training run between two epochs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    pub(crate) epochs: u32,
    /// Number of the epoch with the lowest loss on the validation set, from 1; 0 if there is none.
    pub(crate) best_epoch: u32,
    /// Loss of the best epoch on the validation set; infinity if there is none, or if the file of its network is
    /// missing or empty.
    pub(crate) best_loss: f64,
    pub(crate) weights: Floats,
    pub(crate) adam: Adam,
}

impl Checkpoint {
    pub(crate) fn start(weights: Floats, zeros: &Floats) -> Self {
        Self { epochs: 0, best_epoch: 0, best_loss: f64::INFINITY, weights, adam: Adam::new(zeros) }
    }

    pub(crate) fn path(out: &Path) -> PathBuf {
        beside(out, ".checkpoint")
    }

    /// Returns all 32-bit floats of the checkpoint, in the order of the file.
    fn floats(&self) -> impl Iterator<Item = &f32> {
        let parts = [&self.weights, &self.adam.mean, &self.adam.square];
        self.adam.fading.iter().chain(parts.into_iter().flat_map(Floats::parts).flatten())
    }

    pub(crate) fn save(&self, recipe: &str, out: &Path) -> io::Result<()> {
        let mut bytes = format!("{recipe}\n").into_bytes();
        bytes.extend(self.epochs.to_le_bytes());
        bytes.extend(self.best_epoch.to_le_bytes());
        bytes.extend(self.best_loss.to_le_bytes());
        bytes.extend(self.floats().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_atomically(&Self::path(out), &bytes)
    }

    /// Returns the state in the checkpoint of the network at `out`. Without a checkpoint, returns `self`, the state of
    /// a new training. A damaged file, a different recipe or a different number of weights is an error.
    pub(crate) fn load(self, recipe: &str, out: &Path) -> Result<Self, LocatedError> {
        let path = Self::path(out);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(LocatedError::new(&path, error)),
        };
        let damaged =
            || LocatedError::new(&path, "it is damaged or not a checkpoint; --force starts a new training");
        let (found, numbers) = content(&bytes).ok_or_else(damaged)?;
        if found != recipe {
            let error = format!(
                "it belongs to another training; only epochs can be added, --force begins a new one\n\
                 found    {found}\nexpected {recipe}"
            );
            return Err(LocatedError::new(&path, error));
        }
        self.read(numbers).ok_or_else(damaged)
    }

    /// Replaces the numbers of `self` by those in `bytes`, the bytes of a file between the recipe and the checksum.
    /// Returns `None` if there are not as many numbers in `bytes` as in `self`.
    fn read(mut self, bytes: &[u8]) -> Option<Self> {
        let (epochs, bytes) = bytes.split_first_chunk()?;
        let (best_epoch, bytes) = bytes.split_first_chunk()?;
        let (best_loss, bytes) = bytes.split_first_chunk()?;
        self.epochs = u32::from_le_bytes(*epochs);
        self.best_epoch = u32::from_le_bytes(*best_epoch);
        self.best_loss = f64::from_le_bytes(*best_loss);
        if bytes.len() != 4 * self.floats().count() {
            return None;
        }
        let (chunks, _) = bytes.as_chunks();
        let mut numbers = chunks.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let parts = [&mut self.weights, &mut self.adam.mean, &mut self.adam.square];
        let parts = parts.into_iter().flat_map(Floats::parts_mut).map(Vec::as_mut_slice);
        for part in iter::once(&mut self.adam.fading[..]).chain(parts) {
            part.fill_with(|| numbers.next().unwrap_or_default());
        }
        Some(self)
    }
}

/// Returns the recipe of a file, and the bytes between the recipe and the checksum; `None` if the file is damaged.
fn content(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (content, sum) = bytes.split_last_chunk()?;
    let end = content.iter().position(|byte| *byte == b'\n')?;
    let recipe = str::from_utf8(&content[..end]).ok()?;
    (crc32fast::hash(content) == u32::from_le_bytes(*sum)).then_some((recipe, &content[end + 1..]))
}
