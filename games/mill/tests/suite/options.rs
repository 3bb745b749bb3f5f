//! Tests of the options.

use plywright::engine::{DynEngine, Engine, Go};
use plywright::{Depth, Eval, GameOptions, OptionKind, OptionSpec, OptionValue, Playable};
use plywright_mill::{Database, Mill};

use crate::positions::{engine, engine_at, position, searched, variant, variant_with};

pub const NOT_RULES: [&str; 6] = [
    "ConsiderMobility",
    "DrawOnHumanExperience",
    "EndgameTables",
    "OpeningTables",
    "UsePerfectDatabase",
    "PerfectDatabasePath",
];

/// Returns two values for an option: one that is not the default, and the default.
fn other_and_default(kind: &OptionKind) -> [OptionValue; 2] {
    match *kind {
        OptionKind::Check { default } => [!default, default].map(OptionValue::Check),
        OptionKind::Spin { default, min, max } => {
            [if default == min { max } else { min }, default].map(OptionValue::Spin)
        }
        _ => panic!("only switches and numbers"),
    }
}

fn rule_options(game: &Mill) -> Vec<OptionSpec> {
    let mut options = game.options().specs();
    options.retain(|option| !NOT_RULES.contains(&option.name));
    options
}

#[test]
fn every_rule_option_takes_its_change_back() {
    for variant in Mill::variants() {
        let named = Mill::variant(variant.name).expect("a variant");
        let mut options = named.options();
        for option in rule_options(&named) {
            for value in other_and_default(&option.kind) {
                options.set(option.name, &value).expect("a value");
            }
            assert_eq!(options.game().rules(), named.rules(), "{}", option.name);
        }
    }
}

#[test]
fn a_side_needs_no_more_stones_than_it_begins_with() {
    let changes =
        [("PiecesCount", 4), ("PiecesAtLeastCount", 5)].map(|(name, n)| (name, OptionValue::Spin(n)));
    for [first, second] in [[&changes[0], &changes[1]], [&changes[1], &changes[0]]] {
        let mut options = Mill::default().options();
        options.set(first.0, &first.1).expect("a value");
        let before = *options.game().rules();
        let error = options.set(second.0, &second.1).expect_err("too few stones").to_string();
        assert_eq!(error, format!("option {}: a side begins with 4 stones, but needs 5", second.0));
        assert_eq!(*options.game().rules(), before);
    }
}

#[test]
fn a_rule_option_without_effect_leaves_network_and_database_in_use() {
    let names = [
        "CustodianCaptureOnCrossLines",
        "InterventionCaptureInMovingPhase",
        "LeapCaptureOnDiagonalLines",
        "BoardFullAction",
        "StopPlacingWhenTwoEmptySquares",
    ];
    let nine = Mill::default();
    let mut options = nine.options();
    for option in rule_options(&nine).iter().filter(|option| names.contains(&option.name)) {
        let [other, _] = other_and_default(&option.kind);
        options.set(option.name, &other).expect("a value");
    }
    let game = options.game();
    assert_eq!(game.rules(), nine.rules());
    assert!(Database::fits(game.rules()));
    let text = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10";
    let [value, expected] = [&game, &nine].map(|game| game.eval().evaluate(game, &position(game, text)));
    assert_eq!(value, expected, "the network of Nine Men's Morris");
    // The options of leap captures have no effect while leaps are off, but keep their values until leaps are switched
    // on.
    options.set("LeapCaptureEnabled", &OptionValue::Check(true)).expect("a value");
    options.set("HasDiagonalLines", &OptionValue::Check(true)).expect("a value");
    assert!(!options.game().rules().leap_capture.on_diagonal_lines);
}

#[test]
fn the_stones_with_which_sides_fly_matter_only_where_they_may() {
    let fly_at = |stones, may_fly| {
        let fly_count = ("FlyPieceCount", OptionValue::Spin(stones));
        *variant_with("nine-mens-morris", &[fly_count, ("MayFly", OptionValue::Check(may_fly))]).rules()
    };
    assert_eq!(fly_at(3, false), fly_at(4, false));
    assert_ne!(fly_at(3, true), fly_at(4, true));
}

#[test]
fn rules_that_become_those_of_another_variant_have_its_options() {
    let count = |options: &dyn GameOptions<Mill>| {
        options.specs().iter().map(|option| option.name).filter(|name| NOT_RULES.contains(name)).count()
    };
    let mut options = variant("nine-mens-morris-no-flying").options();
    assert_eq!(count(&*options), 2);
    options.set("MayFly", &OptionValue::Check(true)).expect("a value");
    assert_eq!(count(&*options), NOT_RULES.len());
    options.set("EndgameTables", &OptionValue::Check(false)).expect("a value");
    options.set("OpeningTables", &OptionValue::Check(false)).expect("a value");
    assert!(options.oracle().is_none());
}

