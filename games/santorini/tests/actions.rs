//! What a person does at the board for each turn, against the actions that an independent program tells its clients: for
//! each position the number of different pairs of next position and order of actions, and a sum of their hashes.
//!
//! `PLYWRIGHT_SANTORINI_ACTIONS` names a further file of such lines.

mod support;

use std::collections::BTreeSet;

use plywright::{Action, ActionForm, Game, Moves, Notation};
use plywright_santorini::Santorini;
use serde_json::{Value, json};
use support::{fnv, winner_first};

const LINES: &str = include_str!("data/actions.tsv");

fn as_json(action: &Action) -> Value {
    match &action.value {
        Some(value) => json!({"type": action.name, "value": value}),
        None => json!({"type": action.name}),
    }
}

/// Each next position with each order of actions that leads there.
fn turns(game: Santorini, position: &str) -> Result<BTreeSet<String>, String> {
    let state = game.parse_position(position).map_err(|error| error.to_string())?;
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let mut turns = BTreeSet::new();
    for mv in moves {
        let mut after = state;
        game.play(&mut after, mv);
        let after = winner_first(&game.position_text(&after));
        for actions in game.actions(&state, mv, ActionForm::Detailed) {
            let actions = Value::Array(actions.iter().map(as_json).collect());
            turns.insert(format!("{after}\t{actions}"));
        }
    }
    Ok(turns)
}

#[test]
fn turns_are_told_as_clients_expect() {
    let game = Santorini::default();
    let further = std::env::var("PLYWRIGHT_SANTORINI_ACTIONS").ok();
    let further = further.map(|path| std::fs::read_to_string(path).expect("a readable file"));
    let mut wrong = Vec::new();
    for line in LINES.lines().chain(further.iter().flat_map(|text| text.lines())) {
        let fields: Vec<_> = line.split('\t').collect();
        let found = turns(game, fields[0]).map(|turns| {
            let sum = turns.iter().fold(0, |sum: u64, turn| sum.wrapping_add(fnv(turn)));
            (turns.len().to_string(), format!("{sum:016x}"))
        });
        if found != Ok((fields[1].to_owned(), fields[2].to_owned())) {
            wrong.push(format!("{line}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} positions:\n{}", wrong.len(), wrong.join("\n"));
}

/// The names of the actions of the first order in which a turn between these positions can be played.
fn names(position: &str, after: &str, form: ActionForm) -> Vec<Value> {
    let game = Santorini::default();
    let state = game.parse_position(position).expect("a position");
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let leads_there = |mv| {
        let mut end = state;
        game.play(&mut end, mv);
        game.position_text(&end) == after
    };
    let mv = moves.into_iter().find(|mv| leads_there(*mv)).expect("a turn to that position");
    game.actions(&state, mv, form)[0].iter().map(as_json).collect()
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
