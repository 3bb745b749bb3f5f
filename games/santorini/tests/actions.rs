//! What a person does at the board for each turn, against the actions that an independent program tells its clients: for
//! each position the number of different pairs of next position and order of actions, and a sum of their hashes.
//!
//! `PLYWRIGHT_SANTORINI_ACTIONS` names a further file of such lines.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use plywright::{Action, Argument, Game, Moves, Notation, SideEffect};
use plywright_santorini::Santorini;
use serde_json::{Value, json};
use support::{fnv, winner_first};

const LINES: &str = include_str!("data/actions.tsv");

/// An action as clients of the independent program read it: side effects are part of a move's value.
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
        for actions in game.actions(&state, mv) {
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

/// The actions of the first order in which a turn between these positions can be played.
fn actions(position: &str, after: &str) -> Vec<Action> {
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
    game.actions(&state, mv).swap_remove(0)
}

#[test]
fn a_side_without_a_turn_passes() {
    let position = "0200022000000000000000000/1/mortal:A5/mortal:E5,E1";
    let after = "0200022000000000000000000/1/mortal:A5/mortal#:E5,E1";
    assert_eq!(actions(position, after), [Action::bare("no_moves")]);
}
