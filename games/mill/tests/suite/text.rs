//! Tests of position and move texts, and of the drawing.

use plywright::testkit::rows;
use plywright::{Action, Game, Moves, Notation, OptionValue, ParseMoveError};
use plywright_mill::Mill;

use crate::positions::{START, position, variant, variant_with};

fn warning(text: &str) -> Option<String> {
    let game = Mill::default();
    game.position_warning(text, &position(&game, text))
}

fn rewritten(text: &str) -> String {
    let game = Mill::default();
    game.position_text(&position(&game, text))
}

#[test]
fn positions_are_written_as_they_were_read_or_corrected_with_one_warning() {
    for [text, written, part] in rows(include_str!("../data/texts.tsv")) {
        assert_eq!(rewritten(text), if written == "=" { text } else { written });
        let warning = warning(text);
        assert!(
            warning.as_deref().map_or(part == "-", |warning| warning.contains(part)),
            "{text}: {warning:?}"
        );
    }
}

#[test]
fn removals_of_a_blocked_side_are_written_so_that_they_can_be_read() {
    let game = variant("zhi-qi-classic");
    // White has no stone to take, because none is next to a white stone.
    let impossible = "OOO*****/********/@@@***** w m r 3 0 3 0 1 0 0 0 0 0 0 0 1 s:1";
    // Black takes a stone and moves. One point is empty, as before the second removal from a full board.
    let full = "@@@@@@@@/@@@OOOOO/OOOOOOO* b m s 12 0 11 0 0 0 0 0 0 0 0 0 30";
    // Black owes the second of two removals.
    let of_both = variant_with("zhi-qi-classic", &[("StalemateAction", OptionValue::Spin(5))]);
    let owed = "OOO*****/********/@@@***** w m r 3 0 3 0 1 1 0 0 0 0 0 0 1 s:1";
    for (game, text) in [(&game, impossible), (&game, full), (&of_both, owed)] {
        let state = position(game, text);
        assert_eq!(position(game, &game.position_text(&state)), state, "{text}");
    }
}

#[test]
fn marked_stones_need_a_stone_in_hand_or_a_removal_that_ends_placing() {
    let game = variant("cham-gonu");
    for over in [
        "OO******/********/X*@@@*OO w m s 4 0 3 0 0 0 0 0 0 0 0 0 20",
        "OO******/********/X*@@@*OO w m r 4 0 3 0 1 0 0 0 0 0 0 0 20",
    ] {
        let message = game.parse_position(over).expect_err(over).to_string();
        assert!(message.contains("board is") && message.contains("placing is over"), "{message}");
    }
    let removing = "OOO*****/********/X*@@@*OO w p r 5 0 3 0 1 0 0 0 0 0 0 0 12";
    let state = position(&game, removing);
    assert_eq!(game.position_text(&state), removing);
    // The form for editing a position does not write the phase.
    assert_eq!(position(&game, &removing.replace(" p r ", " n ? ")), state);
}

#[test]
fn captured_stones_are_those_of_a_capture_that_the_rules_have() {
    let game = variant("nine-mens-morris-leap");
    let text = "***O@***/********/@O*O*@** w m r 3 0 3 0 1 0 0 0 0 0 0 1 20 l:w-1-24|b-0-";
    assert_eq!(game.position_text(&position(&game, text)), text);
    for other in [text.replace("l:", "c:"), text.replace("l:", "i:")] {
        let message = game.parse_position(&other).expect_err(&other).to_string();
        assert!(message.contains("field 18") && message.contains("a capture of the rules"), "{message}");
    }
    // A field without points is no contradiction.
    for empty in ["c:w-0-|b-0-", "i:w-0-|b-0-"] {
        assert_eq!(game.position_text(&position(&game, &format!("{text} {empty}"))), text);
    }
}

