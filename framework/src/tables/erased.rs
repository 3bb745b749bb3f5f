//! A game's tables without the game's types, for programs that choose games by name.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::TablesError;
use super::folder::{self, Tables};
use super::numbering::{self, NumberingFault};
use super::progress::{Solution, SolveOptions, SolveProgress};
use super::sliced::Sliced;
use crate::game::Game;
use crate::oracle::Oracle;
use crate::search::Rng;

/// Takes what a run has to say about how far it has come.
pub type Listener<'a> = &'a (dyn Fn(&SolveProgress) + Sync);

/// Solving a game of some kind.
pub trait DynTables: Send + Sync {
    /// See [`folder::solve`].
    ///
    /// # Errors
    /// As there.
    fn solve(
        &self,
        options: &SolveOptions,
        stop: &AtomicBool,
        report: Listener<'_>,
    ) -> Result<Solution, TablesError>;

    /// See [`folder::verify`].
    ///
    /// # Errors
    /// As there.
    fn verify(
        &self,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
        report: Listener<'_>,
    ) -> Result<Solution, TablesError>;

    /// What the tables in a folder hold.
    ///
    /// # Errors
    /// When there are none, or one cannot be used.
    fn info(&self, folder: &Path) -> Result<Solution, TablesError>;
}

/// The same, where the game's type is known.
pub trait GameTables<G: Game>: DynTables {
    /// Opens the tables in a folder for probing.
    ///
    /// # Errors
    /// As [`Tables::open`].
    fn open(&self, folder: &Path) -> Result<Arc<dyn Oracle<G>>, TablesError>;

    /// Checks the numbers of these positions, and of others drawn at random: `locate` and `position` are
    /// inverses, and turns lead from numbered positions to numbered ones. Returns how many positions had a
    /// number.
    ///
    /// # Errors
    /// The first number that is wrong.
    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault>;
}

impl<G: Sliced> GameTables<G> for G {
    fn open(&self, folder: &Path) -> Result<Arc<dyn Oracle<G>>, TablesError> {
        Ok(Arc::new(Tables::open(self.clone(), folder)?))
    }

    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault> {
        numbering::check(self, positions, rng)
    }
}

impl<G: Sliced> DynTables for G {
    fn solve(
        &self,
        options: &SolveOptions,
        stop: &AtomicBool,
        report: Listener<'_>,
    ) -> Result<Solution, TablesError> {
        folder::solve(self, options, stop, report)
    }

    fn verify(
        &self,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
        report: Listener<'_>,
    ) -> Result<Solution, TablesError> {
        folder::verify(self, folder, threads, stop, report)
    }

    fn info(&self, folder: &Path) -> Result<Solution, TablesError> {
        Tables::open(self.clone(), folder)?.solution()
    }
}
