//! Sequences of turns and the positions that they lead to, counted, against an independent
//! program's numbers: position, depth, sequences, distinct positions.

use std::collections::HashSet;

use plywright::{Game, perft};
use plywright_santorini::{Santorini, State};

use crate::{moves, position};

/// Deeper rows count too many positions for a quick test; sequences are counted all the same.
const MOST_POSITIONS: usize = 300_000;
/// Gods of which that program counts several turns that lead to one position.
const SEVERAL_WAYS: [&str; 5] = ["aeolus", "ares", "castor", "hydra", "polyphemus"];

/// Number of positions after `depth` turns.
fn positions(game: Santorini, state: &State, depth: u32) -> usize {
    let mut level = HashSet::from([*state]);
    for _ in 0..depth {
        // A side that cannot move has a move that loses, which counts for nothing here.
        let with_turns = level.iter().filter(|state| game.count(state) > 0);
        level = with_turns.flat_map(moves).map(|(_, after)| after).collect();
    }
    level.len()
}

#[test]
fn turns_are_as_many_as_they_should_be() {
    let game = Santorini::default();
    let mut wrong = Vec::new();
    for line in include_str!("../data/counts.tsv").lines() {
        let [before, depth, sequences, distinct] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let state = position(before);
        let depth = depth.parse().expect("a depth");
        let distinct: usize = distinct.parse().expect("a number");
        if distinct <= MOST_POSITIONS {
            let found = positions(game, &state, depth);
            if found != distinct {
                wrong.push(format!("{line}: {found} positions"));
            }
        }
        if !SEVERAL_WAYS.iter().any(|god| before.contains(god)) {
            let found = perft(&game, &state, depth).to_string();
            if found != sequences {
                wrong.push(format!("{line}: {found} sequences"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
