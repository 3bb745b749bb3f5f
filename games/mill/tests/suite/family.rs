//! Rules in which family members differ from Nine Men's Morris, each on a position made for it.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::{Depth, Ending, Game, Notation, Playable, Side, State as _};
use plywright_mill::{BoardFull, CaptureRule, Mill, MillWhilePlacing, Phase, Rules, Stalemate};

use crate::positions::{moves, opened, played, position, variant};

#[test]
fn diagonals_are_lines_to_move_along_and_mills() {
    let game = variant("twelve-mens-morris");
    let state = opened(&game, "a7 d1 b6 g1 c5");
    assert_eq!(state.removals(Side::First), 1);
    let corner = "****O***/********/OO@*@*@O w m s 4 0 3 0 0 0 0 0 0 0 0 0 20";
    let state = position(&game, corner);
    assert!(moves(&game, &state).contains(&"a7-b6".to_owned()));
}

#[test]
fn a_mill_of_dooz_takes_a_stone_from_the_hand() {
    let game = variant("dooz");
    let state = opened(&game, "a7 d1 d7 g1 g7");
    assert_eq!(state.side(), Side::Second);
    assert_eq!((state.hand(Side::Second), state.total(Side::Second)), (9, 11));
}

#[test]
fn a_lasker_turn_may_place_or_move() {
    let game = variant("lasker-morris");
    let state = opened(&game, "d6 d2");
    let texts = moves(&game, &state);
    assert_eq!(texts.len(), 22 + 4);
    assert!(texts.contains(&"d6-d5".to_owned()) && texts.contains(&"d5".to_owned()));
}

#[test]
fn a_mill_used_once_takes_no_second_stone() {
    let game = variant("russian-mill");
    let text = "********/O******O/@O*@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(played(&game, text, "g7-f6").removals(Side::First), 1);
    let state = played(&game, text, "g7-f6 xg1 a1-d1 f6-g7 d1-a1 g7-f6");
    assert_eq!((state.side(), state.removals(Side::First)), (Side::Second, 0));
}

#[test]
fn stones_taken_while_placing_block_their_points_until_its_end() {
    let game = variant("cham-gonu");
    let state = opened(&game, "a7 d1 d7 g1 g7 xd1");
    assert!(state.marked().contains(game.board().point("d1").expect("a point")));
    assert_eq!(state.total(Side::Second), 11);
    assert!(game.parse_move(&state, "d1").is_err());
    assert!(game.position_text(&state).contains('X'));
}

#[test]
fn marked_stones_leave_the_board_when_placing_ends() {
    let game = variant("cheng-san-qi");
    let text = "O@O@O@O@/@O@O@O@O/X******* b p p 8 0 8 1 0 0 0 0 0 0 0 0 9";
    let state = played(&game, text, "a4");
    assert_eq!(state.phase(), Phase::Moving);
    assert!(state.marked().is_empty());
}

#[test]
fn the_second_player_may_have_the_first_move() {
    let text = "O@O@O@O@/@O@O@O@O/O@O***** b p p 11 0 9 1 0 0 0 0 0 0 0 0 12";
    assert_eq!(played(&variant("nerenchi"), text, "a4").side(), Side::Second);
    assert_eq!(played(&variant("twelve-mens-morris"), text, "a4").side(), Side::First);
}

#[test]
fn morabaraba_forbids_to_swing_back_at_once() {
    // White swings from the mill a7 d7 g7 to the mill b6 d6 f6.
    let text = "@**@**@*/*O**@**O/OO**@**O w m s 5 0 5 0 0 0 0 0 0 0 0 0 20";
    let swings_back = |name| {
        let game = variant(name);
        let state = played(&game, text, "d7-d6 xd1 d5-e5");
        game.parse_move(&state, "d6-d7").is_ok()
    };
    assert!(!swings_back("morabaraba"));
    assert!(swings_back("twelve-mens-morris"));
}

