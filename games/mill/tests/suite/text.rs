//! Tests of position and move texts, and of the drawing.

use plywright::{Action, Game, Moves, Notation, ParseMoveError};
use plywright_mill::Mill;

use crate::positions::START;

fn error(text: &str) -> String {
    Mill::default().parse_position(text).expect_err(text).to_string()
}

fn warning(text: &str) -> Option<String> {
    let game = Mill::default();
    let state = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.position_warning(text, &state)
}

fn rewritten(text: &str) -> String {
    let game = Mill::default();
    game.position_text(&game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

#[test]
fn positions_are_written_as_they_were_read() {
    for text in [
        START,
        "O*@*O@**/*@@@**@O/**@OOO** w p r 6 1 7 2 1 0 0 0 0 0 0 0 8",
        "*OOO****/O**@O*@O/***@O@@@ b p r 7 2 6 2 0 1 0 0 0 0 0 0 7",
        "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10",
        "*O**@*@@/@O*O****/*@*OOO** w m r 6 0 5 0 1 0 0 0 0 0 0 10 22",
        "@**@*@@@/OOOO*@O*/O@*OOO** b p r 9 0 7 0 0 1 0 0 0 0 0 0 9",
        "O*******/@O*****O/@@O***O@ b o ? 5 0 4 0 0 0 0 0 0 0 0 0 20",
    ] {
        assert_eq!(rewritten(text), text);
        assert_eq!(warning(text), None, "{text}");
    }
}

#[test]
fn texts_that_contradict_themselves_are_read_with_one_warning() {
    let counts = "O**O**O*/********/O******@ w p p 3 6 2 7 0 0 0 0 0 0 0 0 3";
    assert_eq!(rewritten(counts), "O**O**O*/********/O******@ w p p 4 5 1 7 0 0 0 0 0 0 0 0 3");
    assert!(warning(counts).is_some_and(|w| w.contains("White has 4 stones on the board, not 3")));

    let midgame = "O*@*@@O*/***@****/O*@*@O** w m p 6 0 6 0 0 0 0 0 0 0 0 12 24";
    assert_eq!(rewritten(midgame), "O*@*@@O*/***@****/O*@*@O** w m s 4 0 6 0 0 0 0 0 0 0 0 12 24");
    assert!(warning(midgame).is_some_and(|w| w.contains("action")));

    let crossed = "OOO***@*/********/@*****@* w p r 3 6 3 6 0 1 8 9 0 0 65536 0 5";
    assert_eq!(rewritten(crossed), "OOO***@*/********/@*****@* w p r 3 6 3 6 1 0 0 0 0 0 0 0 5");
    assert!(warning(crossed).is_some());

    let phase = "********/O*******/@******* w m s 1 8 1 8 0 0 0 0 0 0 0 0 2";
    assert_eq!(rewritten(phase), "********/O*******/@******* w p p 1 8 1 8 0 0 0 0 0 0 0 0 2");
    assert!(warning(phase).is_some_and(|w| w.contains("phase")));
    assert!(warning("***@****/O*******/OO****@@ w o ? 3 0 3 0 0 0 0 0 0 0 0 0 20").is_some());
}

/// Without the cut, placing could put more stones on the board than a text may have.
#[test]
fn stones_in_hand_are_cut_to_those_of_the_rules() {
    let text = "O*O*O*O*/O*O*@*@*/@*@*@*@* w p p 6 5 6 3 0 0 0 0 0 0 0 0 7";
    assert!(warning(text).is_some_and(|w| w.contains("5 in hand, more than 9; 3 stay in hand")));
    assert_eq!(rewritten(text), "O*O*O*O*/O*O*@*@*/@*@*@*@* w p p 6 3 6 3 0 0 0 0 0 0 0 0 7");
}

#[test]
fn the_move_number_may_be_0_or_none() {
    for number in ["0", "-1", "1"] {
        let text = START.strip_suffix('1').expect("ends in 1").to_owned() + number;
        assert_eq!(rewritten(&text), START);
    }
    assert_eq!(rewritten("********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1"), START);
}

#[test]
fn missing_fields_are_filled_in() {
    let mut text = START;
    while let Some((shorter, _)) = text.rsplit_once(' ') {
        if shorter.contains(' ') {
            assert_eq!(rewritten(shorter), START, "{shorter}");
        }
        text = shorter;
    }
    let moving = "@**@*@@@/*OOO*@O*/O@*OOO** b";
    assert_eq!(rewritten(moving), "@**@*@@@/*OOO*@O*/O@*OOO** b m s 8 0 7 0 0 0 0 0 0 0 0 0 1");
    let placing = "********/O*******/@******* w p";
    assert_eq!(rewritten(placing), "********/O*******/@******* w p p 1 8 1 8 0 0 0 0 0 0 0 0 1");
    let removing = "********/OO*****O/@*****@* w p r";
    assert_eq!(rewritten(removing), "********/OO*****O/@*****@* w p r 3 6 2 7 1 0 0 0 0 0 0 0 1");
}

#[test]
fn errors_name_the_field_and_what_should_stand_there() {
    for (text, part, expected) in [
        ("", "board is ''", "3 groups of 8 signs"),
        ("********/******** w", "board", "3 groups of 8 signs"),
        ("********/********/*******é* w", "board", "3 groups of 8 signs"),
        ("********/********/*******o w", "board", "only the signs O @ * X"),
        ("********/********/*******X w", "board", "no X"),
        ("OOOOOOOO/OO******/******** w", "board", "at most 9 stones"),
        ("********/********/********", "side to move is ''", "w or b"),
        ("********/********/******** white", "side to move is 'white'", "one of w, b"),
        ("********/********/******** w q", "phase is 'q'", "one of n, r, p, m, o"),
        ("********/********/******** w p x", "action is 'x'", "one of p, s, r, ?"),
        ("********/********/******** w p p 99", "white stones on the board is '99'", "from 0 to 9"),
        ("********/********/******** w p p 0 10", "white stones in hand is '10'", "from 0 to 9"),
        ("********/********/******** w p p 0 9 0 -1", "black stones in hand is '-1'", "from 0 to 9"),
        ("********/********/******** w p p 0 9 0 9 1", "stones for White to remove is '1'", "at most 0"),
        ("********/********/******** w p r 0 9 0 9 0 0", "stones for White to remove is '0'", "at least 1"),
        ("********/********/O*****@@ w p p 1 8 2 7 0 1", "stones for Black to remove is '1'", "0, because"),
        ("********/********/O*****@@ w p r 1 8 2 7 1 1", "stones for Black to remove is '1'", "0, because"),
        ("********/********/O*****@@ w p r 1 8 2 7 3 0", "stones for White to remove is '3'", "at most 2"),
        (
            "********/********/******** w p p 0 9 0 9 0 0 3",
            "start of White's last mill is '3'",
            "from 8 to 31",
        ),
        (
            "********/********/******** w p p 0 9 0 9 0 0 0 0 0 32",
            "end of Black's last mill is '32'",
            "to 31",
        ),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 -7", "mask of mills is '-7'", "64 bits"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 99999999999999999999", "plies", "65535"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 -2", "move number is '-2'", "from -1"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1 1", "field 18 is '1'", "nothing"),
    ] {
        let message = error(text);
        assert!(message.contains(part) && message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn move_texts_tell_unreadable_from_illegal() {
    let game = Mill::default();
    let start = game.start();
    for word in ["d6", "D6", " a1 "] {
        assert!(game.parse_move(&start, word).is_ok(), "{word}");
    }
    for word in ["d4", "a1-b2", "g7-a1", "xd6", "Xd6", "d6-d5", "d6d5", "a1d4", "a2", "d6-d6"] {
        assert!(matches!(game.parse_move(&start, word), Err(ParseMoveError::Illegal { .. })), "{word}");
    }
    let unreadable = [
        "", "d", "h1", "d8", "d66", "d6d", "d6-", "-d6", "xx", "x", "0000", "none", "d6é", "d6-d5-d6",
        "d6d5d6",
    ];
    for word in unreadable {
        assert!(matches!(game.parse_move(&start, word), Err(ParseMoveError::Syntax { .. })), "{word}");
    }
}

#[test]
fn a_slide_is_read_without_its_dash() {
    let game = Mill::default();
    let state = game
        .parse_position("***@****/O*******/OO****@@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 20")
        .expect("a position");
    for word in ["d6d5", "D6D5", "d6-d5"] {
        let mv = game.parse_move(&state, word).unwrap_or_else(|error| panic!("{word}: {error}"));
        assert_eq!(game.move_text(&state, mv), "d6-d5");
    }
}

#[test]
fn the_drawing_shows_every_point_in_its_place() {
    let game = Mill::default();
    let state =
        game.parse_position("O*******/*******@/**@****O w p p 2 7 2 7 0 0 0 0 0 0 0 0 3").expect("readable");
    let expected = "\
7  O-----------*-----------*
   |           |           |
6  |   @-------*-------*   |
   |   |       |       |   |
5  |   |   *---O---*   |   |
   |   |   |       |   |   |
4  *---*---*       *---*---@
   |   |   |       |   |   |
3  |   |   *---*---*   |   |
   |   |       |       |   |
2  |   *-------*-------*   |
   |           |           |
1  *-----------*-----------*
   a   b   c   d   e   f   g
White (O) to place; in hand: White 7, Black 7";
    assert_eq!(game.drawing(&state), expected);
}

#[test]
fn a_move_is_one_thing_that_a_person_does() {
    let game = Mill::default();
    let first = |position: &str| {
        let state = game.parse_position(position).expect("a position");
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        (game.move_text(&state, moves[0]), game.actions(&state, moves[0]))
    };
    let (text, actions) = first(START);
    assert_eq!(actions, [[Action::on("place", text)]]);
    let (text, actions) = first("@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10");
    assert_eq!(actions, [[Action::along("move", text.split('-'))]]);
    let (text, actions) = first("*O**@*@@/@O*O****/*@*OOO** w m r 6 0 5 0 1 0 0 0 0 0 0 10 22");
    assert_eq!(actions, [[Action::on("remove", &text[1..])]]);
}
