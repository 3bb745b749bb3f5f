//! Each rule of Nine Men's Morris on a position made for it.

use plywright::{Ending, Game, Hints as _, MoveClass, Notation, Side, State as _};
use plywright_mill::{Mill, Phase, State};

use crate::positions::{self, START};

fn position(text: &str) -> State {
    positions::position(&Mill::default(), text)
}

fn played(text: &str, moves: &str) -> State {
    positions::played(&Mill::default(), text, moves)
}

fn moves(state: &State) -> Vec<String> {
    positions::moves(&Mill::default(), state)
}

#[test]
fn closing_a_mill_earns_a_removal_by_the_same_side() {
    let state = played(START, "d6 a1 f6 g1 b6");
    assert_eq!(state.side(), Side::First);
    assert_eq!(state.removals(Side::First), 1);
    assert_eq!(moves(&state), ["xa1", "xg1"]);
    let after = played(START, "d6 a1 f6 g1 b6 xa1");
    assert_eq!(after.side(), Side::Second);
    assert_eq!((after.total(Side::Second), after.hand(Side::Second)), (8, 7));
}

#[test]
fn stones_in_mills_are_safe_while_others_stand_outside() {
    // Black has the mill a7 d7 g7 and a stone on d3.
    let state = position("****@***/O*O****O/@@*****@ w p r 3 5 4 5 1 0 0 0 0 0 0 0 5");
    assert_eq!(moves(&state), ["xd3"]);
    // Without the stone on d3 every stone may be removed.
    let state = position("********/O*O****O/@@*****@ w p r 3 5 3 6 1 0 0 0 0 0 0 0 5");
    assert_eq!(moves(&state), ["xa7", "xd7", "xg7"]);
}

#[test]
fn two_stones_left_lose_and_the_turn_passes() {
    let text = "O*******/O******O/@*@**@*O w m r 4 0 3 0 1 0 0 0 0 0 0 0 20";
    let state = played(text, "xd7");
    assert_eq!(Mill::default().ending(&state), Some(Ending::Win(Side::First)));
    assert_eq!(state.side(), Side::Second);
    assert_eq!(Mill::default().count(&state), 0);
    // The game goes on, because a stone is in hand.
    let text = "O*******/O******O/@*@**@*O w p r 4 1 3 1 1 0 0 0 0 0 0 0 8";
    assert_eq!(Mill::default().ending(&played(text, "xd7")), None);
}

#[test]
fn a_side_without_a_move_loses() {
    let ending = |text| Mill::default().ending(&position(text));
    // Black has a7, d7, g7 and d6; White has a4, g4, b6, f6 and d5.
    let shut_in = "O*******/@O*****O/@@O***O@ b m s 5 0 4 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(ending(shut_in), Some(Ending::Win(Side::First)));
    let way_out_on_d5 = "********/@O*****O/@@O***O@ b m s 4 0 4 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(ending(way_out_on_d5), None);
    let flying = "********/OO*****O/@@O***O@ b m s 5 0 3 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(ending(flying), None);
}

#[test]
fn three_stones_fly_and_four_do_not() {
    let three = position("********/O*******/OO****@@ w m s 3 0 2 0 0 0 0 0 0 0 0 0 20");
    assert_eq!(Mill::default().count(&three), 0, "Black has only two stones");
    let three = position("***@****/O*******/OO****@@ w m s 3 0 3 0 0 0 0 0 0 0 0 0 20");
    assert_eq!(Mill::default().count(&three), 3 * 18);
    let four = position("***@****/O*******/OO**O*@@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 20");
    assert_eq!(moves(&four), ["d1-a1", "d1-d2", "d1-g1", "d6-b6", "d6-d5", "d6-f6", "g7-g4"]);
}

#[test]
fn white_moves_first_after_placing() {
    let state = played("O@O@O@O@/@O@O@O@O/******** w p p 8 1 8 1 0 0 0 0 0 0 0 0 9", "d7 g4");
    assert_eq!(state.phase(), Phase::Moving);
    assert_eq!(state.side(), Side::First);
    assert_eq!(state.fullmove(), 10);
    assert_eq!(moves(&state), ["d7-a7", "d7-g7"]);
}

#[test]
fn moving_back_into_a_mill_closes_it_again() {
    let text = "********/O******O/@O*@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(played(text, "g7-f6").removals(Side::First), 1);
    let text = "********/OO*****O/@**@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(played(text, "f6-g7").removals(Side::First), 0);
}

#[test]
fn closing_and_removing_are_noisy_and_moving_a_stone_is_reversible() {
    let game = Mill::default();
    let state = position("********/O******O/@O*@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20");
    let class = |word| game.class(&state, game.parse_move(&state, word).expect("legal"));
    assert_eq!(class("g7-f6"), MoveClass::Noisy);
    assert_eq!(class("g7-g4"), MoveClass::Quiet);
    let quiet = game.parse_move(&state, "g7-g4").expect("legal");
    assert!(!game.irreversible(&state, quiet));
    let removing = position("****@***/O*O****O/@@*****@ w p r 3 5 4 5 1 0 0 0 0 0 0 0 5");
    let taken = game.parse_move(&removing, "xd3").expect("legal");
    assert_eq!(game.class(&removing, taken), MoveClass::Noisy);
    assert!(game.irreversible(&removing, taken));
}
