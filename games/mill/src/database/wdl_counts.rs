//! Counts of won, drawn and lost positions in a subspace.

use std::cmp::Ordering;
use std::io;
use std::path::Path;

use plywright::Score;

use super::entry::{self, Entry, Scale};
use super::error::DatabaseError;
use super::page_cache;
use super::subspace::Subspace;

/// Numbers of won, drawn and lost positions of a subspace, for the side to move. Symmetric positions count
/// once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct WdlCounts {
    /// Number of won positions.
    pub wins: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// Number of lost positions.
    pub losses: u64,
    /// Length of the longest win in plies.
    pub longest_win: u32,
    /// Length of the longest loss in plies.
    pub longest_loss: u32,
}

/// Error of reading through a file.
pub(super) enum ScanError {
    Read(io::Error),
    Meaningless(u64),
}

impl ScanError {
    pub(super) fn at(self, path: &Path) -> DatabaseError {
        match self {
            Self::Read(error) => DatabaseError::file(path, &error),
            Self::Meaningless(index) => {
                DatabaseError::content(path, format!("invalid bytes in entry {index}"), "a value or an image")
            }
        }
    }
}

impl WdlCounts {
    pub(super) fn of(subspace: &Subspace, scale: Scale, value: i32) -> Result<Self, ScanError> {
        let mut counts = Self::default();
        let mut bytes = Vec::new();
        for page in 0..subspace.numbering.len().div_ceil(page_cache::ENTRIES) {
            subspace.read_page(page, &mut bytes).map_err(ScanError::Read)?;
            for (index, bytes) in (page * page_cache::ENTRIES..).zip(bytes.chunks_exact(entry::LENGTH)) {
                let known = bytes.try_into().ok().and_then(Entry::decode);
                let score = match known {
                    Some(Entry::Image(_)) => continue,
                    Some(known) => scale.score(known, value),
                    None => None,
                };
                counts.add(score.ok_or(ScanError::Meaningless(index))?);
            }
        }
        Ok(counts)
    }

    fn add(&mut self, score: Score) {
        let plies = score.plies_to_end().unwrap_or(0);
        match score.cmp(&Score::DRAW) {
            Ordering::Greater => {
                self.wins += 1;
                self.longest_win = self.longest_win.max(plies);
            }
            Ordering::Equal => self.draws += 1,
            Ordering::Less => {
                self.losses += 1;
                self.longest_loss = self.longest_loss.max(plies);
            }
        }
    }
}
