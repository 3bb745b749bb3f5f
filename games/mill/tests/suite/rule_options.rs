//! Every option of a rule changes that rule: positions in which the rule decides, with the outcome.

use plywright::{Game, Notation, OptionValue, Playable, Side, State};
use plywright_mill::Mill;

use crate::options::OTHERS;
use crate::positions::{moves, played, variant_with};

/// An option with a value, the other options that it needs, and a position with moves to play.
#[derive(Clone, Copy)]
struct Row {
    option: &'static str,
    value: &'static str,
    needs: &'static [(&'static str, &'static str)],
    /// Text of the position; empty for the start of the game.
    position: &'static str,
    moves: &'static str,
    /// Words that the value removes from the outcome (`-`) and adds to it (`+`).
    change: &'static str,
}

const fn row(
    option: &'static str,
    value: &'static str,
    position: &'static str,
    moves: &'static str,
    change: &'static str,
) -> Row {
    Row { option, value, needs: &[], position, moves, change }
}

const fn with(needs: &'static [(&'static str, &'static str)], row: Row) -> Row {
    Row { needs, ..row }
}

const START: &str = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1";
const MILL: &str = "a7 d1 d7 g1 g7";
const SHUT_IN: &str = "*O******/@O*****O/@@O***O@ w m s 5 0 4 0 0 0 0 0 0 0 0 0 20";
const MOVING: &str = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 59 40";
const FOUR_AGAINST_THREE: &str = "***@***O/**@OO***/**@****O w m s 4 0 3 0 0 0 0 0 0 0 0 9 30";
const FULL: &str = "O@O@@O@O/@O@OO@O@/O@O@@O@* w p p 11 1 12 0 0 0 0 0 0 0 0 0 12";
const ALMOST_FULL: &str = "O@O@O@O@/@O@O@O@O/O@O@O*** b p p 11 1 10 2 0 0 0 0 0 0 0 0 11";
const TWELVE: &[(&str, &str)] = &[("PiecesCount", "12")];

const ROWS: &[Row] = &[
    row("PiecesCount", "12", "", "", "+hands=12/12"),
    row("FlyPieceCount", "4", FOUR_AGAINST_THREE, "", "+a7-a1 +c5-g7"),
    row("PiecesAtLeastCount", "4", FOUR_AGAINST_THREE, "", "+ending=Some(Win(First)) -a7-a4"),
    row("NMoveRule", "60", MOVING, "", "-limit=100 +limit=60"),
    row("EndgameNMoveRule", "10", FOUR_AGAINST_THREE, "", "-limit=100 +limit=10"),
    row("MillFormationActionInPlacingPhase", "1", START, MILL, "+side=b +hands=6/6 -xd1"),
    row("MillFormationActionInPlacingPhase", "2", START, MILL, "+action=pp +hands=6/6 -xd1"),
    row("MillFormationActionInPlacingPhase", "3", START, MILL, "+side=b +take=0/-1"),
    row(
        "MillFormationActionInPlacingPhase",
        "4",
        START,
        "a7 d1 d7 g1 g7 xd1",
        "+board=********/********/OO*@X**O -d1",
    ),
    row("MillFormationActionInPlacingPhase", "5", START, MILL, "+side=b +take=0/0 -xd1"),
    with(
        TWELVE,
        row("BoardFullAction", "1", FULL, "a7", "+action=mr +take=1/1 +xa4 -ending=Some(Win(Second))"),
    ),
    with(TWELVE, row("BoardFullAction", "2", FULL, "a7", "+side=b +take=1/1 +xa7 -ending=Some(Win(Second))")),
    with(
        TWELVE,
        row("BoardFullAction", "3", FULL, "a7", "+action=mr +take=1/0 +xa4 -ending=Some(Win(Second))"),
    ),
    with(TWELVE, row("BoardFullAction", "4", FULL, "a7", "-ending=Some(Win(Second)) +ending=Some(Draw)")),
    row("StalemateAction", "1", SHUT_IN, "e5-d5", "-ending=Some(Win(First)) +side=w +a4-a1"),
    row("StalemateAction", "2", SHUT_IN, "e5-d5", "-ending=Some(Win(First)) +take=0/1 +xa4"),
    row("StalemateAction", "3", SHUT_IN, "e5-d5", "-ending=Some(Win(First)) +take=0/1 +xa4"),
    row("StalemateAction", "4", SHUT_IN, "e5-d5", "-ending=Some(Win(First)) +ending=Some(Draw)"),
    row("StalemateAction", "5", SHUT_IN, "e5-d5", "-ending=Some(Win(First)) +take=1/1"),
    row("MillWins", "true", START, MILL, "+ending=Some(Win(First)) -xd1"),
    row(
        "MayFly",
        "false",
        "***@***O/**@O****/**@****O w m s 3 0 3 0 0 0 0 0 0 0 0 9 30",
        "",
        "-a7-a1 -f2-d7",
    ),
    row("HasDiagonalLines", "true", START, "a7 d1 b6 g1 c5", "+side=w +take=1/0 +xd1"),
    row(
        "MayRemoveFromMillsAlways",
        "true",
        "O*******/O*******/O**@@@@* w p r 3 5 4 5 1 0 0 0 0 0 0 0 5",
        "",
        "+xa1 +xd1 +xg1",
    ),
    row(
        "MayRemoveMultiple",
        "true",
        "**O*****/*O*O****/@*O**@*@ w p p 4 4 3 5 0 0 0 0 0 0 0 0 5",
        "f4",
        "-take=1/0 +take=2/0",
    ),
    row("MayMoveInPlacingPhase", "true", START, "d6 d2", "+d6-b6 +d6-d5 +d6-d7 +d6-f6"),
    row(
        "IsDefenderMoveFirst",
        "true",
        "O@O@O@O@/@O@O@O@O/O******* b p p 9 0 8 1 0 0 0 0 0 0 0 0 9",
        "a4",
        "-side=w +side=b +a4-a1 -d7-a7",
    ),
    row(
        "RestrictRepeatedMillsFormation",
        "true",
        "@**@**@*/*O**@**O/OO**@**O w m s 5 0 5 0 0 0 0 0 0 0 0 0 20",
        "d7-d6 xd1 d5-e5",
        "-d6-d7",
    ),
    row(
        "OneTimeUseMill",
        "true",
        "********/O******O/@O*@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20",
        "g7-f6 xg1 a1-d1 f6-g7 d1-a1 g7-f6",
        "-take=1/0 +side=b +take=0/0",
    ),
    with(
        TWELVE,
        row("StopPlacingWhenTwoEmptySquares", "true", ALMOST_FULL, "a1", "-hands=1/1 +hands=0/0 +d7-a7 -a4"),
    ),
    row(
        "ThreefoldRepetitionRule",
        "false",
        FOUR_AGAINST_THREE,
        "",
        "-repetition=Draw(3) +repetition=Allowed",
    ),
];

