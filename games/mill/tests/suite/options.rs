//! Each option changes what it names.

use plywright::engine::Engine;
use plywright::{Eval, OptionKind, OptionValue, Playable};
use plywright_mill::Mill;

use crate::positions::{position, variant_with};

/// Options that are no rules.
pub const OTHERS: [&str; 6] = [
    "ConsiderMobility",
    "DrawOnHumanExperience",
    "EndgameTables",
    "EndgameTablesPath",
    "UsePerfectDatabase",
    "PerfectDatabasePath",
];

/// A value that differs from the default.
fn other_value(kind: &OptionKind) -> OptionValue {
    match *kind {
        OptionKind::Check { default } => OptionValue::Check(!default),
        OptionKind::Spin { default, min, max } => OptionValue::Spin(if default == min { max } else { min }),
        _ => panic!("only switches and numbers"),
    }
}

#[test]
fn every_rule_option_changes_one_rule_and_takes_it_back() {
    for variant in Mill::variants() {
        let named = Mill::variant(variant.name).expect("a variant");
        let mut options = named.options();
        for option in options.specs().into_iter().filter(|option| !OTHERS.contains(&option.name)) {
            options.set(option.name, &other_value(&option.kind)).expect("a value");
            assert_ne!(options.game().rules(), named.rules(), "{}", option.name);
            let default = match option.kind {
                OptionKind::Check { default } => OptionValue::Check(default),
                OptionKind::Spin { default, .. } => OptionValue::Spin(default),
                _ => panic!("only switches and numbers"),
            };
            options.set(option.name, &default).expect("a value");
            assert_eq!(options.game().rules(), named.rules(), "{}", option.name);
        }
    }
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
    // The network cannot leave mobility out.
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
