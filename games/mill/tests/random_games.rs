//! What must hold in every position of every game, looked at in random games.

use plywright::{
    Eval, Game, Hints as _, Key, Move as _, MoveClass, Moves, Notation, Playable, State as _, Symmetric as _,
    Symmetry, perft,
};
use plywright_mill::{BoardFull, CaptureRule, Layout, Mill, MillWhilePlacing, Move, Rules, Stalemate, State};
use proptest::prelude::*;

/// No game is followed for longer.
const LONGEST: usize = 300;

/// Of all moves that can be written down, every so many are asked for whether they are legal.
const STRIDE: usize = 23;

/// Plays a game whose choices come from `seed` and shows each position with its legal moves; the last list is empty
/// if the game ended.
fn wander(game: &Mill, seed: u64, mut look: impl FnMut(&State, &[Move])) {
    let mut state = game.start();
    for ply in 0..LONGEST {
        let mut moves = Moves::new();
        let ending = game.moves(&state, &mut moves);
        assert_eq!(ending.is_some(), moves.is_empty());
        assert_eq!(ending, game.ending(&state));
        look(&state, &moves);
        if moves.is_empty() {
            return;
        }
        let choice = Key::mix(seed ^ Key::mix(ply as u64).0).0 as usize % moves.len();
        game.play(&mut state, moves[choice]);
    }
}

fn every_game() -> impl Iterator<Item = Mill> {
    Mill::variants().into_iter().filter_map(|variant| Mill::variant(variant.name))
}

/// Rules that nobody has named, put together by chance.
fn invented_game(seed: u64) -> Mill {
    let die = |number: u64, faces: usize| Key::mix(seed ^ Key::mix(number).0).0 as usize % faces;
    let coin = |number| die(number, 3) == 0;
    let of = |number, faces: &[u8]| faces[die(number, faces.len())];
    let capture = |number: u64| CaptureRule {
        enabled: coin(number),
        on_square_edges: !coin(number + 10),
        on_cross_lines: !coin(number + 20),
        on_diagonal_lines: !coin(number + 30),
        in_placing_phase: !coin(number + 40),
        in_moving_phase: !coin(number + 50),
        only_when_own_pieces_leq3: coin(number + 60),
    };
    let layout = if coin(80) { Layout::ALL[die(81, 4)] } else { Layout::ThreeRings };
    Mill::new(Rules {
        layout,
        piece_count: of(0, if layout == Layout::ThreeRings { &[5, 9, 10, 12, 12] } else { &[3, 4] }),
        fly_piece_count: of(1, &[3, 4]),
        pieces_at_least_count: 3,
        may_fly: coin(2),
        has_diagonal_lines: coin(3),
        mill_while_placing: [
            MillWhilePlacing::RemoveFromBoard,
            MillWhilePlacing::RemoveFromHandThenOpponent,
            MillWhilePlacing::RemoveFromHandThenSelf,
            MillWhilePlacing::OpponentRemovesOwn,
            MillWhilePlacing::MarkAndDelay,
            MillWhilePlacing::CountAtTheEnd,
        ][die(4, 6)],
        may_remove_from_mills_always: coin(5),
        mill_wins: coin(82) && coin(83),
        may_remove_multiple: coin(6),
        may_move_in_placing_phase: coin(7),
        is_defender_move_first: coin(8),
        restrict_repeated_mills_formation: coin(9),
        one_time_use_mill: coin(10),
        stop_placing_when_two_empty_squares: coin(11),
        board_full: [
            BoardFull::FirstPlayerLoses,
            BoardFull::FirstAndSecondRemove,
            BoardFull::SecondAndFirstRemove,
            BoardFull::SideToMoveRemoves,
            BoardFull::Draw,
        ][die(12, 5)],
        stalemate: [
            Stalemate::Loss,
            Stalemate::ChangeSide,
            Stalemate::RemoveAndMove,
            Stalemate::RemoveAndChangeSide,
            Stalemate::Draw,
            Stalemate::BothRemove,
        ][die(13, 6)],
        custodian_capture: capture(14),
        intervention_capture: capture(15),
        leap_capture: capture(16),
        ..Rules::NINE_MENS_MORRIS
    })
}

