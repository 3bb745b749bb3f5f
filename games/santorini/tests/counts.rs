//! Sequences of turns and the positions that they lead to, counted, against an independent program's numbers: position,
//! depth, sequences, distinct positions.

use std::collections::HashSet;

use plywright::{Game, Moves, Notation, perft};
use plywright_santorini::{Santorini, State};

/// Deeper rows count too many positions for a quick test; sequences are counted all the same.
const MOST_POSITIONS: usize = 300_000;
/// Gods of which that program counts several turns that lead to one position.
const SEVERAL_WAYS: [&str; 5] = ["aeolus", "ares", "castor", "hydra", "polyphemus"];

/// The positions after so many turns.
fn positions(game: Santorini, state: &State, depth: u32) -> HashSet<State> {
    let mut level = HashSet::from([*state]);
    for _ in 0..depth {
        let mut next = HashSet::new();
        // A side that cannot move has a move that loses, which counts for nothing here.
        for state in level.iter().filter(|state| game.count(state) > 0) {
            let mut moves = Moves::new();
            game.moves(state, &mut moves);
            next.extend(moves.into_iter().map(|mv| {
                let mut after = *state;
                game.play(&mut after, mv);
                after
            }));
        }
        level = next;
    }
    level
}

#[test]
fn turns_are_as_many_as_they_should_be() {
    let game = Santorini::default();
    let mut wrong = Vec::new();
    for line in include_str!("data/counts.tsv").lines() {
        let fields: Vec<_> = line.split('\t').collect();
        let [position, depth, paths, distinct] = fields[..] else { panic!("{line}") };
        let state = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let depth = depth.parse().expect("a depth");
        let distinct: usize = distinct.parse().expect("a number");
        if distinct <= MOST_POSITIONS {
            let found = positions(game, &state, depth).len();
            if found != distinct {
                wrong.push(format!("{line}: {found} positions"));
            }
        }
        if !SEVERAL_WAYS.iter().any(|god| position.contains(god)) {
            let found = perft(&game, &state, depth).to_string();
            if found != paths {
                wrong.push(format!("{line}: {found} sequences"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
