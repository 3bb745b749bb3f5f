//! Perft counts agree with a data file and with arithmetic.

use plywright::{Game, Playable, perft};
use plywright_mill::{Mill, MillWhilePlacing};

use crate::positions::{position, variant};

/// Perft counts, in rows of rule set, position, depth and count.
const TABLE: &str = include_str!("../data/perft.tsv");

/// Returns the rows of a rule set up to this depth: position, depth and count.
pub fn table_of(name: &str, max_depth: u32) -> String {
    let rows = TABLE.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
    let depth = |row: &str| row.split('\t').nth(1).and_then(|depth| depth.parse::<u32>().ok());
    rows.filter(|row| depth(row).is_some_and(|depth| depth <= max_depth))
        .map(|row| row.to_owned() + "\n")
        .collect()
}

#[test]
fn perft_counts_agree_with_the_table() {
    let mut wrong = Vec::new();
    for line in TABLE.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, text, depth, count] = fields[..] else { panic!("four fields in {line}") };
        let game = variant(name);
        let found = perft(&game, &position(&game, text), depth.parse().expect("a depth"));
        if found != count.parse::<u64>().expect("a count") {
            wrong.push(format!("{line}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether [`by_arithmetic`] gives the perft counts under these rules.
fn counts_by_arithmetic(game: &Mill) -> bool {
    let rules = game.rules();
    rules.mill_while_placing == MillWhilePlacing::RemoveFromBoard
        && !rules.may_move_in_placing_phase
        && !rules.custodian_capture.enabled
        && !rules.intervention_capture.enabled
}

/// Computes the perft counts for depths 1 to 6 on a board with this number of points and lines. Up to depth 4
/// each stone goes to any free point. The fifth stone, the first player's third, can close the first mill.
/// The first player fills a line in `6 * lines` ways, and the second player's two stones go to other points.
fn by_arithmetic(points: u64, lines: u64, mill_wins: bool) -> [u64; 6] {
    let free = |depth: u64| (0..depth).map(|placed| points - placed).product::<u64>();
    let with_mill = lines * 6 * (points - 3) * (points - 4);
    let after_mill = if mill_wins { 0 } else { 2 };
    let sixth = (free(5) - with_mill) * (points - 5) + with_mill * after_mill;
    [free(1), free(2), free(3), free(4), free(5), sixth]
}

#[test]
fn the_first_six_placings_agree_with_arithmetic() {
    assert_eq!(by_arithmetic(24, 16, false)[5], 96_223_680, "as published for Nine Men's Morris");
    let mut boards = Vec::new();
    for named in Mill::variants() {
        let game = variant(named.name);
        let board = game.board();
        let shape = (board.points().count(), board.lines().len(), game.rules().mill_wins);
        let large = board.points().count() == 24;
        if counts_by_arithmetic(&game) && !boards.contains(&shape) {
            let expected = by_arithmetic(shape.0.into(), shape.1 as u64, shape.2);
            for (depth, expected) in (1..).zip(expected).take(if large { 5 } else { 6 }) {
                assert_eq!(perft(&game, &game.start(), depth), expected, "{} {depth}", named.name);
            }
            boards.push(shape);
        }
    }
    boards.sort_unstable();
    let shapes =
        [(9, 6, true), (9, 8, true), (16, 8, false), (17, 14, false), (24, 16, false), (24, 20, false)];
    assert_eq!(boards, shapes);
}

#[test]
fn every_named_rule_set_has_counts() {
    for named in Mill::variants() {
        let row = format!("\n{}\t", named.name);
        let in_table = TABLE.contains(&row);
        assert!(in_table || counts_by_arithmetic(&variant(named.name)), "{}", named.name);
    }
}