fn every_code() -> impl Iterator<Item = Move> {
    (0..4096).filter_map(Move::decode)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_round_trip(seed: u64) {
        for game in every_game() {
            wander(&game, seed, |state, moves| {
                let text = game.position_text(state);
                let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!((&read, read.key()), (state, state.key()), "{text}");
                assert_eq!((read.halfmove_clock(), read.fullmove()), (state.halfmove_clock(), state.fullmove()));
                assert_eq!(game.position_text(&read), text);
                assert_eq!(game.position_warning(&text, state), None, "{text}");
                for mv in moves {
                    assert_eq!(game.parse_move(state, &game.move_text(state, *mv)), Ok(*mv));
                }
            });
        }
    }

    #[test]
    fn questions_about_moves_agree_with_their_list(seed: u64) {
        for game in every_game() {
            wander(&game, seed, |state, moves| {
                assert_eq!(state.key(), state.recomputed_key());
                assert_eq!(game.count(state), moves.len() as u64);
                let some_codes = every_code().skip(state.fullmove() as usize % STRIDE).step_by(STRIDE);
                for mv in some_codes.chain(moves.iter().copied()) {
                    assert_eq!(game.is_legal(state, mv), moves.contains(&mv), "{mv:?} in {state:?}");
                }
                if moves.is_empty() {
                    return;
                }
                let mut tactical = Moves::new();
                game.tactical(state, &mut tactical);
                let mut expected: Vec<Move> = moves.to_vec();
                expected.retain(|mv| game.class(state, *mv) == MoveClass::Tactical);
                expected.sort_unstable_by_key(|mv| mv.code());
                tactical.sort_unstable_by_key(|mv| mv.code());
                assert_eq!(tactical.to_vec(), expected);
            });
        }
    }

    #[test]
    fn invented_rules_can_be_played(rules: u64, seed: u64) {
        let game = invented_game(rules);
        let mut eval = game.eval();
        wander(&game, seed, |state, moves| {
            assert_eq!(state.key(), state.recomputed_key());
            assert_eq!(game.count(state), moves.len() as u64);
            let text = game.position_text(state);
            let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((&read, read.key()), (state, state.key()), "{text}");
            assert_eq!(game.position_text(&read), text);
            assert_eq!(game.position_warning(&text, state), None, "{text}");
            if !moves.is_empty() {
                eval.evaluate(&game, state);
                let mut tactical = Moves::new();
                game.tactical(state, &mut tactical);
                assert!(tactical.iter().all(|mv| moves.contains(mv)));
            }
        });
    }

    #[test]
    fn symmetries_commute_with_play(seed: u64) {
        for game in every_game() {
            wander(&game, seed, |state, moves| {
                for symmetry in Symmetry::first(game.symmetries()) {
                    let image = game.image(state, symmetry);
                    assert_eq!(game.count(&image), moves.len() as u64);
                    for mv in moves.iter().take(4) {
                        let (mut after, mut after_image) = (*state, image);
                        game.play(&mut after, *mv);
                        game.play(&mut after_image, game.image_of_move(*mv, symmetry));
                        assert_eq!(game.image(&after, symmetry), after_image);
                    }
                }
            });
        }
    }

    #[test]
    fn estimates_stay_in_range_and_do_not_depend_on_the_orientation(seed: u64) {
        for game in every_game() {
            let mut eval = game.eval();
            wander(&game, seed, |state, moves| {
                if moves.is_empty() {
                    return;
                }
                let score = eval.evaluate(&game, state);
                assert!(score.0.abs() <= 2_000, "{score:?}");
                for symmetry in Symmetry::first(game.symmetries()) {
                    assert_eq!(eval.evaluate(&game, &game.image(state, symmetry)), score);
                }
                for mv in moves {
                    assert!(eval.order(&game, state, *mv).abs() <= 10_000);
                }
            });
        }
    }

    #[test]
    fn reading_never_panics(text in "\\PC{0,80}", seed: u64, junk in "[O@*X/ wbprms0-9?x-]{0,6}", place in 0..80usize) {
        let game = Mill::default();
        let _ = game.parse_position(&text);
        let _ = game.parse_move(&game.start(), &text);
        // A good text with something else in the middle: what can be read must be playable.
        let mut texts = Vec::new();
        wander(&game, seed, |state, _| texts.push(game.position_text(state)));
        for mut text in texts.into_iter().step_by(7) {
            let place = place.min(text.len());
            text.replace_range(place..(place + junk.len()).min(text.len()), &junk);
            if let Ok(state) = game.parse_position(&text) {
                assert_eq!(state.key(), state.recomputed_key());
                perft(&game, &state, 3);
                let written = game.position_text(&state);
                assert_eq!(game.parse_position(&written).as_ref(), Ok(&state), "{text} -> {written}");
            }
        }
    }
}
