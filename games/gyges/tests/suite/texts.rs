//! Tests of texts, actions, options and drawings.

use plywright::testkit::rows;
use plywright::{Action, Argument, Game, Notation, ParseMoveError, Playable, Side, State as _};
use plywright_gyges::{Gyges, Repetition, Rules, State, StuckRow};

pub(super) const START: &str = "321123/000000/000000/000000/000000/321123";

pub(super) fn position(text: &str) -> (Gyges, State) {
    let game = Gyges::default();
    let state = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (game, state)
}

#[test]
fn texts_of_positions_take_every_form() {
    let (game, state) = position(START);
    assert_eq!(state, game.start());
    assert_eq!(game.position_text(&state), format!("{START} 1"));
    let digits = format!("{}00", START.replace('/', ""));
    assert_eq!(game.parse_position(&digits), Ok(state));
    let without_goals = START.replace('/', "");
    assert_eq!(game.parse_position(&without_goals), Ok(state));
    for text in [format!("{without_goals} 2"), format!("{digits} 2"), format!("  {START}\t2 ")] {
        let (_, state) = position(&text);
        assert_eq!(state.side(), Side::Second, "{text}");
    }
}

#[test]
fn four_positions_have_names() {
    let names: Vec<_> = Gyges::default().named_positions().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["start", "bench", "test", "draw"]);
}

#[test]
fn errors_name_the_part_of_a_position_text_that_is_wrong() {
    let game = Gyges::default();
    for [text, part] in rows(include_str!("../data/refused.tsv")) {
        let error = game.parse_position(text).expect_err(text);
        assert!(error.part.starts_with(part), "{text}: {error}");
    }
}

#[test]
fn texts_that_are_no_moves_are_refused() {
    let (game, state) = position(START);
    let texts = "0 0| |1 0|1 0|1|2 0|36 0|99 36|0 -1|2 +0|8 000|8 a|b 0|8| 0|1|10|11 321123 pass 0|1|36";
    for text in texts.split(' ').chain([""]) {
        assert!(game.parse_move(&state, text).is_err(), "{text}");
    }
    assert!(game.parse_move(&state, " 0|8 ").is_ok());
    assert!(matches!(game.parse_move(&state, "e2e4"), Err(ParseMoveError::Syntax { .. })));
}

#[test]
fn options_change_the_rules() {
    let mut options = Gyges::default().options();
    let specs = options.specs();
    assert!(specs.iter().all(|option| option.of_rules));
    for (name, value) in [
        ("NullMoves", "true"),
        ("SquareOnce", "TRUE"),
        ("StuckRow", "Next-Row"),
        ("Repetition", "none"),
        ("Setup", "players"),
    ] {
        let option = specs.iter().find(|option| option.is_called(name)).expect(name);
        options.set(option.name, &option.parse(value).expect(value)).expect(name);
    }
    let rules = Rules {
        may_leave_board_unchanged: true,
        square_once: true,
        stuck_row: StuckRow::NextRow,
        repetition: Repetition::None,
        setup: true,
    };
    let game = options.game();
    assert_eq!(game.start(), Gyges::new(rules).start());
    assert_eq!(format!("{game:?}"), format!("{:?}", Gyges::new(rules)));
}

#[test]
fn actions_of_a_move_are_its_steps() {
    let game = Gyges::default();
    let steps = |text: &str, mv: &str| -> Vec<String> {
        let (_, state) = position(text);
        let mv = game.parse_move(&state, mv).expect(mv);
        let actions = game.actions(&state, mv);
        assert_eq!(actions.len(), 1);
        let word = |action: &Action| match &action.arguments[..] {
            [Argument::Word(word)] => format!("{} {word}", action.name),
            _ => action.name.to_owned(),
        };
        actions[0].iter().map(word).collect()
    };
    assert_eq!(steps(START, "0|13"), ["lift 0", "land 13"]);
    assert_eq!(steps(START, "5|4|20"), ["lift 5", "land 4", "drop 20"]);
    let goal = "000020/302201/102303/001010/300000/000000 2";
    for (text, mv, lift, land) in
        [(START, "0|18", "lift 0", "land 18"), (goal, "24|36", "lift 24", "land 36")]
    {
        let found = steps(text, mv);
        let [first, bounces @ .., last] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&first[..], &last[..]), (lift, land));
        assert!(bounces.iter().all(|step| step.starts_with("bounce ")), "{found:?}");
    }
}

#[test]
fn the_usual_way_comes_first_and_shows_its_path() {
    let (game, state) = position(START);
    let mv = game.parse_move(&state, "0|13").expect("a legal move");
    let ways = game.ways(&state, mv);
    assert_eq!(ways[..1], game.actions(&state, mv)[..]);
    let path = ways[0].iter().map(|action| &action.path).find(|path| !path.is_empty()).expect("a path");
    assert_eq!(path.len(), 4);
    // The piece on square 1 blocks the way to the right, so the path goes up first.
    assert_eq!(path[..2], ["0", "6"]);
    assert_eq!(path[3], "13");
}

#[test]
fn other_ways_to_the_same_end_bounce_on_other_pieces() {
    let (game, state) = position("202110/000330/000000/000200/000100/030123");
    let bounces = |way: &Vec<Action>| -> Vec<Action> {
        way.iter().filter(|action| action.name == "bounce").cloned().collect()
    };
    let mut ends_with_several_ways = 0;
    for start in [0, 2, 3, 4] {
        for end in 6..36 {
            let text = format!("{start}|{end}");
            let Ok(mv) = game.parse_move(&state, &text) else { continue };
            let ways = game.ways(&state, mv);
            assert!(ways.len() <= 4, "{text}");
            let has_path = |way: &Vec<Action>| way.iter().any(|action| !action.path.is_empty());
            assert!(ways.iter().all(has_path), "{text}");
            if ways.len() > 1 {
                ends_with_several_ways += 1;
                assert_ne!(bounces(&ways[0]), bounces(&ways[1]), "{text}");
            }
        }
    }
    assert!(ends_with_several_ways > 3, "{ends_with_several_ways}");
}

#[test]
fn the_drawing_has_rows_and_goals() {
    let (game, state) = position(START);
    let expected = "       (37)
30  3 2 1 1 2 3  35
24  . . . . . .  29
18  . . . . . .  23
12  . . . . . .  17
 6  . . . . . .  11
 0  3 2 1 1 2 3  5
       (36)
player one to move";
    assert_eq!(game.drawing(&state), expected);
}