#[test]
fn two_mills_take_two_stones_where_the_rules_say_so() {
    let game = Mill::new(Rules { may_remove_multiple: true, ..Rules::default() });
    let state = played(&game, "**O*****/*O*O****/@*O**@*@ w p p 4 4 3 5 0 0 0 0 0 0 0 0 5", "f4");
    assert_eq!(state.removals(Side::First), 2);
}

#[test]
fn stepping_between_two_stones_takes_both() {
    let game = variant("mul-mulan");
    let text = "*******O/********/*******O b p p 2 7 0 9 0 0 0 0 0 0 0 0 2";
    let state = played(&game, text, "b6");
    assert_eq!((state.side(), state.removals(Side::Second)), (Side::Second, 2));
    assert!(game.position_text(&state).ends_with("i:w-0-|b-2-15.31"));
    let state = played(&game, text, "b6 xa7");
    assert_eq!(moves(&game, &state), ["xc5"]);
}

#[test]
fn a_stone_between_two_of_the_opponent_is_taken() {
    let game = Mill::new(Rules { custodian_capture: CaptureRule::ON, ..Rules::default() });
    let text = "********/********/O@****** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2";
    assert_eq!(played(&game, text, "a7").removals(Side::First), 0, "g7 is no middle of a line");
    let text = "********/********/@O****** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2";
    let state = played(&game, text, "a7");
    assert_eq!((state.removals(Side::First), moves(&game, &state)), (1, vec!["xd7".to_owned()]));
}

#[test]
fn leaping_over_a_stone_takes_it() {
    let game =
        Mill::new(Rules { leap_capture: CaptureRule::ON_AFTER_PLACING, may_fly: false, ..Rules::default() });
    let text = "****@***/********/@O***O@* w m s 2 0 3 0 0 0 0 0 0 0 0 0 20";
    assert_eq!(game.count(&position(&game, text)), 0, "two stones have lost");
    let text = "****@***/****O***/@O***O@* w m s 3 0 3 0 0 0 0 0 0 0 0 0 20";
    let state = played(&game, text, "g7-a7");
    assert_eq!(moves(&game, &state), ["xd7"]);
}

#[test]
fn the_opponent_may_have_to_take_a_stone_of_his_own() {
    let action = MillWhilePlacing::OpponentRemovesOwn;
    let game = Mill::new(Rules { mill_while_placing: action, ..Rules::default() });
    let state = opened(&game, "a7 d1 d7 g1 g7");
    assert_eq!((state.side(), state.removals(Side::Second)), (Side::Second, -1));
    assert_eq!(moves(&game, &state), ["xd1", "xg1"]);
    assert_eq!(game.position_text(&state), "********/********/OO*@@**O b p r 3 6 2 7 0 -1 0 0 0 0 0 0 3");
    let state = played(&game, &game.position_text(&state), "xd1");
    assert_eq!((state.side(), state.removals(Side::Second), state.total(Side::Second)), (Side::Second, 0, 8));
    assert_eq!(moves(&game, &state).len(), 20, "then it places");
}

#[test]
fn a_stone_that_the_opponent_takes_of_his_own_stands_outside_mills() {
    let action = MillWhilePlacing::OpponentRemovesOwn;
    let game = Mill::new(Rules { mill_while_placing: action, ..Rules::default() });
    let state = played(&game, "@@@****@/********/OO*****O b p r 3 5 4 4 0 -1 0 0 0 0 0 0 5", "");
    assert_eq!(moves(&game, &state), ["xe4"]);
    // The second player places the last stone. The first player removes one of his own stones and then moves.
    let last = "O@O*O@*O/O@*O@***/@@OO@O@* b p p 9 0 8 1 0 0 0 0 0 0 0 0 9";
    let state = played(&game, last, "a7 xd5");
    assert_eq!((state.phase(), state.side(), state.removals(Side::First)), (Phase::Moving, Side::First, 0));
}

