//! Placement of the workers: one move for all workers of a side.

use plywright::{Moves, Side};

use crate::card::Placement;
use crate::god::God;
use crate::gods::restrictions_of;
use crate::moves::Move;
use crate::square::Square;
use crate::squares::{BOTTOM_ROW, LEFT, PERIMETER, RIGHT, Squares, TOP_ROW};
use crate::state::State;
use crate::stored::Stored;
use crate::turn::recorder::Act;

const OPPOSITE_EDGES: [[Squares; 2]; 2] = [[TOP_ROW, BOTTOM_ROW], [LEFT, RIGHT]];

/// Returns the side that places its workers first.
pub(crate) fn first_to_place(gods: [God; 2]) -> Side {
    match gods.map(|god| god.card().places_first) {
        [false, true] => Side::Second,
        _ => Side::First,
    }
}

/// Returns the player to move as the position text names it. During placement, the text calls the side that
/// places first "player one", even if it is the second side.
pub(crate) fn player_in_text(state: &State) -> Side {
    let is_swapped = state.is_placing() && first_to_place(state.gods) == Side::Second;
    if is_swapped { !state.side } else { state.side }
}

/// Appends the placements of the side to move to `out`.
pub(crate) fn list(state: &State, out: &mut Moves<Move>) {
    if state.is_of_mortals() {
        each_subset(!state.occupied(), 2, &mut |squares| out.push(Move::place(squares)));
    } else {
        each_placement(state, &mut |end| out.push(Move::between(state, end)));
    }
}

/// Returns the sequences of acts (actions of a person at the board) that place the workers as in `end`: one for each
/// order of the workers.
pub(crate) fn acts(state: &State, end: &State) -> Vec<Vec<Act>> {
    let side = state.side;
    let female = end.stored(side).squares().first().filter(|_| state.god().card().marks_worker);
    let place = |order: Vec<_>| order.into_iter().map(Act::Place).chain(female.map(Act::Female)).collect();
    orders(end.workers(side)).into_iter().map(place).collect()
}

/// Calls `take` with the position after each placement of the side to move.
fn each_placement(state: &State, take: &mut dyn FnMut(&State)) {
    let me = state.side.index();
    // A figure, such as Talus, or coins, on which the opponent of their owner cannot stand, can be on the board before
    // the workers if the position was read from a text.
    let free = !(state.occupied() | restrictions_of(state).closed);
    let placed = |squares: Squares| {
        let mut end = *state;
        end.workers[me] = squares;
        end.side = state.next_side();
        end
    };
    match state.god().card().placement {
        Placement::Anywhere(number) => each_subset(free, number, &mut |squares| take(&placed(squares))),
        Placement::Perimeter => each_subset(free & PERIMETER, 2, &mut |squares| take(&placed(squares))),
        Placement::OppositeEdges => each_subset(free & PERIMETER, 2, &mut |squares| {
            if OPPOSITE_EDGES.iter().any(|edges| edges.iter().all(|edge| edge.intersects(squares))) {
                take(&placed(squares));
            }
        }),
        Placement::WithFemale => each_subset(free, 2, &mut |squares| {
            for female in squares {
                let mut end = placed(squares);
                end.stored[me] = Stored::squares_of(Squares::of(female));
                take(&end);
            }
        }),
    }
}

/// Calls `take` with each subset of `squares` that has `number` elements.
fn each_subset(squares: Squares, number: u8, take: &mut dyn FnMut(Squares)) {
    let Some(rest) = number.checked_sub(1) else { return take(Squares::EMPTY) };
    for square in squares {
        each_subset(squares.after(square), rest, &mut |others| take(others.with(square)));
    }
}

/// Returns the squares of a set in every order, in reading order first.
fn orders(squares: Squares) -> Vec<Vec<Square>> {
    if squares.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in squares {
        for mut order in orders(squares.without(first)) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}
