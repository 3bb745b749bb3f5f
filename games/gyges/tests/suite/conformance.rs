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

fn check(rules: Rules, perft: &str, games: usize) {
    let game = Gyges::new(rules);
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    let kit = Conformance {
        perft_table: perft,
        games,
        texts: games.min(1_000) * 10,
        searches: games / 2,
        search_nodes: 60_000,
        shortest_cycle: SHORTEST_CYCLE,
        ..Conformance::new(&game)
    };
    let report = kit.run().unwrap_or_else(|failure| panic!("{rules:?}: {failure}"));
    println!("{rules:?}: {report}");
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
