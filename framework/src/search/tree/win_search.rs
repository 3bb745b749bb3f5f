//! The mate solver beside the main search. It receives a share of the main search's nodes. The share is
//! larger when the search expects a win or has found one that may not be the shortest.
//!
//! Main search and solver alternate, and the solver's share grows with the main search under every kind of
//! limit. So a search that is stopped at some moment has done the same work as a search with that limit.

use std::sync::atomic::Ordering;

use super::root::RootMove;
use super::solver_share::SolverShare;
use super::worker::Worker;
use crate::rules::{Depth, Score};
use crate::search::eval::Eval;
use crate::search::report::{Bound, Line, Report};
use crate::search::root::SearchGame;
use crate::search::win_solver::{Win, WinSolver};

/// Maximum length of a win in plies.
const MAX_PLIES: u8 = 31;
/// Multiple of `win_scale` from which the search expects a win.
const WINNING: i32 = 2;
/// Minimum depth of the iterations on which this expectation is based.
const NEAR_DEPTH: u16 = 4;
/// Solver nodes for each hundred of the main search: first while a win is expected, then when a win is known
/// and only its length is open.
const NEAR_SHARE: u64 = 100;
const KNOWN_SHARE: u64 = 400;

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    /// Creates the state of the mate solver; `None` unless one line is wanted and no depth is given.
    pub(super) fn win_search(&self) -> Option<SolverShare<'a, G, E>> {
        let is_allowed = self.multi_pv == 1 && self.limits.depth.is_none() && !self.superko;
        (self.params.win_search > 0 && is_allowed).then(|| SolverShare {
            solver: WinSolver::new(self.game, self.eval.clone(), self.root, self.table, self.control),
            share: 0,
            most: MAX_PLIES,
            found: None,
        })
    }

    /// Runs the solver if its share is large enough. A win ends the iteration.
    pub(super) fn look_for_win(&mut self) {
        let Some(mut wins) = self.wins.take() else { return };
        let nodes =
            wins.allowance(self.nodes_at_check).min(self.node_limit.saturating_sub(self.nodes_at_check));
        if nodes > 0 && !wins.is_done() {
            wins.found = self.run_solver(&mut wins, nodes);
            self.stopped |= wins.found.is_some();
        }
        self.wins = Some(wins);
    }

    /// Runs the solver for `nodes` nodes.
    fn run_solver(&mut self, wins: &mut SolverShare<'a, G, E>, nodes: u64) -> Option<Win<G::Move>> {
        let before = wins.solver.nodes();
        let found = wins.solver.find_win(wins.most, nodes);
        let more = wins.solver.nodes() - before;
        self.nodes_at_check += more;
        if self.several_threads {
            self.shared.nodes.fetch_add(more, Ordering::Relaxed);
        }
        found
    }

    /// Adapts the solver's share and target to the best line of an iteration to depth `done`.
    pub(super) fn note_win(&mut self, best: &RootMove<G::Move>, done: Depth) {
        let Some(wins) = &mut self.wins else { return };
        let is_near = done.0 >= NEAR_DEPTH && best.score.0 >= WINNING * self.params.win_scale.max(1);
        wins.most = MAX_PLIES;
        wins.share = match winning_plies(best) {
            Some(plies) => {
                // From now on the main search also values the win.
                self.leaves_wins = false;
                let shorter = u8::try_from(plies - 1).unwrap_or(MAX_PLIES).min(MAX_PLIES);
                // If no shorter win exists, the rest of the line may still be missing.
                let lacks_line = wins.solver.excludes(shorter) && !is_whole(best, plies);
                wins.most = (shorter + u8::from(lacks_line)).min(MAX_PLIES);
                KNOWN_SHARE
            }
            None if is_near => NEAR_SHARE,
            None => self.params.win_search as u64,
        };
    }

    /// Moves the solver's win to the front of the root moves, or marks the best move's win as exact if it is
    /// known to be the shortest. Returns whether the search is finished.
    pub(super) fn conclude_win(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        done: Depth,
        report: &mut dyn Report<G::Move>,
    ) -> bool {
        let Some(mut wins) = self.wins.take() else { return false };
        let mut found = wins.found.take();
        let is_found = found.is_some();
        while let Some(win) = found {
            let bound = if wins.solver.excludes(win.plies - 1) { Bound::Exact } else { Bound::Lower };
            wins.most = win.plies - 1;
            let depth = done.max(Depth(win.plies.into()));
            bring_to_front(moves, win, bound);
            report.info(&self.info(depth, 1, moves[0].clone()));
            // Only a win one ply shorter may still exist.
            found = self.run_solver(&mut wins, self.node_limit.saturating_sub(self.nodes()));
        }
        let plies = winning_plies(&moves[0]).filter(|plies| is_whole(&moves[0], *plies));
        let shorter = plies.and_then(|plies| u8::try_from(plies - 1).ok());
        let is_shortest = shorter.is_some_and(|shorter| wins.solver.excludes(shorter));
        if is_shortest && (moves[0].bound != Bound::Exact || !is_found) {
            moves[0].bound = Bound::Exact;
            let plies = shorter.map_or(0, |shorter| u16::from(shorter) + 1);
            let depth = if is_found { done.max(Depth(plies)) } else { done };
            report.info(&self.info(depth, 1, moves[0].clone()));
        }
        self.wins = Some(wins);
        is_found || is_shortest
    }
}

/// Puts a win in front of the other root moves.
fn bring_to_front<M: Copy + PartialEq>(moves: &mut [RootMove<M>], win: Win<M>, bound: Bound) {
    let Some(number) = moves.iter().position(|root| root.moves[0] == win.line[0]) else { return };
    moves[number] = Line { score: Score::win_in(win.plies.into()), bound, moves: win.line };
    moves[..=number].rotate_right(1);
}

/// Returns the plies of the win that a line proves; `None` if it proves none.
fn winning_plies<M>(line: &Line<M>) -> Option<u32> {
    line.score.plies_to_end().filter(|plies| *plies > 0 && line.score.is_win() && line.bound != Bound::Upper)
}

/// Whether the line has enough moves for a win in `plies` plies.
fn is_whole<M>(line: &Line<M>, plies: u32) -> bool {
    line.moves.len() >= plies as usize
}
