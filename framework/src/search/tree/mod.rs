//! Tree search with a window: alpha-beta, PVS and MTD(f) over one node function.
//!
//! The three differ in the windows with which the root asks; everything below (table, ordering, reductions,
//! quiescence) is theirs together. With selectivity off the value is plain minimax's to the same depth.
//!
//! Techniques that gained nothing in matches were removed; `docs/measurements.md` lists them with their scores.

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

/// A search by alpha-beta, PVS or MTD(f).
pub struct TreeSearch<G: SearchGame, E> {
    game: G,
    eval: E,
    driver: Driver,
    resources: Resources<G>,
}

impl<G: SearchGame, E: Eval<G>> TreeSearch<G, E> {
    /// Alpha-beta: every move is searched with the window that its elder siblings left open.
    pub fn alpha_beta(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::AlphaBeta, resources }
    }

    /// Principal variation search: only the first move is searched with an open window, the others must prove
    /// that they deserve one.
    pub fn pvs(game: G, eval: E, resources: Resources<G>) -> Self {
        Self { game, eval, driver: Driver::Pvs, resources }
    }

    /// MTD(f): a sequence of null-window searches that converges to the value, starting from the last one.
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
                // A thread that the system does not give is missed, and nothing else.
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
