//! The actions of each turn equal those that an independent program sends its clients. For each position, the data have
//! the number of distinct pairs of a next position and the actions that lead to it, and the sum of the pairs' hashes.

use std::collections::{BTreeMap, BTreeSet};

use plywright::{Action, Argument, Notation, SideEffect};
use plywright_santorini::Santorini;
use serde_json::{Value, json};

use crate::{expect_sums, moves, position, text};

/// Converts an action to the independent program's JSON, in which a side effect is a part of a move's value.
fn as_json(action: &Action) -> Value {
    let word = |argument: &Argument| match argument {
        Argument::Word(word) => json!(word),
        Argument::Number(number) => json!(number),
        Argument::Nothing => Value::Null,
    };
    let (name, meta) = match &action.side_effect {
        SideEffect::Impossible => {
            return match &action.arguments[..] {
                [] => json!({"type": action.name}),
                [argument] => json!({"type": action.name, "value": word(argument)}),
                several => {
                    json!({"type": action.name, "value": several.iter().map(word).collect::<Vec<_>>()})
                }
            };
        }
        SideEffect::Absent => (action.name, Value::Null),
        SideEffect::Present { apart, name, arguments } if arguments.is_empty() => {
            (*apart, json!({"type": name}))
        }
        SideEffect::Present { apart, name, arguments } => {
            (*apart, json!({"type": name, "value": arguments.iter().cloned().collect::<BTreeMap<_, _>>()}))
        }
    };
    json!({"type": name, "value": {"dest": word(&action.arguments[0]), "meta": meta}})
}

/// Returns the texts of all pairs of a next position and a sequence of actions that leads there.
fn turns(before: &str) -> BTreeSet<String> {
    let game = Santorini::default();
    let before = position(before);
    let mut turns = BTreeSet::new();
    for (mv, after) in moves(&before) {
        let after = text(&after);
        for actions in game.actions(&before, mv) {
            let actions = Value::Array(actions.iter().map(as_json).collect());
            turns.insert(format!("{after}\t{actions}"));
        }
    }
    turns
}

#[test]
fn actions_are_those_that_clients_expect() {
    expect_sums(include_str!("../data/actions.tsv"), turns);
}

#[test]
fn a_side_without_a_turn_has_the_action_no_moves() {
    let before = position("0200022000000000000000000/1/mortal:A5/mortal:E5,E1");
    let (mv, after) = moves(&before).next().expect("the move of a side that cannot move");
    assert_eq!(after, position("0200022000000000000000000/1/mortal:A5/mortal#:E5,E1"));
    assert_eq!(Santorini::default().actions(&before, mv), [[Action::bare("no_moves")]]);
}
