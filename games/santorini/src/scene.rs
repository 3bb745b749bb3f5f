//! What lies on the table: buildings, domes, workers, tokens, and the gods' cards.

use plywright::{Mark, Role, Scene, Seat, Shape, Side, Surface};

use crate::cards::God;
use crate::gods::restrictions;
use crate::square::{DOME, Square, TOP, WIDTH};
use crate::squares::Squares;
use crate::state::State;

/// The board seen from row 1.
pub(crate) fn of(state: &State) -> Scene {
    let name = |square: usize| Square::new(square as u8).to_string();
    let mut scene = Scene::grid(WIDTH, WIDTH).on(Surface::Island).named(name);
    scene.places.iter_mut().for_each(|place| place.label = None);
    for square in Square::all() {
        let at = square.index();
        for _ in 0..state.height(square).min(TOP) {
            scene.put(at, None, Shape::Block);
        }
        if state.height(square) == DOME {
            scene.put(at, None, Shape::Dome);
        }
        for side in Side::BOTH {
            if state.workers(side).contains(square) {
                scene.put(at, Some(side), Shape::Figure);
            }
            if let Some(token) = token(state, side).filter(|_| state.stored(side).squares().contains(square))
            {
                scene.put(at, Some(side), Shape::Token(token));
            }
        }
    }
    scene.marks = marks(state);
    scene.seats = Side::BOTH.map(|side| seat(state, side));
    scene
}

/// What lies on the squares that a side's god has stored.
fn token(state: &State, side: Side) -> Option<&'static str> {
    match state.gods()[side.index()] {
        God::Clio => Some("coin"),
        God::Europa => Some("Talus"),
        god if god.card().marks_worker => Some("♀"),
        _ => None,
    }
}

/// What the gods forbid the side to move, as far as it is a matter of squares.
fn marks(state: &State) -> Vec<Mark> {
    if state.is_placing() || state.winner().is_some() {
        return Vec::new();
    }
    let restrictions = restrictions(state);
    let marked =
        |squares: Squares, text| squares.into_iter().map(move |square| Mark { at: square.index(), text });
    marked(restrictions.closed, "nobody enters or builds here")
        .chain(marked(restrictions.immobile & state.own(), "this worker may not move"))
        .collect()
}

/// A side's god, and what the god has stored.
fn seat(state: &State, side: Side) -> Seat {
    let god = state.gods()[side.index()];
    let stored = state.stored_text(side).filter(|_| token(state, side).is_none());
    Seat {
        name: Some(["player one", "player two"][side.index()].to_owned()),
        role: Some(Role { name: god.name().to_owned(), rule: god.text().to_owned() }),
        hand: None,
        note: stored.map(|stored| format!("state: {stored}")),
    }
}
