//! What the rules of the other members of the family build on.

use crate::board::Board;
use crate::point::PointSet;
use crate::rules::Rules;
use crate::standard::StandardRules;
use crate::state::State;

/// The rules of a member of the family that go beyond the standard ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FamilyRules {
    pub(crate) rules: Rules,
    /// The part that these rules have in common with the standard ones.
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

    /// Those of `stones` that no mill protects from removal and capture.
    pub(super) fn unprotected(&self, stones: PointSet) -> PointSet {
        if self.rules.may_remove_from_mills_always { stones } else { self.standard.removable(stones) }
    }
}
