//! Tests of perft counts against a data file.

use plywright::testkit::rows;
use plywright::{Playable, perft};
use plywright_mill::Mill;

use crate::positions::{position, variant};

/// Perft counts. A row has a rule set, a position, a depth and the count.
const TABLE: &str = include_str!("../data/perft.tsv");

/// Returns the rows of a rule set up to `max_depth`, in the format of the test kit: position, depth and count.
pub fn table_of(name: &str, max_depth: u32) -> String {
    let is_wanted = |depth: &str| depth.parse().is_ok_and(|depth: u32| depth <= max_depth);
    let rows = rows(TABLE).filter(|[rules, _, depth, _]| *rules == name && is_wanted(depth));
    rows.map(|[_, text, depth, count]| format!("{text}\t{depth}\t{count}")).collect::<Vec<_>>().join("\n")
}

#[test]
fn perft_counts_agree_with_the_table() {
    let mut wrong = Vec::new();
    for [name, text, depth, count] in rows(TABLE).skip(1) {
        let game = variant(name);
        let found = perft(&game, &position(&game, text), depth.parse().expect("a depth"));
        if found != count.parse::<u64>().expect("a count") {
            wrong.push(format!("{name}, {text}, depth {depth}: {found} instead of {count}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_named_rule_set_has_counts() {
    for named in Mill::variants() {
        assert!(TABLE.contains(&format!("\n{}\t", named.name)), "{}", named.name);
    }
}
