//! Each option changes what it names.

use plywright::engine::Engine;
use plywright::{Eval, Notation, OptionKind, OptionValue, Playable};
use plywright_mill::Mill;

/// Options that are no rules.
const OTHERS: [&str; 6] = [
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
        for option in named.options().into_iter().filter(|option| !OTHERS.contains(&option.name)) {
            let mut game = named.clone();
            game.set_option(option.name, &other_value(&option.kind)).expect("a value");
            assert_ne!(game.rules(), named.rules(), "{}", option.name);
            let default = match option.kind {
                OptionKind::Check { default } => OptionValue::Check(default),
                OptionKind::Spin { default, .. } => OptionValue::Spin(default),
                _ => panic!("only switches and numbers"),
            };
            game.set_option(&option.name.to_lowercase(), &default).expect("a value");
            assert_eq!(game.rules(), named.rules(), "{}", option.name);
        }
    }
}

#[test]
fn options_make_one_variant_of_another() {
    let mut game = Mill::default();
    game.set_option("PiecesCount", &OptionValue::Spin(12)).expect("a value");
    game.set_option("HasDiagonalLines", &OptionValue::Check(true)).expect("a value");
    let twelve = Mill::variant("twelve-mens-morris").expect("a variant");
    assert_eq!(game.rules(), twelve.rules());
    let text = "***@@@**/@**@***@/@O***O*O w m s 3 0 7 0 0 0 0 0 0 0 0 0 28";
    let state = game.parse_position(text).expect("readable");
    assert_eq!(plywright::perft(&game, &state, 3), 19_323);
}

#[test]
fn mobility_counts_only_while_it_is_considered() {
    let mut game = Mill::default();
    let text = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10";
    let state = game.parse_position(text).expect("readable");
    let with = game.eval().evaluate(&game, &state);
    game.set_option("ConsiderMobility", &OptionValue::Check(false)).expect("a value");
    assert_ne!(game.eval().evaluate(&game, &state), with);
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
