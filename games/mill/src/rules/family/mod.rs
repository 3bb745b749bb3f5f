//! Rules in which other members of the family differ from the standard rules.
//!
//! This module handles every parameter of [`Rules`] that the standard rules lack. It lists all moves to count
//! them or to look one up: these games run at a fraction of the standard game's speed.

mod legal_moves;
mod line_captures;
mod mills;
mod play;
mod turn;

use crate::board::{Board, PointSet};
use crate::position::State;
use crate::rules::{Rules, StandardRules};

/// Rules of any member of the family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FamilyRules {
    pub(crate) rules: Rules,
    /// The part that all members share.
    pub(crate) standard: StandardRules,
}

impl FamilyRules {
    /// The given rules, with the values of Nine Men's Morris for parameters without effect.
    pub(crate) fn new(rules: Rules) -> Self {
        let rules = rules.in_force();
        Self { rules, standard: StandardRules::new(&rules) }
    }

    fn board(&self) -> &'static Board {
        self.standard.board
    }

    fn empty(&self, state: &State) -> PointSet {
        self.standard.empty(state)
    }
}
