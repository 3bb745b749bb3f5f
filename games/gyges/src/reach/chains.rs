//! Chains of bounces followed one by one, depth first, only where they can still lead to a target.
//!
//! The number of chains is exponential in the number of pieces. Two prunings keep it small: a chain is
//! followed only to pieces from which a target could be reached if nothing were used up, and only while one
//! can still be reached without what the chain has used up.

use plywright::Element;

use super::finder::ReachFinder;
use crate::paths::Passages;
use crate::square::{Square, Squares};

/// The ends that are looked for, and what was found on the way.
pub(super) struct Targets {
    /// Squares, pieces and goals that no chain has reached yet.
    pub(super) missing: Squares,
    /// Pieces from which a target could be reached if nothing were used up.
    leads: Squares,
    /// Squares passed and bounced on by the chain to the last target.
    pub(super) needs: Squares,
}

impl Targets {
    /// Targets among the ends of chains, the exits of whose pieces are known.
    pub(super) fn new(finder: &ReachFinder, missing: Squares) -> Self {
        Self { missing, leads: leads_to(finder, missing), needs: Squares::EMPTY }
    }
}

/// The pieces of known exits from which a target could be reached if nothing were used up.
fn leads_to(finder: &ReachFinder, targets: Squares) -> Squares {
    let (mut wanted, mut leads) = (targets, Squares::EMPTY);
    loop {
        let others = finder.known_pieces() - leads;
        let new: Squares =
            others.iter().filter(|square| finder.known_exits(*square).ends.intersects(wanted)).collect();
        if new.is_empty() {
            return leads;
        }
        leads |= new;
        wanted |= new;
    }
}

/// Follows all chains on from a piece until no target is missing; `used` is used up already. Returns whether
/// none is.
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

/// Whether a target could be reached from a piece if nothing more than `used` were used up.
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
