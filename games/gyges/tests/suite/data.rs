//! Compares lists of moves and perft counts with data from outside sources. The flag beside a file says whether its
//! rules allow moves that leave the board unchanged.

use std::collections::BTreeSet;

use plywright::testkit::rows;
use plywright::{Game, Notation, perft};
use plywright_gyges::{Gyges, Rules};

use super::reference::listed;

const MOVES: [(bool, &str); 2] = [
    (false, include_str!("../data/gyges_moves.jsonl")),
    (true, include_str!("../data/gyges_moves_null_moves.jsonl")),
];
const PERFT: [(bool, &str); 2] = [
    (false, include_str!("../data/gyges_perft.tsv")),
    (true, include_str!("../data/gyges_perft_null_moves.tsv")),
];
/// Maximum perft count that is checked unless [`DEEP_PERFT_VARIABLE`] is set.
const MAX_COUNT: u64 = 20_000_000;
const DEEP_PERFT_VARIABLE: &str = "PLYWRIGHT_DEEP_PERFT";

fn game_with(may_leave_board_unchanged: bool) -> Gyges {
    Gyges::new(Rules { may_leave_board_unchanged, ..Rules::default() })
}

#[test]
fn lists_of_moves_are_those_of_the_data() {
    for (null_moves, data) in MOVES {
        let game = game_with(null_moves);
        for line in data.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let text = format!("{} {}", line["board"].as_str().expect("a board"), line["side"]);
            let expected: BTreeSet<String> = serde_json::from_value(line["moves"].clone()).expect("moves");
            assert_eq!(listed(&game, &text), expected, "{text}");
            let state = game.parse_position(&text).expect("a position");
            assert_eq!(game.count(&state), line["count"], "{text}");
            for text in expected {
                assert!(game.parse_move(&state, &text).is_ok(), "{text}");
            }
        }
        assert_eq!(data.lines().count(), 40);
    }
}

#[test]
fn perft_counts_are_those_of_the_data() {
    let is_deep = std::env::var_os(DEEP_PERFT_VARIABLE).is_some();
    for (null_moves, data) in PERFT {
        let game = game_with(null_moves);
        let mut checked = 0;
        for [board, side, depth, count] in rows(data).skip(1) {
            let count: u64 = count.parse().expect("a count");
            if is_deep || count <= MAX_COUNT {
                let state = game.parse_position(&format!("{board} {side}")).expect("a position");
                let found = perft(&game, &state, depth.parse().expect("a depth"));
                assert_eq!(found, count, "{board} {side}, depth {depth}");
                checked += 1;
            }
        }
        assert!(checked > 60, "{checked} rows");
    }
}
