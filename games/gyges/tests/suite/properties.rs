//! Property tests on random boards and under random rules. Most of them compare the game with the slow implementation
//! of the rules in the module `reference`.

use std::collections::BTreeMap;

use plywright::{Action, Argument, Game, Hints as _, Moves, NodeScratch, Notation};
use plywright_gyges::{Gyges, Move, Repetition, Rules, StuckRow};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::reference::{Sheet, listed};
use super::texts::bounces_and_path;

fn rules() -> impl Strategy<Value = Rules> {
    let stuck_rows = select(vec![StuckRow::Draw, StuckRow::NextRow, StuckRow::Pass]);
    (any::<bool>(), any::<bool>(), stuck_rows).prop_map(
        |(may_leave_board_unchanged, square_once, stuck_row)| Rules {
            may_leave_board_unchanged,
            square_once,
            stuck_row,
            repetition: Repetition::default(),
            setup: false,
        },
    )
}

/// Generates positions with all twelve pieces on random squares of the range, a random player to move, and random
/// rules.
fn sheet(squares: std::ops::Range<usize>) -> impl Strategy<Value = Sheet> {
    let kinds = Just([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3].to_vec()).prop_shuffle();
    let places = subsequence(squares.collect::<Vec<_>>(), 12);
    (places, kinds, 1..=2_u8, rules()).prop_map(|(places, kinds, player, rules)| {
        let mut digits = [0; 38];
        for (place, rings) in places.into_iter().zip(kinds) {
            digits[place] = rings;
        }
        Sheet { digits, player, rules }
    })
}

/// Compares with the reference: the list of moves, their number, random moves, and whether there is a move and a
/// winning move. Skips positions that are too large for the reference.
fn compare(sheet: &Sheet) -> Result<(), TestCaseError> {
    let Some(mut expected) = sheet.moves() else { return Ok(()) };
    if expected.is_empty() && sheet.rules.stuck_row == StuckRow::Pass {
        let opponent = Sheet { player: 3 - sheet.player, ..sheet.clone() };
        let Some(replies) = opponent.moves() else { return Ok(()) };
        if !replies.is_empty() {
            expected.insert("pass".to_owned());
        }
    }
    let game = Gyges::new(sheet.rules);
    let text = sheet.text();
    prop_assert_eq!(&listed(&game, &text), &expected, "{}", text);
    let state = game.parse_position(&text).expect("a position");
    prop_assert_eq!(game.count(&state), expected.len() as u64);
    prop_assert_eq!(game.ending(&state).is_some(), expected.is_empty());
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    for (index, mv) in moves.iter().enumerate() {
        // Smallest random number that selects the move at `index`.
        let random = ((index as u128) << 64).div_ceil(moves.len() as u128) as u64;
        prop_assert_eq!(game.random_move(&state, random), Ok(*mv), "{}", text);
    }
    prop_assert_eq!(game.random_move(&state, 0).is_err(), moves.is_empty());
    let scores = expected.iter().any(|mv| mv.ends_with("|36") || mv.ends_with("|37"));
    prop_assert_eq!(game.winning_move(&state).is_some(), scores);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_generator_agrees_with_the_reference(sheet in sheet(0..36)) {
        compare(&sheet)?;
    }

    #[test]
    fn the_generator_agrees_with_the_reference_on_crowded_boards(sheet in sheet(6..22)) {
        compare(&sheet)?;
    }

    #[test]
    fn moves_that_lose_at_once_are_known_without_playing(sheet in sheet(0..36)) {
        let game = Gyges::new(sheet.rules);
        let state = game.parse_position(&sheet.text()).expect("a position");
        let mut moves = Moves::new();
        game.distinct_moves(&state, &mut moves);
        let mut scratch = NodeScratch::new();
        for mv in moves {
            if let Some(known) = game.loses_at_once(&state, mv, &mut scratch) {
                let mut next = state;
                game.play(&mut next, mv);
                prop_assert_eq!(known, game.winning_move(&next).is_some(), "{}", game.move_text(&state, mv));
            }
        }
    }

    #[test]
    fn actions_bounce_as_seldom_as_possible(sheet in sheet(0..36)) {
        let game = Gyges::new(sheet.rules);
        let state = game.parse_position(&sheet.text()).expect("a position");
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        let mut reaches: BTreeMap<usize, _> = BTreeMap::new();
        for mv in moves.into_iter().step_by(29) {
            let (Move::Go { start, end } | Move::Replace { start, end, .. }) = mv else { continue };
            let (start, end) = (start.number(), end.number());
            let reach = reaches.entry(start).or_insert_with(|| sheet.reach(start));
            let Some(reach) = reach else { continue };
            let actions = game.actions(&state, mv).remove(0);
            let [bounces, _] = bounces_and_path(&actions);
            let land = &actions[1 + bounces.len()];
            prop_assert_eq!(&actions[0], &Action::on("lift", start.to_string()));
            prop_assert_eq!(land.name, "land");
            prop_assert_eq!(&land.arguments[..], &[Argument::Word(end.to_string())]);
            prop_assert_eq!(reach.get(&end), Some(&bounces.len()), "{:?}", &actions);
            prop_assert!(sheet.bounces_to(start, &bounces, end), "{:?}", &actions);
        }
    }
}
