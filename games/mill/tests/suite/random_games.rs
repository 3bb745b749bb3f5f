//! Tests of position texts and evaluations in random games.

use plywright::search::Rng;
use plywright::{Eval, Game, Moves, Notation, Playable, Symmetric as _, Symmetry};
use plywright_mill::{Mill, Move, State};

const GAMES: u64 = 4;
const MAX_MOVES: usize = 300;

#[test]
fn texts_need_no_warning_and_estimates_stay_in_range_and_do_not_depend_on_the_orientation() {
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

fn check(game: &Mill, state: &State, moves: &[Move]) {
    let text = game.position_text(state);
    let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.position_text(&read), text);
    assert_eq!(game.position_warning(&text, state), None, "{text}");
    let mut eval = game.eval();
    let score = eval.evaluate(game, state);
    assert!(score.0.abs() <= 2_000, "{score:?}");
    for symmetry in Symmetry::first(game.symmetries()) {
        assert_eq!(eval.evaluate(game, &game.image(state, symmetry)), score);
    }
    assert!(moves.iter().all(|mv| eval.order(game, state, *mv).abs() <= 10_000));
}
