//! Tests that the code in `docs/tutorial.md` is the code of this crate.

const TUTORIAL: &str = include_str!("../../../../docs/tutorial.md");
const RULES: &str = include_str!("../../src/lib.rs");
const SOURCES: [&str; 3] = [RULES, include_str!("../../src/hints.rs"), include_str!("main.rs")];

/// Returns the blocks of Rust code in the tutorial.
fn blocks() -> Vec<&'static str> {
    let blocks = TUTORIAL.split("```rust\n").skip(1);
    blocks.map(|rest| rest.split("\n```").next().expect("a closing fence")).collect()
}

#[test]
fn every_block_is_a_piece_of_the_crate() {
    for block in blocks() {
        assert!(SOURCES.iter().any(|source| source.contains(block)), "not in the crate:\n{block}");
    }
}

#[test]
fn the_rules_are_shown_as_a_whole() {
    let shown = blocks().concat();
    for line in RULES.lines().filter(|line| !line.is_empty() && *line != "}") {
        assert!(shown.contains(line), "not in the tutorial: {line}");
    }
}
