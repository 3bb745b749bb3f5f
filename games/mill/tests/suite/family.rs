//! Rules in which family members differ from Nine Men's Morris, on positions made for them, where the rule's
//! option alone does not show all.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::{Depth, Ending, Game, Notation, Playable, Side, State as _};
use plywright_mill::{Mill, MillWhilePlacing, Phase, Rules, Stalemate};

use crate::positions::{moves, opened, played, variant};

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
fn stepping_between_two_stones_takes_both() {
    let game = variant("mul-mulan");
    let text = "*******O/********/*******O b p p 2 7 0 9 0 0 0 0 0 0 0 0 2";
    let state = played(&game, text, "b6");
    assert_eq!((state.side(), state.removals(Side::Second)), (Side::Second, 2));
    let state = played(&game, text, "b6 xa7");
    assert_eq!(moves(&game, &state), ["xc5"]);
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
