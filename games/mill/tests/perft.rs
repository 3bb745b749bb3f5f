//! Perft counts out of a data file: rule set, position, depth, count. A rule set may be one of the named ones with a
//! rule changed, written after a plus.

use plywright::{Notation, Playable, perft};
use plywright_mill::{Mill, MillWhilePlacing, Rules, Stalemate};

fn game(name: &str) -> Mill {
    let (name, change) = name.split_once('+').unwrap_or((name, ""));
    let named = Mill::variant(name).unwrap_or_else(|| panic!("no rule set is called {name}"));
    let rules = *named.rules();
    Mill::new(match change {
        "" => rules,
        "custodian" => Rules { custodian_capture: true, ..rules },
        "intervention" => Rules { intervention_capture: true, ..rules },
        "leap" => Rules { leap_capture: true, ..rules },
        "remove-multiple" => Rules { may_remove_multiple: true, ..rules },
        "no-fly" => Rules { may_fly: false, ..rules },
        "remove-from-hand-then-self" => {
            Rules { mill_while_placing: MillWhilePlacing::RemoveFromHandThenSelf, ..rules }
        }
        "stalemate-changes-side" => Rules { stalemate: Stalemate::ChangeSide, ..rules },
        other => panic!("no change is called {other}"),
    })
}

#[test]
fn perft_counts_agree_with_the_table() {
    let mut wrong = Vec::new();
    for line in include_str!("data/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, position, depth, count] = fields[..] else { panic!("four fields in {line}") };
        let game = game(name);
        let state = game.parse_position(position).unwrap_or_else(|error| panic!("{line}: {error}"));
        let found = perft(&game, &state, depth.parse().expect("a depth"));
        if found != count.parse::<u64>().expect("a count") {
            wrong.push(format!("{line}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_named_rule_set_has_counts_in_the_table() {
    for variant in Mill::variants() {
        let row = format!("\n{}\t", variant.name);
        assert!(include_str!("data/perft.tsv").contains(&row), "{}", variant.name);
    }
}
