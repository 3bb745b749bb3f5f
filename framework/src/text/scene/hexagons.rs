//! Turns a board of squares into a board of hexagons: changes the shapes and centres of the places, moves the captions,
//! and adds edges. The places keep their order and names.

use super::{PlaceShape, Scene, Spot};
use crate::rules::Side;

/// Distance between neighbouring rows of hexagons of width 1: √3/2.
const ROWS_APART: f32 = 0.866_025_4;
/// Distance from the centre of a hexagon of width 1 to its upper corner: 1/√3.
const CORNER: f32 = 0.577_350_26;

impl Scene {
    /// Returns the board with hexagons in place of squares: a parallelogram in which each row begins half a
    /// cell to the right of the row above it. Adds the [edges](Scene::edges): top and bottom belong to the first side,
    /// left and right to the second. The places must be those of [`Scene::grid`].
    ///
    /// ```
    /// let scene = plywright::Scene::grid(3, 2).with_hexagons();
    /// assert_eq!(scene.to_string(), "2  . . .\n1   . . .\n     a b c");
    /// assert_eq!(scene.edges[0].1.len(), 2 * 3 + 1);
    /// ```
    #[must_use]
    pub fn with_hexagons(mut self) -> Self {
        let columns = self.places.iter().map(|place| place.spot.x).fold(0.0, f32::max) + 1.0;
        let rows = self.places.iter().map(|place| place.spot.y).fold(0.0, f32::max) + 1.0;
        for place in &mut self.places {
            (place.spot, place.shape) = (slanted(place.spot), PlaceShape::Hexagon);
        }
        for (spot, _) in &mut self.captions {
            *spot = slanted(*spot);
        }
        // A rotation by 180 degrees about the middle of the board turns the top edge into the bottom edge, and the left
        // edge into the right one.
        let middle = slanted(Spot::new((columns - 1.0) / 2.0, (rows - 1.0) / 2.0));
        let turned = |spot: &Spot| Spot::new(2.0 * middle.x - spot.x, 2.0 * middle.y - spot.y);
        let edges = [(Side::First, top_edge(columns as u8)), (Side::Second, left_edge(rows as u8))];
        for (side, edge) in edges {
            let opposite = edge.iter().map(turned).collect();
            self.edges.extend([(side, edge), (side, opposite)]);
        }
        self
    }
}

/// Returns the centre of the hexagon that replaces the square with the centre `spot`.
fn slanted(spot: Spot) -> Spot {
    Spot::new(spot.x + spot.y / 2.0, spot.y * ROWS_APART)
}

/// Lists the corners of the top edge from left to right: a corner at the left end, then two for each hexagon.
fn top_edge(columns: u8) -> Vec<Spot> {
    let mut corners = vec![Spot::new(-0.5, -CORNER / 2.0)];
    for column in 0..columns {
        let x = f32::from(column);
        corners.extend([Spot::new(x, -CORNER), Spot::new(x + 0.5, -CORNER / 2.0)]);
    }
    corners
}

/// Lists the corners of the left edge from top to bottom, without the lowest one, which belongs to the bottom edge.
fn left_edge(rows: u8) -> Vec<Spot> {
    let mut corners = vec![Spot::new(-0.5, -CORNER / 2.0)];
    for row in 0..rows {
        let Spot { x, y } = slanted(Spot::new(0.0, row.into()));
        corners.extend([Spot::new(x - 0.5, y + CORNER / 2.0), Spot::new(x, y + CORNER)]);
    }
    corners.pop();
    corners
}
