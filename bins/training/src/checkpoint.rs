//! The state of a training after a whole epoch, in a file beside the network, from which a later run goes on.
//!
//! The file holds a line with the plan of the training, the number of epochs, the best epoch with its loss,
//! the decay of the moments, all numbers as 32-bit floats, and the CRC-32 of everything before it. Numbers are
//! little-endian. Version 1 of the plan has no best epoch.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use plywright::write_whole;
use thiserror::Error;

use crate::adam::Adam;
use crate::float::Floats;

/// Appends an ending to the name of a file.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// What decides the weights, apart from the number of epochs, which may grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Feature set, sizes and seed, up to the number of epochs in version 1.
    pub(crate) shape: String,
    /// The other settings.
    pub(crate) settings: String,
    /// Counts of games and positions.
    pub(crate) counts: String,
    /// Checksums of all positions with their targets.
    pub(crate) content: String,
}

impl Plan {
    fn text(&self) -> String {
        let Self { shape, settings, counts, content } = self;
        format!("plywright-training 2 {shape} {settings} {counts} content {content}")
    }

    /// The plan as version 1 wrote it.
    fn text_of_version_1(&self, epochs: u32) -> String {
        let Self { shape, settings, counts, .. } = self;
        format!("plywright-training 1 {shape} epochs {epochs} {settings} {counts}")
    }
}

/// Why a training cannot go on from the file.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("'{}' cannot be read: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is not a checkpoint, or not a whole one.
    #[error("'{}' is damaged or not a checkpoint; --force begins a new training", .0.display())]
    Damaged(PathBuf),
    /// The file belongs to another training.
    #[error(
        "'{}' belongs to another training; only epochs can be added, --force begins a new one\n\
         found    {found}\nexpected {expected}",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The plan in the file.
        found: String,
        /// The plan of this training.
        expected: String,
    },
}

/// The state of a training.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    /// Whole epochs.
    pub(crate) epochs: u32,
    /// The epoch with the least loss on the validation set, from 1; 0 before the first epoch.
    pub(crate) best_epoch: u32,
    /// The loss of that epoch.
    pub(crate) best_loss: f64,
    pub(crate) weights: Floats,
    pub(crate) adam: Adam,
}

impl Checkpoint {
    /// The state before the first epoch.
    pub(crate) fn start(weights: Floats, zeros: &Floats) -> Self {
        Self { epochs: 0, best_epoch: 0, best_loss: f64::INFINITY, weights, adam: Adam::new(zeros) }
    }

    /// The name of the file beside `out`.
    pub(crate) fn path(out: &Path) -> PathBuf {
        beside(out, ".checkpoint")
    }

    fn floats(&self) -> impl Iterator<Item = &f32> {
        let parts = [&self.weights, &self.adam.mean, &self.adam.square];
        self.adam.fading.iter().chain(parts.into_iter().flat_map(Floats::parts).flatten())
    }

    /// Writes the file.
    pub(crate) fn save(&self, plan: &Plan, out: &Path) -> io::Result<()> {
        let mut bytes = format!("{}\n", plan.text()).into_bytes();
        bytes.extend(self.epochs.to_le_bytes());
        bytes.extend(self.best_epoch.to_le_bytes());
        bytes.extend(self.best_loss.to_le_bytes());
        bytes.extend(self.floats().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_whole(&Self::path(out), &bytes)
    }

    /// The state in the file, which has the shape of `self`; `self` where there is no file.
    ///
    /// # Errors
    /// When the file is damaged or belongs to another plan.
    pub(crate) fn load(self, plan: &Plan, out: &Path) -> Result<Self, CheckpointError> {
        let path = Self::path(out);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(CheckpointError::Read { path, error }),
        };
        let Some((found, numbers)) = content(&bytes) else { return Err(CheckpointError::Damaged(path)) };
        let expected = plan.text();
        let is_version_1 = epochs_of(found).is_some_and(|epochs| plan.text_of_version_1(epochs) == found);
        if found != expected && !is_version_1 {
            return Err(CheckpointError::Other { path, found: found.to_owned(), expected });
        }
        self.read(numbers, is_version_1).ok_or(CheckpointError::Damaged(path))
    }

    fn read(mut self, bytes: &[u8], is_version_1: bool) -> Option<Self> {
        let (epochs, mut bytes) = bytes.split_first_chunk()?;
        self.epochs = u32::from_le_bytes(*epochs);
        if !is_version_1 {
            let (epoch, rest) = bytes.split_first_chunk()?;
            let (loss, rest) = rest.split_first_chunk()?;
            (self.best_epoch, self.best_loss) = (u32::from_le_bytes(*epoch), f64::from_le_bytes(*loss));
            bytes = rest;
        }
        if bytes.len() != 4 * self.floats().count() {
            return None;
        }
        let mut numbers = bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let parts = [&mut self.weights, &mut self.adam.mean, &mut self.adam.square];
        let parts = parts.into_iter().flat_map(Floats::parts_mut).map(Vec::as_mut_slice);
        for part in iter::once(&mut self.adam.fading[..]).chain(parts) {
            part.fill_with(|| numbers.next().unwrap_or_default());
        }
        Some(self)
    }
}

/// The plan and the numbers of a whole file.
fn content(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (content, sum) = bytes.split_last_chunk()?;
    let end = content.iter().position(|byte| *byte == b'\n')?;
    let plan = str::from_utf8(&content[..end]).ok()?;
    (crc32fast::hash(content) == u32::from_le_bytes(*sum)).then_some((plan, &content[end + 1..]))
}

/// The number of epochs in a plan of version 1.
fn epochs_of(plan: &str) -> Option<u32> {
    plan.split_whitespace().skip_while(|word| *word != "epochs").nth(1)?.parse().ok()
}
