//! The rules of a family member, with the functions that all other modules of the family use.

use crate::board::{Board, PointSet};
use crate::position::State;
use crate::rules::{Rules, StandardRules};

/// Rules of a family member that differ from the standard rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FamilyRules {
    pub(crate) rules: Rules,
    /// The part shared with the standard rules.
    pub(crate) standard: StandardRules,
}

impl FamilyRules {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self { rules: *rules, standard: StandardRules::new(rules) }
    }

    pub(super) fn board(&self) -> &'static Board {
        self.standard.board
    }

    pub(super) fn empty(&self, state: &State) -> PointSet {
        self.standard.empty(state)
    }

    /// Stones that no mill protects from removal and capture.
    pub(super) fn unprotected(&self, stones: PointSet) -> PointSet {
        if self.rules.may_remove_from_mills_always { stones } else { self.standard.removable(stones) }
    }
}
