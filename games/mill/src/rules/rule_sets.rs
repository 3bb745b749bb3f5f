//! Named members of the family, rows of a table.
//!
//! Names without a suffix are the rules as people play them today; `-classic` marks the settings that older
//! programs use under the same name. Unless a row names its source, its settings are those of the rule
//! tables of the Mill program Sanmill, <https://github.com/calcitem/Sanmill>: the `-classic` sets,
//! `russian-mill` and `experimental` come from its older engine, the others from its app.

use plywright::{OptionValue, Variant};

use super::options;
use crate::board::Layout;
use crate::rules::Rules;

/// Rows of name, base, changes and summary; the first lines of the file describe them.
const TABLE: &str = include_str!("../../data/rule_sets.tsv");

/// The rows of the table.
///
/// # Panics
/// Panics if a row has not four fields. The table is part of this crate.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let rows = TABLE.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split('\t').collect::<Vec<_>>().try_into().expect("four fields"))
}

/// All named members, the default first.
pub(crate) fn variants() -> Vec<Variant> {
    rows().map(|[name, _, _, summary]| Variant { name, summary }).collect()
}

/// Rules of the member called `name`: those of its base with its changes.
pub(crate) fn find(name: &str) -> Option<Rules> {
    let [_, base, changes, _] = rows().find(|[known, ..]| *known == name)?;
    let mut rules = find(base).unwrap_or_default();
    for change in changes.split(' ').filter_map(|change| change.split_once('=')) {
        apply(&mut rules, change);
    }
    Some(rules)
}

/// Applies a change of the table: the value of a rule's option, or the number of the layout.
///
/// # Panics
/// Panics if there is no such rule. The table is part of this crate.
fn apply(rules: &mut Rules, (name, value): (&str, &str)) {
    match value.parse() {
        Ok(number) if name == "Layout" => rules.layout = Layout::ALL[number as usize],
        number => {
            let value = number.map_or(OptionValue::Check(value == "true"), OptionValue::Spin);
            options::set(rules, name, &value).expect("the table names rules by their options");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables record their rules by these parameters, and options use them as defaults.
    #[test]
    fn named_rules_have_no_parameter_that_changes_nothing() {
        for Variant { name, .. } in variants() {
            let rules = find(name).expect(name);
            assert_eq!(rules.in_force(), rules, "{name}");
        }
    }
}
