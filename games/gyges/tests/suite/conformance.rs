//! Runs the framework's test kit on Gyges under several rules, and checks the puzzles and the network.

use plywright::testkit::{Conformance, GAMES_VARIABLE, eval_with_shipped_network, prove_puzzles, rows};
use plywright_gyges::{Gyges, Repetition, Rules, StuckRow};

/// Minimum number of plies after which a position can recur. Two plies suffice, because both players move the same
/// pieces, so the opponent can move a piece back.
const SHORTEST_CYCLE: u16 = 2;

/// Converts rows of board, side, depth and count to the test kit's rows of position, depth and count. Keeps only those
/// of depth 1 and 2.
fn perft_rows(data: &str) -> String {
    let shallow = rows(data).filter(|[_, _, depth, _]| ["1", "2"].contains(depth));
    let written = shallow.map(|[board, side, depth, count]| format!("{board} {side}\t{depth}\t{count}"));
    written.collect::<Vec<_>>().join("\n")
}

fn check(rules: Rules, perft: &str, games: usize) {
    let game = Gyges::new(rules);
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    let kit = Conformance {
        perft_table: perft,
        known_endings: if rules == Rules::default() { include_str!("../data/gyges_endings.tsv") } else { "" },
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
    let rules = Rules { may_leave_board_unchanged: true, repetition: Repetition::None, ..Rules::default() };
    check(rules, &perft_rows(include_str!("../data/gyges_perft_null_moves.tsv")), 3);
}

#[test]
fn other_rules_conform() {
    check(Rules { repetition: Repetition::Forbid, ..Rules::default() }, "", 2);
    for stuck_row in [StuckRow::Draw, StuckRow::NextRow, StuckRow::Pass] {
        let rules = Rules { stuck_row, ..Rules::default() };
        check(Rules { square_once: true, setup: true, ..rules }, "", 2);
        check(Rules { repetition: Repetition::None, ..rules }, "", 1);
    }
}

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Gyges>(1, 2, None), 68);
}

#[test]
fn the_network_that_comes_with_the_game_fits() {
    eval_with_shipped_network(&Gyges::default());
}
