//! The board as a scene for drawing: hollows with ringed pieces, and the two goals.

use plywright::{Choice, Part, Place, PlaceShape, Scene, Shape, Side, Spot, Surface, Written};

use crate::board::State;
use crate::square::{Square, Squares, WIDTH};

/// Returns the scene, seen from player one's side.
pub(crate) fn of(state: &State) -> Scene {
    let mut scene = Scene::grid(WIDTH as u8, WIDTH as u8).on(Surface::Wood);
    scene.captions.clear();
    let mut squares = Vec::new();
    for row in (0..WIDTH).rev() {
        scene.captions.extend(row_ends(row));
        squares.extend((0..WIDTH).map(|file| Square::at(row, file)));
    }
    for (place, square) in scene.places.iter_mut().zip(&squares) {
        place.name = square.to_string();
        place.shape = PlaceShape::Hollow;
    }
    for (side, y) in [(Side::Second, -1.0), (Side::First, WIDTH as f32)] {
        let goal = Square::own_goal(side);
        scene.places.push(Place {
            name: goal.to_string(),
            label: Some(format!("{goal} goal of player {}", ["one", "two"][side.index()])),
            spot: Spot::new((WIDTH - 1) as f32 / 2.0, y),
            shape: PlaceShape::Bar(WIDTH as f32 - 2.0),
        });
        squares.push(goal);
    }
    for (place, square) in squares.into_iter().enumerate() {
        let rings = state.pieces.rings(square);
        if rings > 0 {
            scene.put(place, None, Shape::Rings(rings as u8));
        }
    }
    write_form(state, &mut scene);
    scene.seated(["player one", "player two"])
}

/// Adds the form in which a user edits the position. The form writes the text of a position: a digit for each square,
/// player one's home row first, a digit for each goal, then the player to move.
fn write_form(state: &State, scene: &mut Scene) {
    let rings = |written, rings| Choice::new(Written::As(written), vec![(None, Shape::Rings(rings))]);
    let nothing = Choice::new(Written::As("0"), Vec::new());
    let kind = scene.form.add_kind(vec![nothing, rings("1", 1), rings("2", 2), rings("3", 3)]);
    for square in Squares::ALL {
        let name = square.to_string();
        let at = scene.places.iter().position(|place| place.name == name).unwrap_or_default();
        scene.form.parts.push(Part::Place { at, kind, chosen: state.pieces.rings(square) });
    }
    scene.form.write(" ");
    scene.form.parts.push(Part::Side { written: ["1", "2"], chosen: state.side });
}

/// Returns the labels to the left and right of a row: the numbers of its first and last square.
fn row_ends(row: usize) -> [(Spot, String); 2] {
    let y = (WIDTH - 1 - row) as f32;
    [(-1.0, Square::at(row, 0)), (WIDTH as f32, Square::at(row, WIDTH - 1))]
        .map(|(x, square)| (Spot::new(x, y), square.to_string()))
}
