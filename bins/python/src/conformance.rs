//! The framework's test kit, for games that are written in Python. Their rules are slow, so the kit plays and searches
//! less than for a game in Rust.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywright::Playable;
use plywright::testkit::{Check, Conformance};
use pyo3::exceptions::PyAssertionError;
use pyo3::prelude::*;

use crate::errors::OptionError;
use crate::game::PyGame;
use crate::guard::take_exception;
use crate::wait;
use crate::written::Written;

/// Checks a game that is written in Python, with `games` random games. Returns the test kit's report.
///
/// # Errors
///
/// Returns the exception of a rule or of a signal handler, an `AssertionError` with the first fault, or an
/// `OptionError` if the game is not written in Python.
#[pyfunction]
pub fn _conformance(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    perft_table: String,
    games: usize,
) -> PyResult<String> {
    let game = game.get();
    let written = if game.is_written() { Written::variant(&game.about().facts.variant) } else { None };
    let Some(written) = written else {
        return Err(OptionError::new_err(
            "the game is not written in Python; the tests of the package check it",
        ));
    };
    let stop = Arc::new(AtomicBool::new(false));
    let written = written.until(Arc::clone(&stop));
    // Texts, searches and nodes are small fractions of the kit's defaults, because rules in Python are slow.
    let texts = if written.has("parse") { 200 } else { 0 };
    let checks = Conformance {
        perft_table: &perft_table,
        games,
        texts,
        searches: 4,
        search_nodes: 2_000,
        ..Conformance::new(&written)
    };
    let run = || match checks.run() {
        // The last check, that a search stops in time, fails if the rules are too slow. The kit then runs again without
        // searches.
        Err(failure) if failure.check == Check::Stop => Conformance { searches: 0, ..checks.clone() }.run(),
        result => result,
    };
    match wait::polling(py, &stop, run, |_| Ok(()))? {
        Ok(report) => Ok(report.to_string()),
        Err(failure) => {
            let text = failure.to_string();
            Err(take_exception(&text).unwrap_or_else(|| PyAssertionError::new_err(text)))
        }
    }
}
