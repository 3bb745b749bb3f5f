//! Perft counts agree with those of an independent program. Fields of the data: position, depth in turns, perft count,
//! number of distinct positions after that many turns.

use std::collections::HashSet;

use plywright::testkit::rows;
use plywright::{Game, perft};
use plywright_santorini::{Santorini, State};

use crate::{moves, position};

/// Maximum number of distinct positions in a row of the data. For rows with more, the distinct positions are not
/// counted.
const MAX_POSITIONS: usize = 300_000;
/// Gods for which the independent program counts several turns to the same position. Their perft counts are not
/// compared.
const SEVERAL_WAYS: [&str; 5] = ["aeolus", "ares", "castor", "hydra", "polyphemus"];

/// Counts the distinct positions after `depth` turns.
fn positions(game: Santorini, state: &State, depth: u32) -> usize {
    let mut level = HashSet::from([*state]);
    for _ in 0..depth {
        // The data do not count the losing move of a side that cannot move.
        let with_turns = level.iter().filter(|state| game.count(state) > 0);
        level = with_turns.flat_map(moves).map(|(_, after)| after).collect();
    }
    level.len()
}

#[test]
fn counts_are_those_of_the_independent_program() {
    let game = Santorini::default();
    let mut wrong = Vec::new();
    for [before, depth, sequences, distinct] in rows(include_str!("../data/counts.tsv")) {
        let state = position(before);
        let depth = depth.parse().expect("a depth");
        let distinct: usize = distinct.parse().expect("a number");
        if distinct <= MAX_POSITIONS {
            let found = positions(game, &state, depth);
            if found != distinct {
                wrong.push(format!("{before}, depth {depth}: {found} positions"));
            }
        }
        if !SEVERAL_WAYS.iter().any(|god| before.contains(god)) {
            let found = perft(&game, &state, depth).to_string();
            if found != sequences {
                wrong.push(format!("{before}, depth {depth}: {found} sequences"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
