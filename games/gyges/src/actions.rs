//! Moves as actions of a person at the board: lift a piece, bounce it from piece to piece, land it, and drop
//! the piece that it replaced. A set-up move places six pieces. A pass is a single action.

use std::cell::RefCell;
use std::rc::Rc;

use plywright::{Action, Argument};

use crate::board::State;
use crate::moves::Move;
use crate::reach::{ReachFinder, Route, routes};
use crate::setup;
use crate::square::Square;

/// Text of a pass, and name of its action.
pub(crate) const PASS: &str = "pass";

thread_local! {
    /// The last query for routes and its result. Successive moves often differ only in the drop square and
    /// have the same routes.
    static LAST_ROUTES: RefCell<Option<(RouteQuestion, Rc<[Route]>)>> = const { RefCell::new(None) };
}

/// A query for routes: position, whether `SquareOnce` applies, start and end of the move, and the maximum
/// number of routes.
type RouteQuestion = (State, bool, [Square; 2], usize);

/// Returns up to `max` sequences of actions that play a move, fewest bounces first.
pub(crate) fn orders(square_once: bool, state: &State, mv: Move, max: usize) -> Vec<Vec<Action>> {
    match mv {
        Move::Go { start, end } => travels((*state, square_once, [start, end], max)),
        Move::Replace { start, end, drop } => {
            let mut orders = travels((*state, square_once, [start, end], max));
            for order in &mut orders {
                order.push(Action::on("drop", drop.to_string()));
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

/// Returns the actions of each route: lift, bounces and land.
fn travels(question: RouteQuestion) -> Vec<Vec<Action>> {
    let [start, end] = question.2;
    let mut orders = Vec::new();
    for route in &*known_routes(question) {
        let mut order = vec![Action::on("lift", start.to_string())];
        for square in &route.bounces {
            order.push(Action::on("bounce", square.to_string()));
        }
        let path = route.squares.iter().map(Square::to_string).collect();
        order.push(Action { path, ..Action::on("land", end.to_string()) });
        orders.push(order);
    }
    orders
}

fn known_routes(question: RouteQuestion) -> Rc<[Route]> {
    LAST_ROUTES.with_borrow_mut(|last| {
        if let Some((_, routes)) = last.as_ref().filter(|(known, _)| *known == question) {
            return Rc::clone(routes);
        }
        let (state, square_once, [start, end], max) = question;
        let mut finder = ReachFinder::new(state.pieces, state.side, square_once);
        let routes: Rc<[Route]> = routes(&mut finder, start, end, max).into();
        *last = Some((question, Rc::clone(&routes)));
        routes
    })
}
