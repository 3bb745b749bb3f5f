//! A game's tables without the game's types, for programs that choose games by name.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::TablebaseError;
use super::folder::{self, Tablebase};
use super::numbering::{self, NumberingFault};
use super::progress::{Solution, SolveOptions, SolveProgress};
use super::sliced::Sliced;
use crate::rules::Game;
use crate::search::{Oracle, Rng};

/// Takes what a run has to say about how far it has come.
pub type Listener<'a> = &'a (dyn Fn(&SolveProgress) + Sync);

/// Solving a game of some kind.
pub trait DynTablebase: Send + Sync {
    /// See [`folder::solve`].
    ///
    /// # Errors
    /// As there.
    fn solve(
        &self,
        options: &SolveOptions,
        stop: &AtomicBool,
        report: Listener<'_>,
    ) -> Result<Solution, TablebaseError>;

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
    ) -> Result<Solution, TablebaseError>;

    /// What the tables in a folder hold.
    ///
    /// # Errors
    /// When there are none, or one cannot be used.
    fn info(&self, folder: &Path) -> Result<Solution, TablebaseError>;
}

/// The same, where the game's type is known.
pub trait GameTablebase<G: Game>: DynTablebase {
    /// Opens the tables in a folder for probing.
    ///
    /// # Errors
    /// As [`Tablebase::open`].
    fn open(&self, folder: &Path) -> Result<Arc<dyn Oracle<G>>, TablebaseError>;

    /// Checks the numbers of these positions, and of others drawn at random: `locate` and `position` are
    /// inverses, and turns lead from numbered positions to numbered ones. Returns how many positions had a
    /// number.
    ///
    /// # Errors
    /// The first number that is wrong.
    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault>;
}

impl<G: Sliced> GameTablebase<G> for G {
    fn open(&self, folder: &Path) -> Result<Arc<dyn Oracle<G>>, TablebaseError> {
        Ok(Arc::new(Tablebase::open(self.clone(), folder)?))
    }

    fn check_numbering(&self, positions: &[G::State], rng: &mut Rng) -> Result<usize, NumberingFault> {
        numbering::check(self, positions, rng)
    }
}

impl<G: Sliced> DynTablebase for G {
    fn solve(
        &self,
        options: &SolveOptions,
        stop: &AtomicBool,
        report: Listener<'_>,
    ) -> Result<Solution, TablebaseError> {
        folder::solve(self, options, stop, report)
    }

    fn verify(
        &self,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
        report: Listener<'_>,
    ) -> Result<Solution, TablebaseError> {
        folder::verify(self, folder, threads, stop, report)
    }

    fn info(&self, folder: &Path) -> Result<Solution, TablebaseError> {
        Tablebase::open(self.clone(), folder)?.solution()
    }
}
