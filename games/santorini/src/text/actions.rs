//! Moves as actions of a person at the board. The actions have the names and side effects that clients of an
//! independent program expect.

use std::cell::RefCell;

use plywright::{Action, Argument, SideEffect};

use crate::gods;
use crate::moves::Move;
use crate::placement;
use crate::square::{Direction, Square};
use crate::state::State;
use crate::turn::collector::Orders;
use crate::turn::recorder::Act;

/// Name of the action that moves a worker, whatever its side effects. A move with a swap or a push also has a name for
/// the move and the side effect together.
const MOVE: &str = "move_worker";

/// Returns the sequences of actions with which a person can play a move from `before` to `after`; none if no turn leads
/// there.
pub(super) fn of(before: &State, after: &State) -> Vec<Vec<Action>> {
    let turns = if before.is_placing() {
        placement::acts(before, after)
    } else if after.side == before.side {
        vec![vec![Act::NoMoves]]
    } else {
        orders_of(before, Move::between(before, after))
    };
    turns.into_iter().map(|acts| acts.into_iter().map(action).collect()).collect()
}

/// Returns the sequences of acts that play a move; none if no turn leads to its position. Each thread keeps those of
/// all moves of its last position, because clients ask for the actions of all moves of a position one after the other.
fn orders_of(state: &State, mv: Move) -> Vec<Vec<Act>> {
    thread_local! {
        static LAST: RefCell<Option<(State, Orders)>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| {
        last.take_if(|(known, _)| *known != *state);
        let (_, orders) = last.get_or_insert_with(|| (*state, gods::orders(state)));
        orders.get(&mv).cloned().unwrap_or_default()
    })
}

fn action(act: Act) -> Action {
    let on = |name, square: Square| Action::on(name, square.to_string());
    let along = |name, squares: [Square; 2]| Action::along(name, squares.map(|square| square.to_string()));
    match act {
        Act::Place(square) => on("place_worker", square),
        Act::Female(square) => on("set_female_worker", square),
        Act::Select(square) => on("select_worker", square),
        Act::Move(to) => Action { side_effect: SideEffect::Absent, ..on(MOVE, to) },
        Act::MoveFemale(to) => with_side_effect(on(MOVE, to), "is_f_worker", &[]),
        Act::Kill(to, at) => with_side_effect(on(MOVE, to), "kill_enemy_worker", &[("square", at)]),
        // In the side effect of a swap, clients expect the mover's old square as `from` and its new one as `to`,
        // although the enemy moves the other way.
        Act::Swap(to, from) => with_moved_enemy(on("move_worker_with_swap", to), from, to),
        Act::Push(to, pushed) => with_moved_enemy(along("move_worker_with_push", [to, pushed]), to, pushed),
        Act::Force(from, to) => along("force_opponent_worker", [from, to]),
        Act::Build(square) => on("build", square),
        Act::Dome(square) => on("dome", square),
        Act::Destroy(square) => on("destroy", square),
        Act::Talus(square) => on("set_talus_position", square),
        Act::Hero(square) => on("hero_power", square),
        Act::Wind(wind) => {
            let name = |wind: Direction| wind.name().to_uppercase().into();
            Action::on("set_wind_direction", wind.map_or(Argument::Nothing, name))
        }
        Act::NoMoves => Action::bare("no_moves"),
    }
}

/// Adds a side effect to `action`, which moves a worker. `squares` holds the name and the value of each argument of the
/// side effect.
fn with_side_effect(action: Action, name: &'static str, squares: &[(&'static str, Square)]) -> Action {
    let arguments = squares.iter().map(|(part, square)| (*part, square.to_string())).collect();
    Action { side_effect: SideEffect::Present { apart: MOVE, name, arguments }, ..action }
}

fn with_moved_enemy(action: Action, from: Square, to: Square) -> Action {
    with_side_effect(action, "move_enemy_worker", &[("from", from), ("to", to)])
}
