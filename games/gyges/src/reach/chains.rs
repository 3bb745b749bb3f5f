//! Depth-first search over chains of bounces, limited to chains that can still reach a target.
//!
//! The number of chains is exponential in the number of pieces. Two prunings keep the search small: a chain
//! continues only to pieces from which a target is reachable when no passage is used up, and only while a
//! target is reachable without the passages that the chain has used.

use plywright::Element;

use super::bound::loose_bound;
use super::finder::ReachFinder;
use crate::paths::Passages;
use crate::square::{Square, Squares};

/// The squares that a search has yet to reach, and its result.
pub(super) struct Targets {
    /// Squares, pieces and goals that no chain has reached yet.
    pub(super) missing: Squares,
    /// Pieces from which a target is reachable when no passage is used up.
    leads: Squares,
    /// Squares that the chain to the last target passes or bounces on.
    pub(super) needs: Squares,
}

impl Targets {
    /// Creates the targets. The exits of all pieces that a chain can bounce on must be known.
    pub(super) fn new(finder: &ReachFinder, missing: Squares) -> Self {
        Self { missing, leads: leads_to(finder, missing), needs: Squares::EMPTY }
    }
}

/// Returns the pieces with known exits from which a target is reachable when no passage is used up.
fn leads_to(finder: &ReachFinder, targets: Squares) -> Squares {
    let (mut wanted, mut leads) = (targets, Squares::EMPTY);
    loop {
        let others = (finder.known & finder.occupied) - leads;
        let new: Squares =
            others.iter().filter(|square| finder.known_exits(*square).ends.intersects(wanted)).collect();
        if new.is_empty() {
            return leads;
        }
        leads |= new;
        wanted |= new;
    }
}

/// Follows all chains from a piece until no target is missing; the passages in `used` are closed. Returns
/// whether all targets were reached.
pub(super) fn follow_chains(
    finder: &ReachFinder,
    square: Square,
    used: Passages,
    targets: &mut Targets,
) -> bool {
    let paths = finder.paths(square);
    for number in finder.known_exits(square).free {
        let path = paths[number.index()];
        let is_missing = targets.missing.contains(path.end);
        if path.uses.intersects(used) || !is_missing && !targets.leads.contains(path.end) {
            continue;
        }
        if is_missing {
            targets.missing.remove(path.end);
            if targets.missing.is_empty() {
                targets.needs = path.passes;
                return true;
            }
            targets.leads = leads_to(finder, targets.missing);
        }
        let used = used | path.uses;
        if targets.leads.contains(path.end)
            && still_leads(finder, path.end, used, targets.missing)
            && follow_chains(finder, path.end, used, targets)
        {
            targets.needs |= path.passes.with(path.end);
            return true;
        }
    }
    false
}

/// Whether a target is reachable from a piece when only the passages in `used` are closed.
pub(super) fn still_leads(finder: &ReachFinder, square: Square, used: Passages, targets: Squares) -> bool {
    let mut open = Squares::of(square);
    let mut met = open;
    while let Some(from) = open.first() {
        open.remove(from);
        let ends = finder.ends_of(from, finder.known_exits(from).free - finder.blocked(from, used));
        if ends.intersects(targets) {
            return true;
        }
        let new = (ends & finder.occupied) - met;
        met |= new;
        open |= new;
    }
    false
}

/// A chain of bounces that ends in the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoalChain {
    /// The square where the piece is lifted.
    pub(crate) start: Square,
    /// Squares that the chain passes, which must stay empty, and pieces it bounces on, which must stay.
    pub(crate) needs: Squares,
}

/// Returns any chain of the piece on `start` into the goal; `None` if there is none.
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
