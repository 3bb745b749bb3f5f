//! Runs the framework's test kit on Gyges, under the usual rules and others.

use plywright::testkit::{Conformance, GAMES_VARIABLE, eval_with_shipped_network};
use plywright_gyges::{Gyges, Repetition, Rules, StuckRow};

/// Minimum number of plies after which a position can recur: the opponent can move the same piece back.
const SHORTEST_CYCLE: u16 = 2;

/// Converts the lines of depth 1 and 2 from tab-separated `data` to the test kit's format: position, depth
/// and count.
fn perft_rows(data: &str) -> String {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [board, side, depth @ ("1" | "2"), count] = fields[..] else { return None };
        Some(format!("{board} {side}\t{depth}\t{count}\n"))
    };
    data.lines().filter_map(row).collect()
}

/// Endings: the goals of both sides, a side without a move, and a position that occurs for the third time.
const ENDINGS: &str = "\
000020/302201/102303/001010/300000/000000 2\t24|36\tsecond
000000/201320/302110/302300/100000/000000 1\t9|37\tfirst
000000/000000/000102/000100/112232/030303 2\tdraw
321123/000000/000000/000000/000000/321123 1\t0|1|0 30|31|30 1|0|1 31|30|31 0|1|0 30|31|30 1|0|1 31|30|31\tdraw
321123/000000/000000/000000/000000/321123 1\t0|1|0 30|31|30 1|0|1 31|30|31 0|1|0 30|31|30 1|0|1\topen
";

fn check(rules: Rules, perft: &str, games: usize) {
    let game = Gyges::new(rules);
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    let kit = Conformance {
        perft_table: perft,
        known_endings: if rules == Rules::default() { ENDINGS } else { "" },
        games,
        texts: games.min(1_000) * 10,
        searches: games / 2,
        search_nodes: 60_000,
        shortest_cycle: SHORTEST_CYCLE,
        ..Conformance::new(&game)
    };
    let report = kit.run().unwrap_or_else(|failure| panic!("{rules:?}: {failure}"));
    println!("{rules:?}: {report}, warnings {:?}", report.warnings);
}

#[test]
fn the_usual_rules_conform() {
    check(Rules::default(), &perft_rows(include_str!("../data/gyges_perft.tsv")), 8);
}

#[test]
fn null_moves_conform() {
    let rules = Rules { null_moves: true, repetition: Repetition::None, ..Rules::default() };
    check(rules, &perft_rows(include_str!("../data/gyges_perft_null_moves.tsv")), 3);
}

#[test]
fn moves_to_an_earlier_position_may_be_forbidden() {
    check(Rules { repetition: Repetition::Forbid, ..Rules::default() }, "", 2);
}

const STUCK_ROWS: [StuckRow; 3] = [StuckRow::Draw, StuckRow::NextRow, StuckRow::Pass];

#[test]
fn setups_and_squares_used_once_conform() {
    for stuck_row in STUCK_ROWS {
        check(Rules { stuck_row, square_once: true, setup: true, ..Rules::default() }, "", 2);
    }
}

#[test]
fn games_without_repetition_rules_conform() {
    for stuck_row in STUCK_ROWS {
        check(Rules { repetition: Repetition::None, stuck_row, ..Rules::default() }, "", 1);
    }
}

#[test]
fn the_network_that_comes_with_the_game_fits() {
    eval_with_shipped_network(&Gyges::default());
}
