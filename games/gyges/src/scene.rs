//! What lies on the table: hollows with pieces of rings, and the two goals.

use plywright::{Place, PlaceShape, Scene, Shape, Side, Spot, Surface};

use crate::board::State;
use crate::square::{Square, WIDTH};

/// The board seen from player one's side.
pub(crate) fn of(state: &State) -> Scene {
    let squares = || (0..WIDTH).rev().flat_map(|row| (0..WIDTH).map(move |file| Square::at(row, file)));
    let goals = [Side::Second, Side::First].map(|side| (side, Square::own_goal(side)));
    let mut scene = Scene::grid(WIDTH as u8, WIDTH as u8).on(Surface::Wood);
    scene.captions = (0..WIDTH).rev().flat_map(row_ends).collect();
    for (place, square) in scene.places.iter_mut().zip(squares()) {
        place.name = square.to_string();
        place.shape = PlaceShape::Hollow;
    }
    for ((side, goal), y) in goals.into_iter().zip([-1.0, WIDTH as f32]) {
        scene.places.push(Place {
            name: goal.to_string(),
            label: Some(format!("{goal} goal of player {}", ["one", "two"][side.index()])),
            spot: Spot::new((WIDTH - 1) as f32 / 2.0, y),
            shape: PlaceShape::Bar(WIDTH as f32 - 2.0),
        });
    }
    for (place, square) in squares().chain(goals.map(|(_, goal)| goal)).enumerate() {
        match state.pieces.rings(square) {
            0 => {}
            rings => scene.put(place, None, Shape::Rings(rings as u8)),
        }
    }
    scene.seated(["player one", "player two"])
}

/// The numbers of the first and the last square of a row, beside them.
fn row_ends(row: usize) -> [(Spot, String); 2] {
    let y = (WIDTH - 1 - row) as f32;
    [(-1.0, Square::at(row, 0)), (WIDTH as f32, Square::at(row, WIDTH - 1))]
        .map(|(x, square)| (Spot::new(x, y), square.to_string()))
}
