//! Runs the mate solver in alternation with the main search. The solver's node budget is a percentage of the
//! main search's nodes. The percentage is higher when the main search expects a win or has found a win that
//! may not be the shortest. When the solver has found a win, `root` lets it look for a shorter one without this budget.
//!
//! The budget does not depend on the limits of the search. A search that is stopped has therefore done the same work as
//! a search whose limit ends it at that moment.

use crate::rules::{Depth, Score};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::mate_solver::{MateSolver, Win};
use crate::search::params::SearchParams;
use crate::search::report::{Bound, Variation};

/// Maximum length in plies of a win that the solver looks for.
const MAX_PLIES: u8 = 31;
/// Minimum value, as a multiple of `win_scale`, at which the main search expects a win.
const WINNING: i32 = 2;
/// Minimum depth of the last iteration at which the main search expects a win.
const EXPECTED_WIN_DEPTH: u16 = 4;
/// Solver nodes in percent of the main search's nodes while a win is expected.
const EXPECTED_WIN_SHARE: u64 = 100;
/// Solver nodes in percent of the main search's nodes after the main search has found a win, which may not be the
/// shortest.
const FOUND_WIN_SHARE: u64 = 400;
/// Minimum number of nodes of a run of the solver. A smaller budget is saved for a later run.
const MIN_NODES: u64 = 128;

/// The mate solver with its budget.
pub(super) struct MateSearch<'a, G: SearchGame, E: Eval<G>> {
    solver: MateSolver<'a, G, E>,
    /// Solver nodes in percent of the main search's nodes.
    share: u64,
    /// Maximum length in plies of the win that the next run looks for.
    max_plies: u8,
    /// The win that the last run found, until [`Self::take_win`] takes it.
    found: Option<Win<G::Move>>,
    /// Whether the main search leaves proven wins to the solver, which finds shortest wins faster.
    pub(super) takes_wins: bool,
}

impl<'a, G: SearchGame, E: Eval<G>> MateSearch<'a, G, E> {
    pub(super) fn new(solver: MateSolver<'a, G, E>) -> Self {
        Self { solver, share: 0, max_plies: MAX_PLIES, found: None, takes_wins: true }
    }

    /// Returns the number of nodes for the solver's next run; 0 if the solver should not run now. `nodes` is the number
    /// that this thread's main search and the solver have visited together. A run must first return to the point where
    /// the earlier runs ended, so it is worthwhile only with at least as many nodes as all earlier runs together.
    pub(super) fn allowance(&self, nodes: u64) -> u64 {
        if self.found.is_some() || self.solver.excludes(self.max_plies) {
            return 0;
        }
        let taken = self.solver.nodes();
        let allowed = ((nodes - taken) / 100 * self.share).saturating_sub(taken);
        if allowed < MIN_NODES.max(taken) { 0 } else { allowed }
    }

    /// Runs the solver for at most `nodes` nodes. Returns the number of visited nodes and whether a win was
    /// found.
    pub(super) fn run(&mut self, nodes: u64) -> (u64, bool) {
        let before = self.solver.nodes();
        self.found = self.solver.find_win(self.max_plies, nodes);
        (self.solver.nodes() - before, self.found.is_some())
    }

    /// Sets the solver's share of the nodes, and the maximum length of the win that it looks for, after an iteration of
    /// the main search. `best` is the best line so far, and `done` the depth of the last completed iteration. If `best`
    /// wins, the main search no longer leaves wins to the solver.
    pub(super) fn note(&mut self, best: &Variation<G::Move>, done: Depth, params: &SearchParams) {
        let is_expected = done.0 >= EXPECTED_WIN_DEPTH && best.score.0 >= WINNING * params.win_scale.max(1);
        self.max_plies = MAX_PLIES;
        self.share = match winning_plies(best) {
            Some(plies) => {
                self.takes_wins = false;
                let shorter = u8::try_from(plies - 1).unwrap_or(MAX_PLIES).min(MAX_PLIES);
                // If no shorter win exists and the line lacks moves, the solver looks for a win of this length, whose
                // line is complete.
                let lacks_line = self.solver.excludes(shorter) && !is_whole(best, plies);
                self.max_plies = (shorter + u8::from(lacks_line)).min(MAX_PLIES);
                FOUND_WIN_SHARE
            }
            None if is_expected => EXPECTED_WIN_SHARE,
            None => params.mate_solver as u64,
        };
    }

    /// Takes the win that the last run found; `None` if it found none or the win was taken before. The next run looks
    /// for a shorter win.
    pub(super) fn take_win(&mut self) -> Option<Variation<G::Move>> {
        let Win { plies, line } = self.found.take()?;
        self.max_plies = plies - 1;
        let bound = if self.solver.excludes(plies - 1) { Bound::Exact } else { Bound::Lower };
        Some(Variation { score: Score::win_in(plies.into()), bound, moves: line })
    }

    /// Returns the number of plies of `line` if the line is known to be a shortest win and has all its moves,
    /// otherwise `None`.
    pub(super) fn shortest(&self, line: &Variation<G::Move>) -> Option<u32> {
        let plies = winning_plies(line).filter(|plies| is_whole(line, *plies))?;
        let shorter = u8::try_from(plies - 1).ok()?;
        self.solver.excludes(shorter).then_some(plies)
    }
}

/// Returns the length in plies of the win that a line proves; `None` if it proves no win.
fn winning_plies<M>(line: &Variation<M>) -> Option<u32> {
    line.score.plies_to_end().filter(|plies| *plies > 0 && line.score.is_win() && line.bound != Bound::Upper)
}

/// Whether a line that wins in `plies` plies has all its moves.
fn is_whole<M>(line: &Variation<M>, plies: u32) -> bool {
    line.moves.len() >= plies as usize
}
