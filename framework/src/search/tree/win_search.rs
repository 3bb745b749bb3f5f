//! Forced wins beside the search: a solver looks for them in a share of the nodes that the tree has taken so
//! far, and in a greater one when the search sees a win coming or has found one that may not be the shortest.
//!
//! Tree and solver take turns, and the solver's share grows with the tree, whatever limits the search has. So a
//! search that is stopped at some moment has done what a search with that limit does.

use std::sync::atomic::Ordering;

use super::root::RootMove;
use super::worker::Worker;
use crate::rules::{Depth, Score};
use crate::search::eval::Eval;
use crate::search::report::{Bound, Line, Report};
use crate::search::root::SearchGame;
use crate::search::win_solver::{Win, WinSolver};

/// The longest win that is looked for, in plies.
const LONGEST: u8 = 31;
/// Times the value of three games of four from which the search sees a win coming.
const WINNING: i32 = 2;
/// The depth from which the search's word on that is taken.
const NEAR_DEPTH: u16 = 4;
/// Nodes of the solver for a hundred of the tree when a win is near, and when one is known and only its length
/// is at stake.
const NEAR_SHARE: u64 = 100;
const KNOWN_SHARE: u64 = 400;
/// Minimum number of nodes of a turn of the solver.
const LEAST_NODES: u64 = 128;

/// The search for the shortest forced win beside the tree.
pub(super) struct WinSearch<'a, G: SearchGame, E: Eval<G>> {
    solver: WinSolver<'a, G, E>,
    /// Nodes for a hundred of the tree.
    share: u64,
    /// Length in plies of the longest win that would be news.
    most: u8,
    found: Option<Win<G::Move>>,
}

impl<G: SearchGame, E: Eval<G>> WinSearch<'_, G, E> {
    /// Nodes for the next turn when tree and solver together have taken `nodes`; 0 until a turn is worth it. A
    /// turn takes at least as many as all earlier ones, for it begins with the way back to where they ended.
    fn allowance(&self, nodes: u64) -> u64 {
        let taken = self.solver.nodes();
        let allowed = ((nodes - taken) / 100 * self.share).saturating_sub(taken);
        if allowed < LEAST_NODES.max(taken) { 0 } else { allowed }
    }

    /// Whether there is nothing more to be found.
    fn is_done(&self) -> bool {
        self.found.is_some() || self.solver.excludes(self.most)
    }
}

impl<'a, G: SearchGame, E: Eval<G>> Worker<'a, G, E> {
    /// The search for forced wins, where one line is wanted and no depth is prescribed.
    pub(super) fn win_search(&self) -> Option<WinSearch<'a, G, E>> {
        let is_allowed = self.multi_pv == 1 && self.limits.depth.is_none() && !self.superko;
        (self.params.win_search > 0 && is_allowed).then(|| WinSearch {
            solver: WinSolver::new(self.game, self.eval.clone(), self.root, self.table, self.control),
            share: 0,
            most: LONGEST,
            found: None,
        })
    }

    /// Lets the solver take its turn when enough of its share has come together. What it finds ends the
    /// iteration.
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

    /// Lets the solver take that many nodes.
    fn run_solver(&mut self, wins: &mut WinSearch<'a, G, E>, nodes: u64) -> Option<Win<G::Move>> {
        let before = wins.solver.nodes();
        let found = wins.solver.find_win(wins.most, nodes);
        let more = wins.solver.nodes() - before;
        self.nodes_at_check += more;
        if self.several_threads {
            self.shared.nodes.fetch_add(more, Ordering::Relaxed);
        }
        found
    }

    /// Notes what an iteration to depth `done` with that best line says about forced wins.
    pub(super) fn note_win(&mut self, best: &RootMove<G::Move>, done: Depth) {
        let Some(wins) = &mut self.wins else { return };
        let is_near = done.0 >= NEAR_DEPTH && best.score.0 >= WINNING * self.params.win_scale.max(1);
        wins.most = LONGEST;
        wins.share = match winning_plies(best) {
            Some(plies) => {
                // From now on the main search values the win too.
                self.leaves_wins = false;
                let shorter = u8::try_from(plies - 1).unwrap_or(LONGEST).min(LONGEST);
                // When no win is shorter, what is missing may be the rest of the line.
                let lacks_line = wins.solver.excludes(shorter) && !is_whole(best, plies);
                wins.most = (shorter + u8::from(lacks_line)).min(LONGEST);
                KNOWN_SHARE
            }
            None if is_near => NEAR_SHARE,
            None => self.params.win_search as u64,
        };
    }

    /// Brings the win that the solver has found to the front of the root's moves, or marks the one that is there
    /// as the shortest if it is known to be. Returns whether nothing more is to be searched.
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
            // Whether it can be had a ply earlier is all that is open.
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

/// Puts a win before the other moves of the root.
fn bring_to_front<M: Copy + PartialEq>(moves: &mut [RootMove<M>], win: Win<M>, bound: Bound) {
    let Some(number) = moves.iter().position(|root| root.moves[0] == win.line[0]) else { return };
    moves[number] = Line { score: Score::win_in(win.plies.into()), bound, moves: win.line };
    moves[..=number].rotate_right(1);
}

/// Plies of the win that a line has proven, if it has.
fn winning_plies<M>(line: &Line<M>) -> Option<u32> {
    line.score.plies_to_end().filter(|plies| *plies > 0 && line.score.is_win() && line.bound != Bound::Upper)
}

/// Whether the moves of a line are enough for a win in that number of plies.
fn is_whole<M>(line: &Line<M>, plies: u32) -> bool {
    line.moves.len() >= plies as usize
}
