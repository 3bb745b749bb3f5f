//! The family rules: the rules of all variants that the standard rules do not cover.
//!
//! These variants run at a fraction of the standard rules' speed. Counting the moves or checking a single one, for
//! example, lists all moves.

mod legal_moves;
mod line_captures;
mod mills;
mod play;
mod turn;

use crate::board::{Board, PointSet};
use crate::position::State;
use crate::rules::{Rules, StandardRules};

#[derive(Clone, Copy, Debug)]
pub(crate) struct FamilyRules {
    pub(crate) rules: Rules,
    /// Standard rules with the same parameters, used for the board, the kind of action that is due, flying, and the
    /// loss by too few stones.
    pub(crate) standard: StandardRules,
}

impl FamilyRules {
    /// Creates the rules. Most parameters without effect get the values of Nine Men's Morris.
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
