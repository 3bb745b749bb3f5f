//! Statistics of a subspace.

use std::cmp::Ordering;
use std::io;
use std::path::Path;

use plywright::Score;

use super::DatabaseError;
use super::entry::{self, Entry, Scale};
use super::pages;
use super::subspace::Subspace;

/// How many positions of a subspace the side to move wins, draws and loses, symmetric ones counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Positions that it wins.
    pub wins: u64,
    /// Positions that are drawn.
    pub draws: u64,
    /// Positions that it loses.
    pub losses: u64,
    /// Plies of the longest win.
    pub longest_win: u32,
    /// Plies of the longest loss.
    pub longest_loss: u32,
}

/// What is wrong with a file while it is gone through.
pub(super) enum Trouble {
    Read(io::Error),
    Senseless(u64),
}

impl Trouble {
    pub(super) fn of(self, path: &Path) -> DatabaseError {
        match self {
            Self::Read(error) => DatabaseError::file(path, &error),
            Self::Senseless(index) => {
                DatabaseError::content(path, format!("no sense in entry {index}"), "a value or an image")
            }
        }
    }
}

impl Tally {
    pub(super) fn of(subspace: &Subspace, scale: Scale, value: i32) -> Result<Self, Trouble> {
        let mut tally = Self::default();
        let mut bytes = Vec::new();
        for page in 0..subspace.numbering.len().div_ceil(pages::ENTRIES) {
            subspace.read_page(page, &mut bytes).map_err(Trouble::Read)?;
            for (index, bytes) in (page * pages::ENTRIES..).zip(bytes.chunks_exact(entry::LENGTH)) {
                let known = bytes.try_into().ok().and_then(Entry::decode);
                let score = match known {
                    Some(Entry::Image(_)) => continue,
                    Some(known) => scale.score(known, value),
                    None => None,
                };
                tally.add(score.ok_or(Trouble::Senseless(index))?);
            }
        }
        Ok(tally)
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
