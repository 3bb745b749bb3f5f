//! Tests of position texts and evaluations in random games.

use plywright::search::Rng;
use plywright::{Eval, Game, Moves, Notation, Playable, Symmetric as _, Symmetry};
use plywright_mill::{Mill, Move, State};

use crate::positions::position;

const GAMES: u64 = 4;
const MAX_MOVES: usize = 300;

/// Calls `check` with each unfinished position of random games under the rules of every variant, and with its legal
/// moves.
fn for_each_position(check: fn(&Mill, &State, &[Move])) {
    for variant in Mill::variants() {
        let game = Mill::variant(variant.name).expect("a variant");
        for seed in 0..GAMES {
            let (mut rng, mut state) = (Rng::new(seed), game.start());
            for _ in 0..MAX_MOVES {
                let mut moves = Moves::new();
                if game.moves(&state, &mut moves).is_some() {
                    break;
                }
                check(&game, &state, &moves);
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
        }
    }
}

#[test]
fn texts_are_read_without_warning_and_written_again() {
    for_each_position(|game, state, _| {
        let text = game.position_text(state);
        assert_eq!(game.position_text(&position(game, &text)), text);
        assert_eq!(game.position_warning(&text, state), None, "{text}");
    });
}

#[test]
fn evaluations_are_moderate_and_equal_for_symmetric_positions() {
    for_each_position(|game, state, moves| {
        let mut eval = game.eval();
        let score = eval.evaluate(game, state);
        assert!(score.0.abs() <= 2_000, "{score:?}");
        for symmetry in Symmetry::first(game.symmetries()) {
            assert_eq!(eval.evaluate(game, &game.image(state, symmetry)), score);
        }
        assert!(moves.iter().all(|mv| eval.order(game, state, *mv).abs() <= 10_000));
    });
}
