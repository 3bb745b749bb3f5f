//! The rules: the standard page, the family's variations, the parameters, the named members and the options.

mod family;
pub(crate) mod options;
mod parameters;
mod rule_sets;
mod standard;

pub(crate) use family::FamilyRules;
pub(crate) use parameters::CaptureKind;
pub use parameters::{BoardFull, CaptureRule, MillWhilePlacing, Rules, Stalemate};
pub(crate) use rule_sets::{RULE_SETS, find};
pub(crate) use standard::{Duty, StandardRules};
