//! Where an interrupted training goes on: weights and moments after a whole epoch, beside the file that is
//! made.
//!
//! A line that says what is trained on what, and how; the number of epochs and the fading of the moments; all
//! numbers as 32-bit floating point with the low byte first; the CRC-32 of all that.

use std::path::{Path, PathBuf};
use std::{fs, io};

use plywright::write_whole;

use crate::adam::Adam;
use crate::float::Floats;

/// The path with an ending more.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The state of a training.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    /// Whole epochs.
    pub(crate) epochs: u32,
    pub(crate) weights: Floats,
    pub(crate) adam: Adam,
}

impl Checkpoint {
    /// The name of the file beside `out`.
    pub(crate) fn path(out: &Path) -> PathBuf {
        beside(out, ".checkpoint")
    }

    fn floats(&self) -> impl Iterator<Item = &f32> {
        let parts = [&self.weights, &self.adam.mean, &self.adam.square];
        self.adam.fading.iter().chain(parts.into_iter().flat_map(Floats::parts).flatten())
    }

    /// Writes the file.
    pub(crate) fn save(&self, plan: &str, out: &Path) -> io::Result<()> {
        let mut bytes = format!("{plan}\n").into_bytes();
        bytes.extend(self.epochs.to_le_bytes());
        bytes.extend(self.floats().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_whole(&Self::path(out), &bytes)
    }

    /// The state that the file holds in place of `self`, if it is whole and belongs to the same plan.
    pub(crate) fn load(mut self, plan: &str, out: &Path) -> Option<Self> {
        let bytes = fs::read(Self::path(out)).ok()?;
        let (content, sum) = bytes.split_last_chunk::<4>()?;
        let content = content.strip_prefix(plan.as_bytes())?.strip_prefix(b"\n")?;
        let (epochs, numbers) = content.split_first_chunk::<4>()?;
        let whole = crc32fast::hash(&bytes[..bytes.len() - 4]) == u32::from_le_bytes(*sum);
        if !whole || numbers.len() != 4 * self.floats().count() {
            return None;
        }
        let mut numbers = numbers.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        self.adam.fading.fill_with(|| numbers.next().unwrap_or_default());
        for floats in [&mut self.weights, &mut self.adam.mean, &mut self.adam.square] {
            for part in floats.parts_mut() {
                part.fill_with(|| numbers.next().unwrap_or_default());
            }
        }
        self.epochs = u32::from_le_bytes(*epochs);
        Some(self)
    }
}
