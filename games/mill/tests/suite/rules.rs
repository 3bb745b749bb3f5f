//! Tests of single rules on constructed positions.

use std::sync::Arc;

use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::testkit::rows;
use plywright::{
    Depth, Game, Hints as _, MoveClass, Notation, OptionValue, Playable, Symmetric as _, Symmetry,
};
use plywright_mill::Mill;

use crate::options::NOT_RULES;
use crate::positions::{moves, position, variant, variant_with};

/// The cases. A row has a variant, options, a position, moves and the words of the outcome that are tested.
const RULES: &str = include_str!("../data/rules.tsv");

/// Plays a line of moves. Returns the properties of the last position and its legal moves, one word each; only the word
/// `illegal` if a move is illegal.
fn outcome(game: &Mill, origin: &str, line: &str) -> Vec<String> {
    let start = game.position_text(&game.start());
    let mut state = position(game, if origin == "start" { &start } else { origin });
    for word in line.split_whitespace() {
        let Ok(mv) = game.parse_move(&state, word) else { return vec!["illegal".to_owned()] };
        game.play(&mut state, mv);
    }
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
    for [name, options, text, line, expected] in rows(RULES) {
        let line = if line == "-" { "" } else { line };
        let specs = variant(name).options().specs();
        let parse = |option: &'static str| {
            let (name, value) = option.split_once('=').expect(option);
            let spec = specs.iter().find(|spec| spec.name == name).expect(name);
            (name, spec.parse(value).expect(option))
        };
        let values: Vec<_> = options.split(' ').filter(|option| *option != "-").map(parse).collect();
        let found = outcome(&variant_with(name, &values), text, line);
        // A word that begins with `=` must be in the outcome with all options; a word with `+` only if the last option
        // is set, and a word with `-` only if it is not.
        let is_compared = expected.split(' ').any(|word| !word.starts_with('='));
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
    let names = specs.iter().map(|spec| spec.name).filter(|name| !NOT_RULES.contains(name));
    let has_row = |name: &str| {
        rows(RULES).any(|[_, options, _, _, _]| {
            options.split(' ').any(|option| option.split('=').next() == Some(name))
        })
    };
    let missing: Vec<&str> = names.filter(|name| !has_row(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn closing_and_removing_are_noisy_and_moving_a_stone_is_reversible() {
    let game = Mill::default();
    let sliding = "********/O******O/@O*@*@@* w m s 3 0 4 0 0 0 0 0 0 0 0 0 20";
    let removing = "****@***/O*O****O/@@*****@ w p r 3 5 4 5 1 0 0 0 0 0 0 0 5";
    for (text, word, class, is_irreversible) in [
        (sliding, "g7-f6", MoveClass::Noisy, false),
        (sliding, "g7-g4", MoveClass::Quiet, false),
        (removing, "xd3", MoveClass::Noisy, true),
    ] {
        let state = position(&game, text);
        let mv = game.parse_move(&state, word).expect("legal");
        assert_eq!(game.class(&state, mv), class, "{word}");
        assert_eq!(game.irreversible(&state, mv), is_irreversible, "{word}");
    }
}

/// White's stone on c3 parts two pairs, of which it takes one.
#[test]
fn symmetries_keep_the_pair_that_an_intervention_takes() {
    let intervention = ("InterventionCaptureEnabled", OptionValue::Check(true));
    let game = variant_with("seven-mens-morris", &[intervention]);
    let state = position(&game, "@*@*@*@*/********/* w p p 0 7 4 3 0 0 0 0 0 0 0 0 5");
    let mv = game.parse_move(&state, "c3").expect("legal");
    let after = |mut state, mv| {
        game.play(&mut state, mv);
        state
    };
    for symmetry in Symmetry::first(game.symmetries()) {
        let image = after(game.image(&state, symmetry), game.image_of_move(mv, symmetry));
        assert_eq!(image, game.image(&after(state, mv), symmetry));
    }
}

/// In this position, only Black can move, many times in a row. A search would not end if it treated these moves as one
/// turn.
#[test]
fn moves_beside_a_blocked_side_use_up_depth() {
    let game = variant("nine-mens-morris-blocked-passes");
    let state = position(&game, "*****OO*/**O@O*O@/O@@@O@O@ b m s 8 0 7 0 0 0 0 0 0 0 0 2 18");
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
