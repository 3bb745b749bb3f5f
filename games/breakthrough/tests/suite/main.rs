//! Tests of Breakthrough: independent perft counts, the framework's test kit and endings.

use plywright::perft;
mod puzzles;
mod tutorial;

use plywright::prelude::*;
use plywright::testkit::{Conformance, assert_conforms};
use plywright_breakthrough::Breakthrough;

/// Perft counts: positions, depths and counts. They were computed by `perft.py`, which does not use this
/// crate.
const COUNTS: &str = include_str!("data/perft.tsv");

fn variant(name: &str) -> Breakthrough {
    Breakthrough::variant(name).expect("a variant")
}

/// Returns the rows of [`COUNTS`] for boards with `rows` rows, up to the count `max`.
fn counts(rows: usize, max: u64) -> String {
    let wanted = |line: &&str| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields[0].matches('/').count() + 1 == rows && fields[2].parse().is_ok_and(|count: u64| count <= max)
    };
    COUNTS.lines().filter(wanted).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn both_boards_conform() {
    assert_conforms(&variant("breakthrough"), &counts(8, 12_000));
    assert_conforms(&variant("6x6"), &counts(6, 20_000));
}

/// Perft counts of the start position on the usual board, which other programs' tests publish too.
#[test]
fn perft_of_the_start() {
    let game = Breakthrough::default();
    for (depth, count) in (1..).zip([22, 484, 11_132, 256_036]) {
        assert_eq!(perft(&game, &game.start(), depth), count, "depth {depth}");
    }
}

/// Endings by the rule sheet: the far row, the last piece captured, and positions that are not over.
#[test]
fn the_ends_are_those_of_the_rules() {
    let known_endings = "\
o..x../....../....../....../....../...... o\tfirst
...o../....../....../....../....../o.x... x\tsecond
....../....../...x../....../....../...... o\tfirst
....../....../...o../....../....../...... x\tsecond
....../..x.../....../....../...o../...... o\topen
";
    let game = variant("6x6");
    let kit = Conformance { known_endings, games: 1, texts: 1, searches: 1, ..Conformance::new(&game) };
    assert_eq!(kit.run().expect("these endings").known_endings, 5);
}

#[test]
fn positions_that_cannot_arise_are_refused() {
    let game = variant("6x6");
    for text in [
        "x...../....../....../....../....../.....o x",
        "....../....../....../....../....../..x... x",
        "xxxxxx/xxxxxx/xxxxxx/....../....../.....o o",
        "....../....../....../....../..x... x",
    ] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}
