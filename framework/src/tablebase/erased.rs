//! Tablebases behind traits that hide the game's type, for programs that choose games by name.
//!
//! [`DynTablebase`] has the operations that need only paths and numbers. [`GameTablebase`] adds the operations with the
//! game's positions. Every game that implements [`Sliced`] gets both.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::TablebaseError;
use super::numbering::{self, NumberingFault};
use super::pack;
use super::progress::{Contents, SolveControl, SolveOptions, SolveResult};
use super::sliced::Sliced;
use super::solving;
use super::source::{Source, Stored};
use super::tables::Tables;
use super::verifying;
use crate::rules::Game;
use crate::search::{Oracle, Rng};

/// Operations on the tables of a game that need none of its types: solving, packing, verifying and counting.
pub trait DynTablebase: Send + Sync {
    /// Solves the game; see [`solve`](super::solve).
    ///
    /// # Errors
    /// Returns the errors of [`solve`](super::solve).
    fn solve(&self, options: &SolveOptions, control: SolveControl<'_>) -> SolveResult;

    /// Verifies the tables in `folder`. With `against`, compares them with the full tables in that folder; see
    /// [`compare`](super::compare). Without it, `folder` must have full tables, and their values are derived again by
    /// the rules; see [`verify`](super::verify).
    ///
    /// # Errors
    /// Returns the errors of [`verify`](super::verify), or those of [`Tables::open`] and [`compare`](super::compare).
    fn verify(&self, folder: &Path, against: Option<&Path>, control: SolveControl<'_>) -> SolveResult;

    /// Packs the full tables in `full` into compact tables in `out`; see [`pack`](super::pack).
    ///
    /// # Errors
    /// Returns the errors of [`pack`](super::pack).
    fn pack(&self, full: &Path, out: &Path, contents: Contents, control: SolveControl<'_>) -> SolveResult;

    /// Returns the counts of each slice with a table in `folder`, full or compact, and the value of the start position;
    /// see [`Solution`](super::Solution). Reads the files of these tables completely and checks the checksums. Of
    /// several files with the values of a slice, reads only the one that lookups use. Reports no progress.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder has no tables, one of them is damaged or cannot be used, or `stop` was set.
    fn info(&self, folder: &Path, stop: &AtomicBool) -> SolveResult;
}

/// A [`DynTablebase`] with the operations that need the game's types.
pub trait GameTablebase<G: Game>: DynTablebase {
    /// Opens the tables of `source`, and returns them as exact values for a search.
    ///
    /// # Errors
    /// Returns the errors of [`Tables::open`].
    fn open(&self, source: Box<dyn Source>) -> Result<Arc<dyn Oracle<G>>, TablebaseError>;

    /// Checks that the game numbers its positions as [`Sliced`] requires, at the given positions and at indices drawn
    /// with `rng`. Returns the number of positions checked.
    ///
    /// # Errors
    ///
    /// Returns the first fault.
    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault>;
}

impl<G: Sliced> GameTablebase<G> for G {
    fn open(&self, source: Box<dyn Source>) -> Result<Arc<dyn Oracle<G>>, TablebaseError> {
        Ok(Arc::new(Tables::open(self.clone(), source)?))
    }

    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault> {
        numbering::check(self, positions, rng)
    }
}

impl<G: Sliced> DynTablebase for G {
    fn solve(&self, options: &SolveOptions, control: SolveControl<'_>) -> SolveResult {
        solving::solve(self, options, control)
    }

    fn verify(&self, folder: &Path, against: Option<&Path>, control: SolveControl<'_>) -> SolveResult {
        let Some(full) = against else { return verifying::verify(self, folder, control) };
        let [tables, full] = [folder, full].map(|folder| Tables::open(self.clone(), Stored::folder(folder)));
        pack::compare(&tables?, &full?, control)
    }

    fn pack(&self, full: &Path, out: &Path, contents: Contents, control: SolveControl<'_>) -> SolveResult {
        pack::pack(self, full, out, contents, control)
    }

    fn info(&self, folder: &Path, stop: &AtomicBool) -> SolveResult {
        let tables = Tables::open(self.clone(), Stored::folder(folder))?;
        tables.check_values(stop)?;
        tables.solution()
    }
}
