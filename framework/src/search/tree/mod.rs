//! Alpha-beta, PVS and MTD(f) over one node function.
//!
//! They differ in the windows used at the root and share everything below it: table, ordering, reductions and
//! quiescence. Without selectivity the value is plain minimax's to the same depth.
//!
//! Techniques that gained nothing in matches were removed; `docs/measurements.md` lists them with their
//! scores.

mod currently_searched;
mod deepening;
mod endgame;
mod frontier;
mod knowledge;
mod node;
mod node_info;
mod ordering;
mod quiescence;
mod reductions;
mod root;
mod selectivity;
mod solver_share;
mod win_search;
mod worker;

use std::sync::atomic::Ordering;

use super::algorithm::Search;
use super::control::Control;
use super::report::{Report, SearchResult};
use super::resources::{Resources, STACK};
use super::root::{Limits, Root, SearchGame};
use crate::search::eval::Eval;
use worker::{Driver, Shared, Worker};

/// Alpha-beta, PVS or MTD(f) search.
pub struct TreeSearch<G: SearchGame, E> {
    game: G,
    eval: E,
    driver: Driver,
    resources: Resources<G>,
}

impl<G: SearchGame, E: Eval<G>> TreeSearch<G, E> {
    /// Creates an alpha-beta search: every move is searched with the window left by the moves before it.
    pub fn alpha_beta(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::AlphaBeta, resources }
    }

    /// Creates a principal variation search: the first move is searched with an open window, later ones with
    /// a null window, and again with an open one if they exceed alpha.
    pub fn pvs(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::Pvs, resources }
    }

    /// Creates an MTD(f) search: null-window searches that converge to the value, beginning with the previous
    /// one.
    pub fn mtd_f(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::MtdF, resources }
    }
}

impl<G: SearchGame, E: Eval<G>> Search<G, E> for TreeSearch<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let shared = Shared::default();
        let worker = || {
            Worker::new(
                &self.game,
                self.eval.clone(),
                &self.resources,
                self.driver,
                root,
                limits,
                control,
                &shared,
            )
        };
        std::thread::scope(|scope| {
            for _ in 1..self.resources.threads {
                let mut helper = worker();
                // If the system provides no thread, the search continues with fewer threads.
                let thread = std::thread::Builder::new().stack_size(STACK);
                let _ = thread.spawn_scoped(scope, move || helper.deepen(&mut ()));
            }
            let mut first = worker();
            first.wins = first.win_search();
            first.leaves_wins = first.wins.is_some();
            let found = first.deepen(report);
            shared.finished.store(true, Ordering::Relaxed);
            found
        })
    }
}
