//! Tests of single rules on constructed positions.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::{Depth, Game, Hints as _, MoveClass, Notation, OptionValue, Playable};
use plywright_mill::Mill;

use crate::options::OTHERS;
use crate::positions::{moves, played, position, variant, variant_with};

/// Returns the rows of `rules.tsv`: variant, options, position, moves and outcome.
fn rows() -> impl Iterator<Item = [&'static str; 5]> {
    let lines = include_str!("../data/rules.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("five fields"))
}

/// Plays a line of moves. Returns the properties of the position and its legal moves, one word each.
fn outcome(game: &Mill, position: &str, line: &str) -> Vec<String> {
    let start = game.position_text(&game.start());
    let state = played(game, if position == "start" { &start } else { position }, line);
    let rules = game.draw_rules(&state);
    let text = game.position_text(&state);
    let field = |index: usize| text.split(' ').nth(index).unwrap_or_default();
    let legal = moves(game, &state);
    let facts = [
        format!("board={}", field(0)),
        format!("side={}", field(1)),
        format!("action={}{}", field(2), field(3)),
        format!("stones={}/{}", field(4), field(6)),
        format!("hands={}/{}", field(5), field(7)),
        format!("take={}/{}", field(8), field(9)),
        format!("number={}", field(16)),
        format!("captured={}", field(17)),
        format!("limit={}", rules.move_limit),
        format!("repetition={:?}", rules.repetition),
        format!("ending={:?}", game.ending(&state)),
        format!("moves={}", legal.len()),
    ];
    facts.into_iter().chain(legal).collect()
}

#[test]
fn each_rule_has_its_outcome_and_each_option_changes_it() {
    let mut wrong = Vec::new();
    for [name, options, text, line, expected] in rows() {
        let line = if line == "-" { "" } else { line };
        let specs = variant(name).options().specs();
        let parse = |option: &'static str| {
            let (name, value) = option.split_once('=').expect(option);
            let spec = specs.iter().find(|spec| spec.name == name).expect(name);
            (name, spec.parse(value).expect(option))
        };
        let values: Vec<_> = options.split(' ').filter(|option| *option != "-").map(parse).collect();
        let found = outcome(&variant_with(name, &values), text, line);
        let is_compared = expected.contains(" +") || expected.contains(" -") || !expected.starts_with('=');
        let without = if is_compared { &values[..values.len() - 1] } else { &values[..] };
        let before = outcome(&variant_with(name, without), text, line);
        for word in expected.split(' ') {
            let (sign, word) = word.split_at(1);
            let is_in = [&before, &found].map(|words| words.iter().any(|found| found == word));
            let holds = match sign {
                "+" => is_in == [false, true],
                "-" => is_in == [true, false],
                _ => is_in[1],
            };
            if !holds {
                wrong.push(format!("{name} {options} {text} {line}: {sign}{word}\n{before:?}\n{found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_option_has_a_row() {
    let specs = Mill::default().options().specs();
    let names = specs.iter().map(|spec| spec.name).filter(|name| !OTHERS.contains(name));
    // The options of captures have a test of their own.
    let names = names.filter(|name| !name.contains("Capture"));
    let has_row = |name: &str| {
        rows().any(|[_, options, ..]| options.split(' ').any(|option| option.split('=').next() == Some(name)))
    };
    let missing: Vec<&str> = names.filter(|name| !has_row(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn closing_and_removing_are_noisy_and_moving_a_stone_is_reversible() {
    let game = Mill::default();
    let sliding = "********/O******O/@O*@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20";
    let removing = "****@***/O*O****O/@@*****@ w p r 3 5 4 5 1 0 0 0 0 0 0 0 5";
    for (text, word, class) in [
        (sliding, "g7-f6", MoveClass::Noisy),
        (sliding, "g7-g4", MoveClass::Quiet),
        (removing, "xd3", MoveClass::Noisy),
    ] {
        let state = position(&game, text);
        let mv = game.parse_move(&state, word).expect("legal");
        assert_eq!(game.class(&state, mv), class, "{word}");
        assert_eq!(game.irreversible(&state, mv), word == "xd3", "{word}");
    }
}

/// Plays the move of each row. The rules enable the capture that the first row names, and set its option
/// `option` to `value`. Returns White's number of pending removals after each move; 0 if the move is illegal.
fn due(rows: &[[&str; 4]], option: &str, value: bool) -> Vec<String> {
    let name = |option: &str| rows[0][0].to_owned() + option;
    let names = [name("Enabled"), name("InPlacingPhase"), name(option)];
    let [enabled, placing, option] = names.each_ref().map(String::as_str);
    let values = [
        ("HasDiagonalLines", true),
        ("MayFly", false),
        ("MayMoveInPlacingPhase", true),
        (enabled, true),
        (placing, true),
        (option, value),
    ];
    let game = variant_with("nine-mens-morris", &values.map(|(name, on)| (name, OptionValue::Check(on))));
    let take = |[_, _, text, word]: &[&str; 4]| {
        let is_legal = game.parse_move(&position(&game, text), word).is_ok();
        let after = if is_legal { game.position_text(&played(&game, text, word)) } else { String::new() };
        after.split(' ').nth(8).unwrap_or("0").to_owned()
    };
    rows.iter().map(take).collect()
}

/// Tests each option of a capture on six rows of `line_captures.tsv`: along a side, across, along a diagonal,
/// moving with three stones, moving with four, and placing.
#[test]
fn options_of_captures_change_them() {
    let lines = include_str!("../data/line_captures.tsv").lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<[&str; 4]> =
        lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("four fields")).collect();
    for rows in rows.chunks(6) {
        let n = rows[0][1];
        for (option, value, expected) in [
            ("Enabled", true, [n; 6]),
            ("Enabled", false, ["0"; 6]),
            ("OnSquareEdges", false, ["0", n, n, "", "", ""]),
            ("OnCrossLines", false, [n, "0", n, "", "", ""]),
            ("OnDiagonalLines", false, [n, n, "0", "", "", ""]),
            ("InPlacingPhase", false, ["", "", "", n, n, "0"]),
            ("InMovingPhase", false, ["", "", "", "0", "0", n]),
            ("OnlyWhenOwnPiecesLeq3", true, ["", "", "", n, "0", n]),
        ] {
            let found = due(rows, option, value);
            let agrees = |(expected, found): (&&str, &String)| expected.is_empty() || expected == found;
            assert!(expected.iter().zip(&found).all(agrees), "{} {option}: {found:?}", rows[0][0]);
        }
    }
}

/// In this position only Black can move, many times in a row. A search that treated this as one long turn
/// would not end.
#[test]
fn moving_on_beside_a_blocked_side_spends_depth() {
    let game = variant("nine-mens-morris-blocked-passes");
    let state = played(&game, "*****OO*/**O@O*O@/O@@@O@O@ b m s 8 0 7 0 0 0 0 0 0 0 0 2 18", "");
    for depth in (1..=3).map(Depth) {
        let scores =
            [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF].map(|algorithm| {
                let table = Arc::new(Table::new(1).expect("memory"));
                let resources = Resources { selective: false, ..Resources::new(table) };
                let mut search = algorithm.search(game.clone(), game.eval(), resources);
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let found = search.search(&Root::new(&game, state), &limits, &Control::new(), &mut ());
                assert!(found.nodes < 1_000_000, "{}: {} nodes to {depth}", algorithm.name(), found.nodes);
                found.score()
            });
        assert!(scores.iter().all(|score| *score == scores[0]), "depth {depth}: {scores:?}");
    }
}
