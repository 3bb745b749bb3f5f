//! Depth-first search over chains of bounces, limited to chains that can still reach a target: a square, piece or goal
//! that the caller asks about.
//!
//! The number of chains is exponential in the number of pieces, so two prunings keep the search small. A chain
//! continues only to pieces from which a target is reached if passages (edges or squares) may be used any number of
//! times. It also ends where [`still_leads`] shows that the passages used so far cut it off from all targets.

use plywright::Element;

use super::bound::loose_bound;
use super::finder::ReachFinder;
use crate::paths::Passages;
use crate::square::{Square, Squares};

/// The state of a search for chains to several targets.
pub(super) struct Targets {
    /// Targets (squares, pieces or goals) that no chain has reached yet.
    pub(super) missing: Squares,
    /// Pieces from which a chain reaches a missing target, if a chain may use a passage any number of times.
    leads: Squares,
    /// Squares that the chain to the last target passes or bounces on. Valid only after all targets were
    /// reached.
    pub(super) needs: Squares,
}

impl Targets {
    /// Creates the state of a search for chains to the targets `missing`. [`ReachFinder::known_exits`] must be valid
    /// for the start and for each piece that a chain can bounce on.
    pub(super) fn new(finder: &ReachFinder, missing: Squares) -> Self {
        Self { missing, leads: leads_to(finder, missing), needs: Squares::EMPTY }
    }
}

/// Returns the pieces from which a chain reaches at least one of `targets`, if a chain may use a passage any number of
/// times. Leaves out pieces whose exits are not known.
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

/// Continues a chain from the piece on `square` in all ways that may reach a missing target. `used` holds the passages
/// that the chain has used. Removes reached targets from `targets.missing`. Once all targets are reached, sets
/// `targets.needs` and returns `true`.
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
        if path.uses.intersects(used) || !(is_missing || targets.leads.contains(path.end)) {
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

/// Whether a chain from the piece on `square` may reach at least one of `targets` without the passages in `used`.
/// `false` is certain. `true` is not, because the check lets a chain use other passages more than once.
pub(super) fn still_leads(finder: &ReachFinder, square: Square, used: Passages, targets: Squares) -> bool {
    let mut open = Squares::of(square);
    let mut visited = open;
    while let Some(from) = open.first() {
        open.remove(from);
        let ends = finder.ends_of(from, finder.known_exits(from).free - finder.blocked(from, used));
        if ends.intersects(targets) {
            return true;
        }
        let new = (ends & finder.occupied) - visited;
        visited |= new;
        open |= new;
    }
    false
}

/// A chain of bounces that ends in the opponent's goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoalChain {
    pub(crate) start: Square,
    /// Squares that the chain passes, which must stay empty, and squares of the pieces it bounces on.
    pub(crate) needs: Squares,
}

/// Returns a chain with which the piece on `start` reaches the opponent's goal; `None` if there is none.
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
