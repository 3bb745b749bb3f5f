//! The rule sheet in force: the only place that chooses between the standard and the family's rules.

use enum_dispatch::enum_dispatch;
use plywright::{Ending, Moves};

use crate::board::Point;
use crate::position::{Move, State};
use crate::rules::family::FamilyRules;
use crate::rules::{CaptureKind, RuleSheet, Rules, StandardRules};

/// A rule sheet.
#[enum_dispatch(RuleSheet)]
#[derive(Clone, Debug)]
pub(crate) enum Sheet {
    StandardRules,
    FamilyRules,
}

impl Sheet {
    /// The sheet for these rules.
    pub(crate) fn of(rules: &Rules) -> Self {
        if rules.are_standard() { StandardRules::new(rules).into() } else { FamilyRules::new(rules).into() }
    }
}
