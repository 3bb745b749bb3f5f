//! The named members of the family.

use plywright::Variant;

use crate::rules::Rules;

/// A member of the family: its name and summary, and its rules.
pub(crate) struct RuleSet {
    pub(crate) variant: Variant,
    pub(crate) rules: Rules,
}

const fn named(name: &'static str, summary: &'static str, rules: Rules) -> RuleSet {
    RuleSet { variant: Variant { name, summary }, rules }
}

const NINE: Rules = Rules::NINE_MENS_MORRIS;

/// All members, the default first.
pub(crate) static RULE_SETS: [RuleSet; 1] =
    [named("nine-mens-morris", "nine stones, three rings, flying with three stones", NINE)];

/// The member with this name.
pub(crate) fn find(name: &str) -> Option<&'static RuleSet> {
    RULE_SETS.iter().find(|set| set.variant.name == name)
}
