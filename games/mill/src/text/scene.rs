//! The scene for drawing a position: points joined by lines, stones on them and in hand, and the form for editing.

use plywright::{Choice, Part, Piece, Place, PlaceShape, Scene, Shape, Side, Surface, Written};

use super::fields::{GROUP, sign};
use super::write::sign_of;
use crate::board::Board;
use crate::game::Mill;
use crate::position::State;

pub(crate) fn of(game: &Mill, state: &State) -> Scene {
    let mut scene = scene_of_board(game.board()).on(Surface::Wood).seated(["White", "Black"]);
    for (at, point) in game.board().points().iter().enumerate() {
        let owner = Side::BOTH.into_iter().find(|side| state.stones(*side).contains(point));
        let marked = state.marked().contains(point);
        if owner.is_some() || marked {
            scene.pieces.push(Piece { at, side: owner, shape: Shape::Disc, dead: marked });
        }
    }
    for side in Side::BOTH {
        let seat = &mut scene.seats[side.index()];
        seat.sign = Some([sign::WHITE, sign::BLACK][side.index()]);
        seat.hand = Some((Shape::Disc, state.hand(side)));
        if state.removals(side) != 0 {
            seat.note = Some(format!("to remove: {}", state.removals(side).unsigned_abs()));
        }
    }
    write_form(game, state, &mut scene);
    scene
}

/// Returns the points, the lines between neighbours, the letters of the files and the numbers of the ranks. The points
/// are some of the squares of a grid.
fn scene_of_board(board: &Board) -> Scene {
    let labels = || board.points().iter().map(|point| board.label(point));
    let size = labels().map(|label| label.as_bytes()[1] - b'0').max().unwrap_or(0);
    let mut scene = Scene::grid(size, size);
    let squares = std::mem::take(&mut scene.places);
    let points = labels().filter_map(|label| squares.iter().find(|square| square.name == label));
    scene.places = points.map(|square| Place { shape: PlaceShape::Point, ..square.clone() }).collect();
    for point in board.points() {
        for neighbour in board.neighbours(point) {
            if neighbour.index() > point.index() {
                scene.lines.push([point, neighbour].map(|point| scene.places[point.index()].spot));
            }
        }
    }
    scene
}

/// Adds the form for editing the position, which writes a position text. In this text, last mills, used mills and
/// counters are those of a new game, because an edited position has no history.
fn write_form(game: &Mill, state: &State, scene: &mut Scene) {
    let form = &mut scene.form;
    let stone = |text, side| Choice::new(Written::As(text), vec![(side, Shape::Disc)]);
    let mut choices = vec![
        Choice::new(Written::As("*"), Vec::new()),
        stone("O", Some(Side::First)),
        stone("@", Some(Side::Second)),
    ];
    if game.rules().marks_stones() {
        choices.push(Choice { dead: true, ..stone("X", None) });
    }
    let kind = form.add_kind(choices);
    for (at, point) in game.board().points().iter().enumerate() {
        if at > 0 && at % GROUP == 0 {
            form.write("/");
        }
        let signs = [sign::EMPTY, sign::WHITE, sign::BLACK, sign::MARKED];
        let chosen = signs.iter().position(|sign| *sign == sign_of(state, point)).unwrap_or_default();
        form.parts.push(Part::Place { at, kind, chosen });
    }
    form.write(" ");
    form.parts.push(Part::Side { written: ["w", "b"], chosen: state.side });
    // A reader of `n` and `?` decides the phase and the action by the other fields.
    form.write(" n ?");
    let max_stones = i32::from(game.rules().piece_count);
    let min = if game.rules().removes_own_stones() { -max_stones } else { 0 };
    let names = ["White", "Black"];
    for (i, name) in names.into_iter().enumerate() {
        form.write(" ");
        form.parts.push(Part::Count { kind, choice: i + 1 });
        form.write(" ");
        form.parts.push(Part::number(format!("{name} has in hand"), [0, max_stones], state.hand[i]));
    }
    for (i, name) in names.into_iter().enumerate() {
        form.write(" ");
        form.parts.push(Part::number(format!("{name} removes"), [min, max_stones], state.removals[i]));
    }
    form.write(" 0 0 0 0 0 0 1");
}
