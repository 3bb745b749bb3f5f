//! What a person does at the board for each turn, against the actions that an independent program
//! tells its clients: for each position the number of different pairs of next position and order of
//! actions, and the sum of their hashes.

use std::collections::BTreeSet;

use plywright::{Action, ActionForm, Notation};
use plywright_santorini::Santorini;
use serde_json::{Value, json};

use crate::{moves, position, sum, text};

fn as_json(action: &Action) -> Value {
    match &action.value {
        Some(value) => json!({"type": action.name, "value": value}),
        None => json!({"type": action.name}),
    }
}

/// Each next position with each order of actions that leads there.
fn turns(before: &str) -> BTreeSet<String> {
    let game = Santorini::default();
    let before = position(before);
    let mut turns = BTreeSet::new();
    for (mv, after) in moves(&before) {
        let after = text(&after);
        for actions in game.actions(&before, mv, ActionForm::Detailed) {
            let actions = Value::Array(actions.iter().map(as_json).collect());
            turns.insert(format!("{after}\t{actions}"));
        }
    }
    turns
}

#[test]
fn turns_are_told_as_clients_expect() {
    let lines = include_str!("../data/actions.tsv").lines();
    let wrong: Vec<_> = lines
        .filter_map(|line| {
            let [before, count, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let found = turns(before);
            let is_right = found.len().to_string() == count && sum(&found) == expected;
            (!is_right).then(|| format!("{before}: {} orders of actions instead of {count}", found.len()))
        })
        .collect();
    assert!(wrong.is_empty(), "{} positions:\n{}", wrong.len(), wrong.join("\n"));
}

/// The actions of the first order in which a turn between two positions can be played.
fn names(before: &str, after: &str, form: ActionForm) -> Vec<Value> {
    let before = position(before);
    let (mv, _) = moves(&before).find(|(_, end)| *end == position(after)).expect("a turn to that position");
    Santorini::default().actions(&before, mv, form)[0].iter().map(as_json).collect()
}

#[test]
fn both_forms_tell_of_enemies_that_are_moved() {
    let position = "0000000000000000000000000/1/apollo:B3,D3/mortal:B4,C2";
    let after = "1000000000000000000000000/2/apollo:B4,D3/mortal:B3,C2";
    assert_eq!(
        names(position, after, ActionForm::Plain),
        [
            json!({"type": "select_worker", "value": "B3"}),
            json!({"type": "move_worker_with_swap", "value": "B4"}),
            json!({"type": "build", "value": "A5"}),
        ]
    );
    let meta = json!({"type": "move_enemy_worker", "value": {"from": "B3", "to": "B4"}});
    assert_eq!(
        names(position, after, ActionForm::Detailed)[1],
        json!({"type": "move_worker", "value": {"dest": "B4", "meta": meta}})
    );
    let position = "0000000000000000000000000/1/minotaur:B3,D3/mortal:B4,C2";
    let after = "0000010000000000000000000/2/minotaur:B4,D3/mortal:B5,C2";
    assert_eq!(
        names(position, after, ActionForm::Plain)[1],
        json!({"type": "move_worker_with_push", "value": ["B4", "B5"]})
    );
    let meta = json!({"type": "move_enemy_worker", "value": {"from": "B4", "to": "B5"}});
    assert_eq!(
        names(position, after, ActionForm::Detailed)[1],
        json!({"type": "move_worker", "value": {"dest": "B4", "meta": meta}})
    );
}

#[test]
fn a_side_without_a_turn_is_told_so() {
    let position = "0200022000000000000000000/1/mortal:A5/mortal:E5,E1";
    let after = "0200022000000000000000000/1/mortal:A5/mortal#:E5,E1";
    assert_eq!(names(position, after, ActionForm::Plain), [json!({"type": "no_moves"})]);
}