#[test]
fn values_that_were_set_before_the_variant_hold_where_the_rules_have_their_options_again() {
    let mut engine =
        engine(&[("EndgameTables", "false"), ("OpeningTables", "false"), ("UsePerfectDatabase", "true")]);
    for (name, value) in [("UCI_Variant", "nine-mens-morris-no-flying"), ("MayFly", "true")] {
        assert!(engine.probe(&*engine.line).is_none(), "before {name}");
        engine.set_option(name, value).expect("an option");
    }
    assert!(engine.probe(&*engine.line).is_none());
    let expected = "UsePerfectDatabase is on, but PerfectDatabasePath is not set";
    assert_eq!(engine.warning().as_deref(), Some(expected));
}

/// On three rings, tables support only mills that take a stone.
#[test]
fn endgame_tables_are_not_probed_where_mills_win() {
    let mut options = Mill::default().options();
    assert!(options.oracle().is_some() && options.game().has_tables());
    options.set("MillWins", &OptionValue::Check(true)).expect("a value");
    assert!(options.oracle().is_none() && !options.game().has_tables());
}

#[test]
fn a_database_that_cannot_be_used_is_reported() {
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    assert_eq!(engine.warning(), None);
    for (name, value, reason) in [
        ("UsePerfectDatabase", "true", Some("PerfectDatabasePath is not set")),
        ("PerfectDatabase", "false", None),
        ("MayFly", "false", None),
        ("UsePerfectDatabase", "true", Some("no perfect database fits these rules")),
    ] {
        engine.set_option(name, value).expect("an option");
        let warning = reason.map(|reason| format!("UsePerfectDatabase is on, but {reason}"));
        assert_eq!(engine.warning(), warning, "{name} {value}");
    }
}

const AHEAD: &str = "O**O*@**/*O@*O*@*/O*@*O*@O w m s 7 0 5 0 0 0 0 0 0 0 0 0 20";

#[test]
fn a_lazy_engine_keeps_to_a_depth_that_is_asked_for() {
    let depth = |options: &[(&str, &str)], go: &Go| {
        let (_, lines) = searched(&engine_at(AHEAD, options), go);
        lines.iter().map(|info| info.depth.0).max().unwrap_or(0)
    };
    let lazy = ("AiIsLazy", "true");
    assert_eq!(depth(&[lazy], &Go { depth: Some(Depth(5)), ..Go::default() }), 5);
    let bare = |lazy| depth(&[lazy, ("MoveTime", "0"), ("SkillLevel", "18")], &Go::default());
    assert_eq!([bare(lazy), bare(("AiIsLazy", "false"))], [1, 5]);
}

#[test]
fn options_make_one_variant_of_another() {
    let diagonals = ("HasDiagonalLines", OptionValue::Check(true));
    let game = variant_with("nine-mens-morris", &[("PiecesCount", OptionValue::Spin(12)), diagonals]);
    let twelve = Mill::variant("twelve-mens-morris").expect("a variant");
    assert_eq!(game.rules(), twelve.rules());
    let text = "***@@@**/@**@***@/@O***O*O w m s 3 0 7 0 0 0 0 0 0 0 0 0 28";
    assert_eq!(plywright::perft(&game, &position(&game, text), 3), 19_323);
}

#[test]
fn mobility_counts_only_while_it_is_considered() {
    let game = Mill::default();
    let text = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10";
    let state = position(&game, text);
    let [with, without] = [true, false].map(|on| {
        let mut options = game.options();
        options.set("ConsiderMobility", &OptionValue::Check(on)).expect("a value");
        options.eval().evaluate(&game, &state)
    });
    assert_ne!(with, without);
    // The shipped network counts mobility in any case, so the engine evaluates without the network while the
    // option is off.
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    engine.set_option("considermobility", "false").expect("a name in lower case");
    assert_eq!(engine.eval().evaluate(&game, &state), without);
    engine.set_option("ConsiderMobility", "true").expect("a name");
    assert!(![with, without].contains(&engine.eval().evaluate(&game, &state)));
}

#[test]
fn an_option_with_two_names_is_one_option() {
    let mut engine = Engine::<Mill>::new(None).expect("an engine");
    engine.set_option("idsenabled", "false").expect("a name");
    assert!(!engine.settings().deepening);
    engine.set_option("IDS", "true").expect("a name");
    assert!(engine.settings().deepening);
    assert!(engine.options().iter().all(|option| option.name != "IDSEnabled"));
}
