//! The scene for drawing the board: buildings, domes, workers, tokens and the gods' cards.

use std::fmt::Write;

use plywright::{Choice, Mark, Part, Role, Scene, Seat, Shape, Side, Surface, Written};

use crate::gods::restrictions_of;
use crate::placement::player_in_text;
use crate::square::{DOME, Square, TOP, WIDTH};
use crate::squares::Squares;
use crate::state::State;

/// Creates the scene, seen from row 1, with the form in which a user edits the position.
pub(crate) fn of(state: &State) -> Scene {
    let mut scene = Scene::grid(WIDTH, WIDTH).on(Surface::Island);
    for place in &mut scene.places {
        place.name.make_ascii_uppercase();
    }
    for (_, text) in &mut scene.captions {
        text.make_ascii_uppercase();
    }
    for square in Square::all() {
        put_pieces(state, square, &mut scene);
    }
    scene.marks = marks(state);
    scene.seats = Side::BOTH.map(|side| seat(state, side));
    write_form(state, &mut scene);
    scene
}

/// Puts the levels, the dome, the worker and the gods' tokens of a square into the scene.
fn put_pieces(state: &State, square: Square, scene: &mut Scene) {
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
    }
    for side in Side::BOTH {
        if let Some(token) = state.gods[side.index()].card().token
            && state.stored(side).squares().contains(square)
        {
            scene.put(at, Some(side), Shape::Token(token.into()));
        }
    }
}

/// Returns marks with explanations: for squares that the gods close to the side to move, and for workers of that side
/// that may not move. There are none during placement and after the end of the game.
fn marks(state: &State) -> Vec<Mark> {
    if state.is_placing() || state.winner().is_some() {
        return Vec::new();
    }
    let restrictions = restrictions_of(state);
    let marked =
        |squares: Squares, text| squares.into_iter().map(move |square| Mark { at: square.index(), text });
    marked(restrictions.closed, "the side to move neither enters nor builds here")
        .chain(marked(restrictions.immobile & state.own(), "this worker may not move"))
        .collect()
}

/// Returns what is shown about a side beside the board: its player, its god with the card, and the words and numbers
/// that the god stores. Stored squares are shown as tokens on the board instead.
fn seat(state: &State, side: Side) -> Seat {
    let god = state.gods()[side.index()];
    let memory = god.card().stored.map(|memory| memory.form(state.stored(side)));
    let written = memory.into_iter().flatten().filter_map(|part| match part {
        Part::Word { name, choices, chosen } => {
            choices.get(chosen).map(|(_, label)| format!("{name}: {label}"))
        }
        Part::Number { name, chosen, .. } => Some(format!("{name}: {chosen}")),
        _ => None,
    });
    Seat {
        name: Some(["player one", "player two"][side.index()].to_owned()),
        role: Some(Role { name: god.name().to_owned(), rule: god.text().to_owned() }),
        note: written.reduce(|all, more| all + "; " + &more),
        ..Seat::default()
    }
}

/// Adds the form in which a user edits the position: the heights, the player to move, and each player's
/// stored state and workers. The gods cannot be edited.
fn write_form(state: &State, scene: &mut Scene) {
    let form = &mut scene.form;
    let mut dome = tower("4", TOP.into());
    dome.pieces.push((None, Shape::Dome));
    let towers = form.add_kind(vec![tower("0", 0), tower("1", 1), tower("2", 2), tower("3", 3), dome]);
    for square in Square::all() {
        let chosen = state.height(square).into();
        form.parts.push(Part::Place { at: square.index(), kind: towers, chosen });
    }
    form.write("/");
    form.parts.push(Part::Side { written: ["1", "2"], chosen: player_in_text(state) });
    for side in Side::BOTH {
        let workers = form.add_kind(presence(side, Shape::Figure));
        let god = state.gods()[side.index()];
        form.write(format!("/{}", god.name()));
        if let Some(memory) = god.card().stored {
            form.write("[");
            form.parts.extend(memory.form(state.stored(side)));
            if let Some(token) = god.card().token {
                let tokens = form.add_kind(presence(side, Shape::Token(token.into())));
                form.parts.push(squares_part(state.stored(side).squares(), tokens));
            }
            form.write("]");
        }
        form.write(":");
        form.parts.push(squares_part(state.workers(side), workers));
    }
}

/// Returns the choice of a square with `blocks` levels, which the position text writes as `written`.
fn tower(written: &'static str, blocks: usize) -> Choice {
    Choice::new(Written::As(written), std::iter::repeat_n((None, Shape::Block), blocks).collect())
}

/// Returns two choices for a square: empty, or with a piece of `side`. For a square with a piece, the position text has
/// the name of the square.
fn presence(side: Side, shape: Shape) -> Vec<Choice> {
    vec![Choice::new(Written::As(""), Vec::new()), Choice::new(Written::Name, vec![(Some(side), shape)])]
}

/// Returns the part of the form in which a user chooses a set of squares. `kind` is the number under which the form
/// keeps the choices for one square, which [`presence`] made.
fn squares_part(squares: Squares, kind: usize) -> Part {
    let mut parts = Vec::new();
    for square in Square::all() {
        let chosen = usize::from(squares.contains(square));
        parts.push(Part::Place { at: square.index(), kind, chosen });
    }
    Part::List { between: ",", parts }
}

/// Draws a position: the height and worker of each square, then both gods with their stored states, the side to move or
/// the winner, and the texts of the gods' cards.
pub(crate) fn draw(state: &State) -> String {
    let scene = of(state);
    let mut text = scene.to_string() + "\n\n";
    for side in Side::BOTH {
        let god = state.gods()[side.index()];
        let turn = if state.winner.is_none() && state.side == side { "to move" } else { "" };
        let won = if state.winner == Some(side) { "has won" } else { "" };
        let stored = god.card().stored_text(state.stored(side));
        let name = god.name().to_owned() + &stored.map_or(String::new(), |stored| format!("[{stored}]"));
        let _ = writeln!(text, " {} {name:16} {turn}{won}\n   {}", scene.sign(side), god.text());
    }
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
