//! Tests of texts, actions, options and drawings.

use std::collections::{BTreeSet, HashSet};

use plywright::testkit::rows;
use plywright::{Action, Argument, Game, Moves, Notation, ParseMoveError, Playable, Side, State as _};
use plywright_gyges::{Gyges, Move, Repetition, Rules, State, StuckRow};

use super::reference::listed;

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

/// Returns the squares on which a way bounces, and all squares of its path.
pub(super) fn bounces_and_path(way: &[Action]) -> [Vec<usize>; 2] {
    let number = |name: &String| name.parse().expect("a square");
    let mut bounces = Vec::new();
    for action in way.iter().filter(|action| action.name == "bounce") {
        let [Argument::Word(square)] = &action.arguments[..] else { panic!("{action:?}") };
        bounces.push(number(square));
    }
    [bounces, way.iter().flat_map(|action| &action.path).map(number).collect()]
}

/// Checks that each step of a path goes to a neighbouring square, and that no two steps cross the same edge.
fn assert_no_edge_twice(path: &[usize]) {
    let mut edges = HashSet::new();
    for step in path.windows(2) {
        let (a, b) = (step[0].min(step[1]), step[0].max(step[1]));
        assert!(b - a == 6 || (b - a == 1 && b % 6 != 0), "{path:?}");
        assert!(edges.insert((a, b)), "{path:?}");
    }
}

/// Checks that the leg from each stop to the next one has as many steps as the piece on the first stop has rings, and
/// passes only empty squares. The first stop, where the piece was lifted, counts as empty.
fn assert_steps(rings: &[usize], stops: &[usize], path: &[usize]) {
    let mut at = 0;
    for leg in stops.windows(2) {
        let length = rings[leg[0]];
        for passed in &path[at + 1..at + length] {
            assert!(*passed == stops[0] || rings[*passed] == 0, "{path:?}");
        }
        at += length;
        assert_eq!(path[at], leg[1]);
    }
    assert_eq!(at + 1, path.len());
}

#[test]
fn ways_to_the_same_end_keep_to_the_rules_and_bounce_on_different_pieces() {
    const BOARD: &str = "202110/000330/000000/000200/000100/030123";
    let (game, state) = position(BOARD);
    let rings: Vec<usize> = BOARD.replace('/', "").bytes().map(|digit| usize::from(digit - b'0')).collect();
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let (mut ends, mut several, mut all) = (HashSet::new(), 0, 0);
    for mv in moves {
        let (Move::Go { start, end } | Move::Replace { start, end, .. }) = mv else { panic!("{mv:?}") };
        // Moves that differ only in the drop have the same ways.
        if end.is_goal() || !ends.insert((start, end)) {
            continue;
        }
        let ways: Vec<_> = game.ways(&state, mv).iter().map(|way| bounces_and_path(way)).collect();
        assert!(ways.len() <= 4, "{mv:?}");
        several += usize::from(ways.len() > 1);
        all += ways.len();
        for (index, [bounces, path]) in ways.iter().enumerate() {
            assert!(ways[..index].iter().all(|[others, _]| others != bounces), "{mv:?}");
            assert_no_edge_twice(path);
            let stops = [&[start.number()][..], bounces, &[end.number()]].concat();
            assert_steps(&rings, &stops, path);
        }
    }
    assert!(several > 10 && all > 60, "{several} ends with several ways, {all} ways");
}

#[test]
fn moves_of_the_view_are_the_moves_of_the_position() {
    for board in [START, "202110/000330/000000/000200/000100/030123"] {
        let text = format!("{board} 2");
        let (game, state) = position(&text);
        let view = game.mover_pov(&state);
        assert_eq!((view.side(), game.mover_pov(&view)), (Side::First, view));
        let seen = listed(&game, &game.position_text(&view));
        let resolve = |text: &String| game.resolve_mover_pov(&state, text);
        let resolved: BTreeSet<String> = seen.iter().map(resolve).collect();
        assert_eq!(resolved.len(), seen.len(), "{text}");
        assert_eq!(resolved, listed(&game, &text));
    }
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
