//! What a person does at the board, in the words of programs that lead people through a turn.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use plywright::{Action, ActionForm};
use serde_json::{Value, json};

use crate::gods::walk;
use crate::moves::Move;
use crate::placement;
use crate::square::{Direction, Square};
use crate::state::State;
use crate::turn::act::Act;
use crate::turn::recorder::TurnRecorder;

/// The ways in which a person can play the move from one position to another.
pub(super) fn of(before: &State, after: &State, form: ActionForm) -> Vec<Vec<Action>> {
    let turns = if before.is_placing() {
        placement::acts(before, after)
    } else if after.side == before.side {
        vec![vec![Act::NoMoves]]
    } else {
        told(before).get(&Move::between(before, after)).cloned().unwrap_or_default()
    };
    turns.into_iter().map(|acts| acts.into_iter().map(|act| action(act, form)).collect()).collect()
}

/// The ways in which a person can play each move of a position.
type Told = HashMap<Move, Vec<Vec<Act>>>;

/// The ways in which each move of a position can be played. All moves are asked for one after the
/// other, and one walk tells them all: it is kept until another position is asked about.
fn told(state: &State) -> Rc<Told> {
    thread_local! {
        static LAST: RefCell<Option<(State, Rc<Told>)>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| {
        if let Some((_, told)) = last.as_ref().filter(|(known, _)| known == state) {
            return Rc::clone(told);
        }
        let mut recorder = TurnRecorder::new();
        walk(state, &mut recorder);
        let mut told = Told::new();
        for (mv, acts) in recorder.into_turns() {
            told.entry(mv).or_default().push(acts);
        }
        let told = Rc::new(told);
        *last = Some((*state, Rc::clone(&told)));
        told
    })
}

/// One act in words.
fn action(act: Act, form: ActionForm) -> Action {
    let on = |name, square: Square| Action::on(name, square.to_string());
    let with = |name, value| Action { name, value: Some(value) };
    let name = |square: Square| square.to_string();
    let detailed = |to: Square, meta: Value| with("move_worker", json!({"dest": name(to), "meta": meta}));
    let is_plain = form == ActionForm::Plain;
    match act {
        Act::Place(square) => on("place_worker", square),
        Act::Female(square) => on("set_female_worker", square),
        Act::Select(square) => on("select_worker", square),
        Act::Move(to) | Act::MoveFemale(to) | Act::Kill(to, _) if is_plain => on("move_worker", to),
        Act::Move(to) => detailed(to, Value::Null),
        Act::MoveFemale(to) => detailed(to, json!({"type": "is_f_worker"})),
        Act::Kill(to, square) => {
            detailed(to, json!({"type": "kill_enemy_worker", "value": {"square": name(square)}}))
        }
        Act::Swap(to, _) if is_plain => on("move_worker_with_swap", to),
        Act::Push(to, pushed) if is_plain => with("move_worker_with_push", json!([name(to), name(pushed)])),
        // Clients are told of a swap from the mover's side: from where it comes to where it goes.
        Act::Swap(to, from) => displacing(to, from, to, &detailed),
        Act::Push(to, pushed) => displacing(to, to, pushed, &detailed),
        Act::Force(from, to) => with("force_opponent_worker", json!([name(from), name(to)])),
        Act::Build(square) => on("build", square),
        Act::Dome(square) => on("dome", square),
        Act::Destroy(square) => on("destroy", square),
        Act::Talus(square) => on("set_talus_position", square),
        Act::Hero(square) => on("hero_power", square),
        Act::Wind(wind) => {
            let name = |wind: Direction| Value::from(wind.name().to_uppercase());
            with("set_wind_direction", wind.map_or(Value::Null, name))
        }
        Act::NoMoves => Action { name: "no_moves", value: None },
    }
}

/// A move that also takes an enemy from one square to another.
fn displacing(to: Square, from: Square, enemy: Square, detailed: &dyn Fn(Square, Value) -> Action) -> Action {
    let value = json!({"from": from.to_string(), "to": enemy.to_string()});
    detailed(to, json!({"type": "move_enemy_worker", "value": value}))
}
