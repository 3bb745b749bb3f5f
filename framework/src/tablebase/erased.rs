//! Tablebases without their game's types, for programs that choose games by name.

use std::path::Path;
use std::sync::Arc;

use super::compact::{self, CompactTables, Contents, Source, Stored};
use super::error::TablebaseError;
use super::folder::{Tablebase, Tables};
use super::numbering::{self, NumberingFault};
use super::progress::{Solution, SolveControl, SolveOptions};
use super::sliced::Sliced;
use super::solving;
use crate::rules::Game;
use crate::search::{Oracle, Rng};

/// Solver and table reader of a game, without the game's types.
pub trait DynTablebase: Send + Sync {
    /// Solves the game; see [`solve`](super::solve).
    ///
    /// # Errors
    /// As [`solve`](super::solve).
    fn solve(&self, options: &SolveOptions, control: SolveControl<'_>) -> Result<Solution, TablebaseError>;

    /// Verifies the tables in `folder`; see [`verify`](super::verify).
    ///
    /// # Errors
    /// As [`verify`](super::verify).
    fn verify(
        &self,
        folder: &Path,
        threads: usize,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError>;

    /// Packs the full tables in `full` into compact tables in `out`; see [`compact::pack`].
    ///
    /// # Errors
    /// As [`compact::pack`], and if the game is decided by points.
    fn pack(
        &self,
        full: &Path,
        out: &Path,
        contents: Contents,
        threads: usize,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError>;

    /// Compares the compact tables in `folder` with the full tables in `full`; see [`compact::compare`].
    ///
    /// # Errors
    /// As [`compact::compare`].
    fn compare(
        &self,
        folder: &Path,
        full: &Path,
        threads: usize,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError>;

    /// Returns the counts of each slice in a folder, full or compact, and the value of the start position;
    /// see [`Solution`]. Reads the whole files and checks their checksums.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder has no tables, or one of them is damaged or cannot be used.
    fn info(&self, folder: &Path) -> Result<Solution, TablebaseError>;
}

/// A [`DynTablebase`] with the operations that need the game's types.
pub trait GameTablebase<G: Game>: DynTablebase {
    /// Opens the tables in a folder, full or compact, for probing.
    ///
    /// # Errors
    /// As [`Tables::open`].
    fn open(&self, folder: &Path) -> Result<Arc<dyn Oracle<G>>, TablebaseError>;

    /// Opens compact tables from a source for probing.
    ///
    /// # Errors
    /// As [`CompactTables::open`].
    fn open_source(&self, source: Box<dyn Source>) -> Result<Arc<dyn Oracle<G>>, TablebaseError>;

    /// Checks the numbering of positions, at random indices and at the given positions. Returns the number of
    /// positions checked.
    ///
    /// # Errors
    ///
    /// Returns the first fault.
    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault>;
}

impl<G: Sliced> GameTablebase<G> for G {
    fn open(&self, folder: &Path) -> Result<Arc<dyn Oracle<G>>, TablebaseError> {
        Ok(Arc::new(Tables::open(self.clone(), folder)?))
    }

    fn open_source(&self, source: Box<dyn Source>) -> Result<Arc<dyn Oracle<G>>, TablebaseError> {
        Ok(Arc::new(CompactTables::open(self.clone(), source)?))
    }

    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault> {
        numbering::check(self, positions, rng)
    }
}

impl<G: Sliced> DynTablebase for G {
    fn solve(&self, options: &SolveOptions, control: SolveControl<'_>) -> Result<Solution, TablebaseError> {
        solving::solve(self, options, control)
    }

    fn verify(
        &self,
        folder: &Path,
        threads: usize,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError> {
        solving::verify(self, folder, threads, control)
    }

    fn pack(
        &self,
        full: &Path,
        out: &Path,
        contents: Contents,
        threads: usize,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError> {
        if self.margin_unit().is_some() {
            return Err(TablebaseError::Format { format: "compact".to_owned() });
        }
        compact::pack(self, full, out, contents, threads, control)
    }

    fn compare(
        &self,
        folder: &Path,
        full: &Path,
        threads: usize,
        control: SolveControl<'_>,
    ) -> Result<Solution, TablebaseError> {
        let tables = CompactTables::open(self.clone(), Box::new(Stored::Folder(folder.to_owned())))?;
        compact::compare(&tables, &Tablebase::open(self.clone(), full)?, threads, control)
    }

    fn info(&self, folder: &Path) -> Result<Solution, TablebaseError> {
        let tables = Tables::open(self.clone(), folder)?;
        tables.check_values()?;
        tables.solution()
    }
}
