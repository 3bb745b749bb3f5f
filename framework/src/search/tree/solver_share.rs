//! The mate solver with its share of the nodes.

use crate::search::eval::Eval;
use crate::search::root::SearchGame;
use crate::search::win_solver::{Win, WinSolver};

/// Minimum number of nodes in a run of the solver.
const MIN_NODES: u64 = 128;

/// The mate solver's state beside the main search.
pub(super) struct SolverShare<'a, G: SearchGame, E: Eval<G>> {
    pub(super) solver: WinSolver<'a, G, E>,
    /// Solver nodes for each hundred of the main search.
    pub(super) share: u64,
    /// Maximum length in plies of a win that is still wanted.
    pub(super) most: u8,
    pub(super) found: Option<Win<G::Move>>,
}

impl<G: SearchGame, E: Eval<G>> SolverShare<'_, G, E> {
    /// Returns the number of nodes for the next run, when main search and solver together have visited
    /// `nodes`; 0 if a run is not worthwhile yet. A run has at least as many nodes as all earlier ones,
    /// because it must first return to the point where they ended.
    pub(super) fn allowance(&self, nodes: u64) -> u64 {
        let taken = self.solver.nodes();
        let allowed = ((nodes - taken) / 100 * self.share).saturating_sub(taken);
        if allowed < MIN_NODES.max(taken) { 0 } else { allowed }
    }

    /// Whether the solver can find nothing more.
    pub(super) fn is_done(&self) -> bool {
        self.found.is_some() || self.solver.excludes(self.most)
    }
}
