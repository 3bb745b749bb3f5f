//! Tests of single rules: set-up, equal results of different moves, and a player without a move.

use std::collections::HashSet;

use plywright::testkit::{play_line, play_line_from};
use plywright::{Ending, Game, Hints as _, Moves, Notation, Side, State as _};
use plywright_gyges::{Gyges, Move, Rules, StuckRow};

use super::texts::{START, position};

#[test]
fn the_sample_game_is_legal() {
    let moves = "5|16 30|26 4|9 35|34|6 2|16|14 31|26|17 3|17|20 33|27 1|27|3 34|17|15 3|35 32|33 0|7 33|36";
    let game = Gyges::new(Rules { setup: true, ..Rules::default() });
    let mut state = game.start();
    for text in ["231123", "321123"].into_iter().chain(moves.split(' ')) {
        assert_eq!(game.ending(&state), None);
        state = play_line_from(&game, state, &[text]);
    }
    assert_eq!(game.ending(&state), Some(Ending::Win(Side::Second)));
    let text = game.position_text(&state);
    assert_eq!(game.parse_position(&text), Ok(state), "{text}");
}

#[test]
fn several_texts_lead_to_one_position_and_each_is_accepted() {
    let (game, state) = position(START);
    let (mut moves, mut distinct) = (Moves::new(), Moves::new());
    game.moves(&state, &mut moves);
    game.distinct_moves(&state, &mut distinct);
    // 222 is in `gyges_perft.tsv`.
    assert_eq!((moves.len(), distinct.len()), (222, 210));
    let mut positions = HashSet::new();
    for mv in moves {
        let next = play_line_from(&game, state, &[&game.move_text(&state, mv)]);
        positions.insert(game.position_text(&next));
    }
    assert_eq!(positions.len(), distinct.len());
}

/// The count of 224 is in `gyges_perft_null_moves.tsv`. Two of these moves leave the board unchanged, so both lead to
/// the same position. The other 222 lead to 210 positions.
#[test]
fn moves_that_leave_the_board_unchanged_are_one_distinct_move() {
    let (_, state) = position(START);
    let game = Gyges::new(Rules { may_leave_board_unchanged: true, ..Rules::default() });
    let mut distinct = Moves::new();
    game.distinct_moves(&state, &mut distinct);
    assert_eq!((game.count(&state), distinct.len()), (224, 211));
}

#[test]
fn a_player_without_a_move_draws_or_goes_on_by_the_rules() {
    let text = "000000/000000/000102/000100/112232/030303 2";
    // `first_is_pass` is `None` if the game is over.
    for (stuck_row, first_is_pass) in
        [(StuckRow::Draw, None), (StuckRow::NextRow, Some(false)), (StuckRow::Pass, Some(true))]
    {
        let game = Gyges::new(Rules { stuck_row, ..Rules::default() });
        let state = game.parse_position(text).expect("a position");
        let mut moves = Moves::new();
        let ending = game.moves(&state, &mut moves);
        assert_eq!(ending.is_some(), first_is_pass.is_none(), "{stuck_row:?}");
        assert_eq!(moves.first().map(|mv| *mv == Move::Pass), first_is_pass, "{stuck_row:?}");
        if first_is_pass == Some(true) {
            let next = play_line_from(&game, state, &["pass"]);
            assert_eq!((next.side(), moves.len()), (Side::First, 1));
        }
    }
}

/// Number of ways to place two pieces of each of three kinds on a row of six squares: 6! / (2! 2! 2!).
const ROWS: u64 = 90;

#[test]
fn players_first_place_their_pieces_if_the_rules_say_so() {
    let game = Gyges::new(Rules { setup: true, ..Rules::default() });
    let mut state = game.start();
    assert_eq!(game.count(&state), ROWS);
    for (row, text) in [
        ("321123", "321123/000000/000000/000000/000000/000000 2"),
        ("112233", "321123/000000/000000/000000/000000/112233 1"),
    ] {
        assert!(game.parse_move(&state, "111223").is_err());
        assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        state = play_line_from(&game, state, &[row]);
        assert_eq!(game.position_text(&state), text);
    }
    assert!(game.count(&state) > ROWS);
}

#[test]
fn a_position_without_all_pieces_is_one_of_the_side_that_is_to_place() {
    let game = Gyges::new(Rules { setup: true, ..Rules::default() });
    assert!(
        game.parse_position("321123/000000/000000/000000/000000/000000 1").is_err(),
        "player two is to place"
    );
    assert!(Gyges::default().parse_position("000000/000000/000000/000000/000000/000000 1").is_err());
}

/// A match sends an engine of the Universal Gyges Interface the position as the mover sees it.
#[test]
fn player_two_places_its_pieces_from_its_own_point_of_view() {
    let game = Gyges::new(Rules { setup: true, ..Rules::default() });
    let state = play_line(&game, &["112233"]);
    let view = game.position_text(&game.mover_pov(&state));
    assert_eq!(view, "000000/000000/000000/000000/000000/332211 1");
    let seen = game.parse_position(&view).unwrap_or_else(|error| panic!("{view}: {error}"));
    let row = game.resolve_mover_pov(&state, "123123");
    let seen = play_line_from(&game, seen, &["123123"]);
    assert_eq!(game.mover_pov(&seen), play_line_from(&game, state, &[&row]));
}
