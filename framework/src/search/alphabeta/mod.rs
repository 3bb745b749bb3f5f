//! Alpha-beta, PVS and MTD(f) over one node function. The three drivers differ only in their search windows.
//!
//! `root` deepens iteratively, with the windows of `windows`. `node` searches a node, with the techniques of the other
//! files. A `worker` is one thread. All threads search the same root and share results by the transposition table.
//!
//! Techniques that gained nothing in matches were removed; `docs/measurements.md` lists them with their
//! scores.

mod abdada;
mod endgame;
mod history;
mod horizon;
mod known;
mod late_moves;
mod mate_search;
mod node;
mod pruning;
mod root;
mod staged_moves;
mod table_line;
mod visit;
mod windows;
mod worker;

use self::root::deepen;
use super::algorithm::{Limits, Resources, Root, Search, SearchGame, Task};
use super::control::Control;
use super::report::{Report, SearchResult};
use super::threads::{EndHelpers, Helpers};
use crate::search::eval::Eval;
pub use worker::Driver;
use worker::{SearchData, Worker};

/// Alpha-beta, PVS or MTD(f) search.
pub struct AlphaBetaSearch<G: SearchGame, E> {
    game: G,
    eval: E,
    driver: Driver,
    resources: Resources<G>,
}

impl<G: SearchGame, E: Eval<G>> AlphaBetaSearch<G, E> {
    /// Creates a search with this driver. Its parameters are those of `resources`, or `eval`'s own if there are none.
    pub const fn new(game: G, eval: E, driver: Driver, resources: Resources<G>) -> Self {
        Self { game, eval, driver, resources }
    }
}

impl<G: SearchGame, E: Eval<G>> Search<G, E> for AlphaBetaSearch<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let threads = &self.resources.kept.threads;
        let mut helpers: Helpers = threads.take().unwrap_or_default();
        let mut data: SearchData = threads.take().unwrap_or_default();
        data.clear(self.resources.threads);
        let SearchData { shared, of_first, of_helpers } = &mut data;
        let shared = &*shared;
        let task = Task { game: &self.game, resources: &self.resources, root, limits, control };
        let worker = |data| Worker::new(&task, self.eval.clone(), self.driver, shared, data);
        let mut first = worker(of_first);
        let jobs = of_helpers.iter_mut().map(|data| {
            let mut helper = worker(data);
            // A helper's result is not used. Its entries in the transposition table help the first thread.
            move || drop(deepen(&mut helper, &mut ()))
        });
        let found = helpers.run(jobs, || {
            let _end = EndHelpers(&shared.finished);
            first.use_mate_solver();
            deepen(&mut first, report)
        });
        threads.keep(helpers);
        threads.keep(data);
        found
    }
}