#[test]
fn mills_are_counted_at_the_end_of_el_filja() {
    let game = variant("el-filja");
    let text = "@O@@O@@@/OOO@@@O@/O@OOOO@* w p p 11 1 12 0 0 0 0 0 0 0 0 0 12";
    let state = played(&game, text, "a7");
    assert_eq!((state.removals(Side::First), state.removals(Side::Second)), (1, 2));
    assert_eq!(state.side(), Side::First);
}

#[test]
fn a_full_board_ends_as_the_rules_say() {
    let full = "O@O@@O@O/@O@OO@O@/O@O@@O@* b p p 12 0 11 1 0 0 0 0 0 0 0 0 12";
    let with = |board_full| Mill::new(Rules { piece_count: 12, board_full, ..Rules::default() });
    let ending = |board_full| {
        let game = with(board_full);
        game.ending(&played(&game, full, "a7"))
    };
    assert_eq!(ending(BoardFull::FirstPlayerLoses), Some(Ending::Win(Side::Second)));
    assert_eq!(ending(BoardFull::Draw), Some(Ending::Draw));
    assert_eq!(ending(BoardFull::FirstAndSecondRemove), None);
    let game = with(BoardFull::SecondAndFirstRemove);
    let state = played(&game, full, "a7");
    assert_eq!(
        (state.side(), state.removals(Side::First), state.removals(Side::Second)),
        (Side::Second, 1, 1)
    );
}

#[test]
fn a_side_without_a_move_fares_as_the_rules_say() {
    let shut_in = "O*******/@O*****O/@@O***O@ b m s 5 0 4 0 0 0 0 0 0 0 0 0 20";
    let with = |stalemate| Mill::new(Rules { stalemate, ..Rules::default() });
    let read = |stalemate| with(stalemate).parse_position(shut_in).expect("readable");
    assert_eq!(with(Stalemate::Draw).ending(&read(Stalemate::Draw)), Some(Ending::Draw));
    assert_eq!(read(Stalemate::ChangeSide).side(), Side::First);
    let state = read(Stalemate::RemoveAndMove);
    let game = with(Stalemate::RemoveAndMove);
    assert_eq!(moves(&game, &state), ["xa4", "xb6", "xd5", "xf6", "xg4"]);
    let after = played(&game, shut_in, "xd5");
    assert_eq!((after.side(), moves(&game, &after)), (Side::Second, vec!["d6-d5".to_owned()]));
    let game = with(Stalemate::BothRemove);
    let after = played(&game, shut_in, "xa4");
    assert_eq!((after.side(), after.removals(Side::First)), (Side::First, 1));
}

#[test]
fn a_mill_may_take_from_the_hand_and_leave_the_turn() {
    let action = MillWhilePlacing::RemoveFromHandThenSelf;
    let game = Mill::new(Rules { mill_while_placing: action, ..Rules::default() });
    let state = opened(&game, "a7 d1 d7 g1 g7");
    assert_eq!((state.side(), state.hand(Side::Second)), (Side::First, 6));
}

/// Only Black can move, again and again. A search that took this for one long turn would not end.
#[test]
fn moving_on_beside_a_blocked_side_spends_depth() {
    let game = variant("nine-mens-morris-blocked-passes");
    let state = played(&game, "*****OO*/**O@O*O@/O@@@O@O@ b m s 8 0 7 0 0 0 0 0 0 0 0 2 18", "");
    let root = Root::new(&game, state);
    for depth in (1..=3).map(Depth) {
        let scores =
            [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF].map(|algorithm| {
                let table = Arc::new(Table::new(1).expect("memory"));
                let resources = Resources { selective: false, ..Resources::new(table) };
                let mut search = algorithm.search(game.clone(), game.eval(), resources);
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let found = search.search(&root, &limits, &Control::new(), &mut ());
                assert!(
                    found.nodes < 1_000_000,
                    "{} took {} nodes to depth {depth}",
                    algorithm.name(),
                    found.nodes
                );
                found.score()
            });
        assert!(scores.iter().all(|score| *score == scores[0]), "depth {depth}: {scores:?}");
    }
}
