//! Named rule sets (variants), read from a table.
//!
//! A name that ends in `-classic` stands for the settings that older programs use under the name without this suffix.
//! The name without the suffix stands for the rules as people play them today. Rows without another source have their
//! settings from the rule tables of Sanmill, a program that plays Mill, <https://github.com/calcitem/Sanmill>: the
//! `-classic` sets, `russian-mill` and `experimental` from its older engine, the other sets from its app.

use plywright::{OptionValue, Variant};

use super::options;
use crate::board::Layout;
use crate::rules::Rules;

const TABLE: &str = include_str!("../../data/rule_sets.tsv");

fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let rows = TABLE.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split('\t').collect::<Vec<_>>().try_into().expect("four fields"))
}

/// Returns the listed variants, the default first.
pub(crate) fn variants() -> Vec<Variant> {
    rows().map(|[name, _, _, summary]| Variant { name, summary }).collect()
}

/// Returns the rules of a variant; `None` if no variant has this name. A row of the table names a base, which is
/// another variant or Nine Men's Morris, and the changes to the base's rules.
pub(crate) fn find(name: &str) -> Option<Rules> {
    let [_, base, changes, _] = rows().find(|[known, ..]| *known == name)?;
    let mut rules = find(base).unwrap_or_default();
    for change in changes.split(' ').filter_map(|change| change.split_once('=')) {
        apply(&mut rules, change);
    }
    Some(rules)
}

/// Applies a change: `Layout` and an index in [`Layout::ALL`], or an option and its value. Panics if there is no such
/// layout or option, because the table is a part of the program.
fn apply(rules: &mut Rules, (name, value): (&str, &str)) {
    match value.parse() {
        Ok(number) if name == "Layout" => rules.layout = Layout::ALL[number as usize],
        parsed => {
            let value = parsed.map_or(OptionValue::Check(value == "true"), OptionValue::Spin);
            options::set(rules, name, &value).expect("the table names rules by their options");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules that play alike must have equal parameters, because table files record the parameters and
    /// options use them as defaults.
    #[test]
    fn named_rules_have_no_parameter_that_changes_nothing() {
        for Variant { name, .. } in variants() {
            let rules = find(name).expect(name);
            assert_eq!(rules.in_force(), rules, "{name}");
        }
    }
}
