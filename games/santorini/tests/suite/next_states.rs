//! The positions after each turn equal those of an independent program.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{expect_sums, moves, position, text};

/// For each position, all positions one turn later.
const STATES: &str = include_str!("../data/next_states.jsonl");
/// For each position, the number of positions one turn later and the sum of their texts' hashes.
const SUMS: &str = include_str!("../data/next_state_sums.tsv");

fn next_states(before: &str) -> BTreeSet<String> {
    moves(&position(before)).map(|(_, after)| text(&after)).collect()
}

#[test]
fn turns_lead_to_the_positions_of_the_independent_program() {
    let mut wrong = Vec::new();
    for line in STATES.lines() {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        let before = row["position"].as_str().expect("a position");
        let expected = row["next_states"].as_array().expect("positions");
        let expected: BTreeSet<_> =
            expected.iter().map(|after| after.as_str().expect("a position").to_owned()).collect();
        let found = next_states(before);
        wrong.extend(expected.difference(&found).map(|after| format!("{before}: misses {after}")));
        wrong.extend(found.difference(&expected).map(|after| format!("{before}: must not reach {after}")));
    }
    assert!(wrong.is_empty(), "{} positions:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn positions_after_turns_have_the_number_and_the_sum_of_the_independent_program() {
    expect_sums(SUMS, next_states);
}