/// The draw rules, the fields of the position's text, the ending and the legal moves, one word each.
fn outcome(game: &Mill, row: &Row) -> Vec<String> {
    let start = game.position_text(&game.start());
    let position = if row.position.is_empty() { &start } else { row.position };
    let state = played(game, position, row.moves);
    let rules = game.draw_rules(&state);
    let text = game.position_text(&state);
    let field = |index: usize| text.split(' ').nth(index).unwrap_or_default().to_owned();
    let mut words = vec![
        format!("board={}", field(0)),
        format!("side={}", field(1)),
        format!("action={}{}", field(2), field(3)),
        format!("hands={}/{}", field(5), field(7)),
        format!("take={}/{}", field(8), field(9)),
        format!("limit={}", rules.move_limit),
        format!("repetition={:?}", rules.repetition),
        format!("ending={:?}", game.ending(&state)),
    ];
    words.extend(moves(game, &state));
    words
}

#[test]
fn each_rule_option_changes_its_rule() {
    let specs = Mill::default().options().specs();
    let game = |values: &[(&'static str, &str)]| {
        let parse = |(name, text): &(&'static str, &str)| {
            let spec = specs.iter().find(|spec| spec.name == *name).expect(name);
            (*name, spec.parse(text).expect(name))
        };
        variant_with("nine-mens-morris", &values.iter().map(parse).collect::<Vec<_>>())
    };
    for row in ROWS {
        let (option, value) = (row.option, row.value);
        let default = outcome(&game(row.needs), row);
        let changed = outcome(&game(&[row.needs, &[(option, value)]].concat()), row);
        for word in row.change.split(' ') {
            let (without, with) = match word.split_at(1) {
                ("+", word) => (!default.contains(&word.into()), changed.contains(&word.into())),
                (_, word) => (default.contains(&word.into()), !changed.contains(&word.into())),
            };
            assert!(without && with, "{option} {value}: {word}\n{default:?}\n{changed:?}");
        }
    }
}

/// After a blocked side has removed a stone, it moves (2) or its opponent does (3).
#[test]
fn a_blocked_side_takes_a_stone_and_moves_or_not() {
    for (value, side) in [(2, Side::Second), (3, Side::First)] {
        let game = variant_with("nine-mens-morris", &[("StalemateAction", OptionValue::Spin(value))]);
        assert_eq!(played(&game, SHUT_IN, "e5-d5 xa4").side(), side, "{value}");
    }
}

#[test]
fn every_rule_option_has_a_row() {
    let specs = Mill::default().options().specs();
    let names = specs.iter().map(|spec| spec.name).filter(|name| !OTHERS.contains(name));
    // Captures have tests of their own.
    let names = names.filter(|name| !name.contains("Capture"));
    let missing: Vec<&str> = names.filter(|name| ROWS.iter().all(|row| row.option != *name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