/// White closes a mill and takes Black's last stone in hand. Black has two stones left and has lost.
#[test]
fn a_game_that_ends_by_a_stone_from_the_hand_is_written_so_that_it_can_be_read() {
    let game = variant("nine-mens-morris-from-hand");
    let mut state = position(&game, "@@******/********/OO****** w p p 2 7 2 1 0 0 0 0 0 0 0 0 9");
    let mv = game.parse_move(&state, "a7").expect("legal");
    game.play(&mut state, mv);
    assert_eq!(position(&game, &game.position_text(&state)), state);
}

#[test]
fn texts_that_number_points_from_0_are_the_same_positions() {
    for [name, text, written] in rows(include_str!("../data/numbered_from_0.tsv")) {
        let game = variant(name);
        let state = position(&game, text);
        assert_eq!(state, position(&game, written), "{text}");
        assert_eq!(game.position_text(&state), written, "{text}");
        assert_eq!(game.position_warning(text, &state), None, "{text}");
    }
}

/// In other programs, the field `p:` chooses the pair that an intervention takes. Here the rules choose the pair.
#[test]
fn a_preferred_removal_is_refused_under_rules_with_interventions() {
    let game = variant("nine-mens-morris-intervention");
    assert_eq!(position(&game, &format!("{START} p:0")), position(&game, START));
    let text = format!("{START} p:21");
    assert_eq!(rewritten(&text), START);
    let message = game.parse_position(&text).expect_err(&text).to_string();
    assert!(message.contains("field 18 is 'p:21'") && message.contains("intervention"), "{message}");
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
}

#[test]
fn errors_name_the_field_and_what_should_stand_there() {
    for [text, part, expected] in rows(include_str!("../data/refused.tsv")) {
        let message = Mill::default().parse_position(text).expect_err(text).to_string();
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
    let unreadable = "d h1 d8 d66 d6d d6- -d6 xx x 0000 none d6é d6-d5-d6 d6d5d6";
    for word in unreadable.split(' ').chain([""]) {
        assert!(matches!(game.parse_move(&start, word), Err(ParseMoveError::Syntax { .. })), "{word}");
    }
}

#[test]
fn a_slide_is_read_without_its_dash() {
    let game = Mill::default();
    let state = position(&game, "***@****/O*******/OO****@@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 20");
    for word in ["d6d5", "D6D5", "d6-d5"] {
        let mv = game.parse_move(&state, word).unwrap_or_else(|error| panic!("{word}: {error}"));
        assert_eq!(game.move_text(&state, mv), "d6-d5");
    }
}

#[test]
fn the_drawing_shows_every_point_in_its_place() {
    let game = Mill::default();
    let state = position(&game, "O*******/*******@/**@****O w p p 2 7 2 7 0 0 0 0 0 0 0 0 3");
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
fn the_drawing_says_where_a_side_with_stones_in_hand_may_move() {
    let caption = |name: &str| {
        let game = variant(name);
        let text = "O*******/*******@/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2";
        let drawing = game.drawing(&position(&game, text));
        drawing.lines().next_back().map(str::to_owned)
    };
    let expected = |duty: &str| Some(format!("White (O) to {duty}; in hand: White 8, Black 8"));
    assert_eq!(caption("lasker-morris"), expected("place or move"));
    assert_eq!(caption("nine-mens-morris"), expected("place"));
}

#[test]
fn each_move_is_a_single_action() {
    let game = Mill::default();
    let first_move = |text: &str| {
        let state = position(&game, text);
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        (game.move_text(&state, moves[0]), game.actions(&state, moves[0]))
    };
    let (text, actions) = first_move(START);
    assert_eq!(actions, [[Action::on("place", text)]]);
    let (text, actions) = first_move("@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10");
    assert_eq!(actions, [[Action::along("move", text.split('-'))]]);
    let (text, actions) = first_move("*O**@*@@/@O*O****/*@*OOO** w m r 6 0 5 0 1 0 0 0 0 0 0 10 22");
    assert_eq!(actions, [[Action::on("remove", &text[1..])]]);
}
