//! Chains into the goal and the squares they depend on.

use super::bound::loose_bound;
use super::chains::{Targets, follow_chains};
use super::finder::ReachFinder;
use crate::square::{Square, Squares};

/// A chain of bounces that ends in the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoalChain {
    /// The square where the piece is lifted.
    pub(crate) start: Square,
    /// Squares that the chain passes, which must stay empty, and pieces it bounces on, which must stay.
    pub(crate) needs: Squares,
}

/// Returns any chain of the piece on `start` into the goal.
pub(crate) fn goal_chain(finder: &mut ReachFinder, start: Square) -> Option<GoalChain> {
    finder.with_lifted(start, |finder| {
        let goal = finder.target_goal;
        if !loose_bound(finder, start).intersects(goal) {
            return None;
        }
        let mut targets = Targets::new(finder, goal);
        follow_chains(finder, start, finder.used_at_start(start), &mut targets)
            .then_some(GoalChain { start, needs: targets.needs })
    })
}
