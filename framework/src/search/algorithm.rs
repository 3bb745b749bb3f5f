//! The interface of all algorithms: the trait [`Search`].

use enum_dispatch::enum_dispatch;

use super::control::Control;
use super::eval::Eval;
use super::report::{Report, SearchResult};
use super::root::{Limits, Root, SearchGame};

/// A search algorithm.
#[enum_dispatch]
pub trait Search<G: SearchGame, E: Eval<G>> {
    /// Searches until a limit is reached or `control` ends the search. Returns a legal move whenever
    /// `root.moves` is not empty, even if it is stopped at once.
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move>;
}
