//! What lies on the table: hollows with pieces of rings, and the two goals.

use plywright::{Place, PlaceShape, Scene, Shape, Side, Spot, Surface};

use crate::board::State;
use crate::squares::{PLACES, SQUARES, WIDTH, own_goal};

/// The board seen from player one's side.
pub(crate) fn of(state: &State) -> Scene {
    let square = |number: usize| (WIDTH - 1 - number / WIDTH) * WIDTH + number % WIDTH;
    let mut scene = Scene::grid(WIDTH as u8, WIDTH as u8).on(Surface::Wood);
    scene.captions = (0..WIDTH).flat_map(|row| edge_numbers(row, square(row * WIDTH))).collect();
    for (number, place) in scene.places.iter_mut().enumerate() {
        place.name = square(number).to_string();
        place.shape = PlaceShape::Hollow;
    }
    for (side, y) in [(Side::Second, -1.0), (Side::First, WIDTH as f32)] {
        scene.places.push(Place {
            name: own_goal(side).to_string(),
            label: Some(format!("{} goal of player {}", own_goal(side), ["one", "two"][side.index()])),
            spot: Spot::new((WIDTH - 1) as f32 / 2.0, y),
            shape: PlaceShape::Bar(WIDTH as f32 - 2.0),
        });
    }
    let name_of = |at: usize| {
        if at < SQUARES { square(at) } else { own_goal([Side::Second, Side::First][at - SQUARES]) }
    };
    for at in 0..PLACES {
        match state.pieces.rings(name_of(at)) {
            0 => {}
            rings => scene.put(at, None, Shape::Rings(rings as u8)),
        }
    }
    scene.seated(["player one", "player two"])
}

/// The numbers of the first and the last square of a row.
fn edge_numbers(row: usize, first: usize) -> [(Spot, String); 2] {
    [(-1.0, first), (WIDTH as f32, first + WIDTH - 1)]
        .map(|(x, square)| (Spot::new(x, row as f32), square.to_string()))
}
