//! Moves as actions of a person at the board: lift a piece, bounce it from piece to piece, land it, and drop
//! the piece that it replaced. A set-up move places six pieces. A pass is a single action.

use std::cell::RefCell;

use plywright::{Action, Argument};

use crate::board::State;
use crate::moves::Move;
use crate::reach::{ReachFinder, routes};
use crate::setup;
use crate::square::Square;

/// Text of a pass, and name of its action.
pub(crate) const PASS: &str = "pass";

thread_local! {
    /// The last query on this thread, and the actions of each route that it found. Successive moves often differ only
    /// in the drop square, so they have the same routes.
    static LAST_ACTIONS: RefCell<Option<(RouteQuery, Vec<Vec<Action>>)>> = const { RefCell::new(None) };
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct RouteQuery {
    state: State,
    square_once: bool,
    start: Square,
    end: Square,
    /// Maximum number of routes.
    max: usize,
}

/// Returns sequences of actions that play a move. A move of a piece has up to `max` sequences, those with the fewest
/// bounces first, or none if it is impossible. The limited search for routes may miss some sequences after the first.
/// Set-up moves and passes have exactly one.
pub(crate) fn orders(square_once: bool, state: &State, mv: Move, max: usize) -> Vec<Vec<Action>> {
    match mv {
        Move::Go { start, end } | Move::Replace { start, end, .. } => {
            let mut orders = actions_of_routes(RouteQuery { state: *state, square_once, start, end, max });
            if let Move::Replace { drop, .. } = mv {
                for order in &mut orders {
                    order.push(Action::on("drop", drop.to_string()));
                }
            }
            orders
        }
        Move::SetUp(row) => {
            let mut order = Vec::new();
            for (file, rings) in setup::row(row).into_iter().enumerate() {
                let square = Square::at_home(state.side, file).to_string();
                order.push(Action::along("place", [square.into(), Argument::Number(rings.into())]));
            }
            vec![order]
        }
        Move::Pass => vec![vec![Action::bare(PASS)]],
    }
}

/// Returns the actions of each route. Takes them from the last query if the query is the same.
fn actions_of_routes(query: RouteQuery) -> Vec<Vec<Action>> {
    LAST_ACTIONS.with_borrow_mut(|last| {
        last.take_if(|(known, _)| *known != query);
        last.get_or_insert_with(|| (query, find_actions(query))).1.clone()
    })
}

/// Finds the routes, and returns the actions of each: lift the piece, bounce it, and land it. The landing has all
/// squares of the route as its path.
fn find_actions(query: RouteQuery) -> Vec<Vec<Action>> {
    let mut finder = ReachFinder::new(query.state.pieces, query.state.side, query.square_once);
    let mut orders = Vec::new();
    for route in routes(&mut finder, query.start, query.end, query.max) {
        let mut order = vec![Action::on("lift", query.start.to_string())];
        for square in &route.bounces {
            order.push(Action::on("bounce", square.to_string()));
        }
        let path = route.squares.iter().map(Square::to_string).collect();
        order.push(Action { path, ..Action::on("land", query.end.to_string()) });
        orders.push(order);
    }
    orders
}
