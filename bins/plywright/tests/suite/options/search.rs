//! Options of the search itself: algorithm, depths, table, threads, lines.

use std::collections::HashSet;

use super::{Row, last, with};

pub const ROWS: &[Row] = &[
    ("Algorithm", algorithm),
    ("IDS", deepening),
    ("Hash", hash),
    ("Clear Hash", clear_hash),
    ("Threads", threads),
    ("MultiPV", multi_pv),
];

fn nodes(options: &[&str], go: &str) -> i64 {
    last(&with(options).ask(go, "bestmove"), "nodes")
}

fn algorithm() {
    let counts: HashSet<i64> =
        (0..5).map(|number| nodes(&[&format!("Algorithm value {number}")], "go depth 6")).collect();
    assert_eq!(counts.len(), 5, "{counts:?}");
}

fn deepening() {
    let depths = |option| {
        let lines = with(&[option]).ask("go depth 5", "bestmove");
        lines[..lines.len() - 1]
            .iter()
            .map(|line| last(std::slice::from_ref(line), "depth"))
            .collect::<Vec<_>>()
    };
    assert_eq!(depths("IDS value true").iter().filter(|depth| **depth < 5).count(), 4);
    assert_eq!(depths("IDS value false").iter().filter(|depth| **depth < 5).count(), 0);
}

fn hash() {
    let full = |size| last(&with(&[size]).ask("go nodes 100000", "bestmove"), "hashfull");
    assert!(full("Hash value 1") > 4 * full("Hash value 32").max(1));
}

fn clear_hash() {
    let mut client = with(&[]);
    let mut nodes = |setup: &str| last(&client.ask(&format!("{setup}\ngo depth 7"), "bestmove"), "nodes");
    let (first, again, cleared) = (nodes(""), nodes(""), nodes("setoption name Clear Hash"));
    assert!(again < first, "{first} {again}");
    assert_eq!(first, cleared);
}

/// One thread always counts the same nodes; counts of several threads vary.
fn threads() {
    let counts = |threads| (0..4).map(|_| nodes(&[threads], "go depth 9")).collect::<HashSet<_>>();
    assert_eq!(counts("Threads value 1").len(), 1);
    assert!(counts("Threads value 4").len() > 1);
}

fn multi_pv() {
    assert_eq!(last(&with(&["MultiPV value 3"]).ask("go depth 3", "bestmove"), "multipv"), 3);
    assert_eq!(last(&with(&[]).ask("go depth 3", "bestmove"), "multipv"), 1);
}
