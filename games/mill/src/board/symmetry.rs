//! Symmetries of a board, found from its drawing.
//!
//! Points lie on a square grid around its centre. The eight symmetries of the square and, for nested rings, turning
//! the board inside out are tried; those that map lines to lines and neighbours to neighbours are the board's own.

use std::collections::HashSet;

use crate::points::Points;
use crate::square::Square;

/// A permutation of the points that maps lines to lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry([Square; Square::MAX]);

impl Symmetry {
    pub(super) fn image(&self, square: Square) -> Square {
        self.0[square.index()]
    }
}

/// A place relative to the centre, in half grid units.
type Place = (i32, i32);

/// The symmetries of the board with these points, lines and neighbours, the identity first.
pub(super) fn of(
    labels: &[&str],
    lines: &[[Square; 3]],
    neighbours: &[Points; Square::MAX],
) -> Vec<Symmetry> {
    let places = places(labels);
    let lines: HashSet<[Square; 3]> = lines.iter().map(|line| sorted(*line)).collect();
    let keeps_lines = |symmetry: &Symmetry| {
        lines.iter().all(|line| lines.contains(&sorted(line.map(|s| symmetry.image(s)))))
    };
    let keeps_neighbours = |symmetry: &Symmetry| {
        (0..labels.len()).map(Square::new).all(|square| {
            let image: Points =
                neighbours[square.index()].iter().map(|other| symmetry.image(other)).collect();
            image == neighbours[symmetry.image(square).index()]
        })
    };
    let mut found = Vec::new();
    for image in candidates(&places) {
        if let Some(symmetry) = permutation(&places, &image)
            && keeps_lines(&symmetry)
            && keeps_neighbours(&symmetry)
            && !found.contains(&symmetry)
        {
            found.push(symmetry);
        }
    }
    found
}

fn sorted(mut line: [Square; 3]) -> [Square; 3] {
    line.sort_unstable();
    line
}

fn places(labels: &[&str]) -> Vec<Place> {
    let raw: Vec<Place> = labels
        .iter()
        .map(|label| label.as_bytes())
        .map(|l| (2 * i32::from(l[0]), 2 * i32::from(l[1])))
        .collect();
    let centre = |axis: fn(&Place) -> i32| {
        let least = raw.iter().map(axis).min().unwrap_or(0);
        let greatest = raw.iter().map(axis).max().unwrap_or(0);
        i32::midpoint(least, greatest)
    };
    let (x, y) = (centre(|p| p.0), centre(|p| p.1));
    raw.iter().map(|p| (p.0 - x, p.1 - y)).collect()
}

/// The places' images under each map that is tried.
fn candidates(places: &[Place]) -> Vec<Vec<Place>> {
    let turns: [fn(Place) -> Place; 8] = [
        |(x, y)| (x, y),
        |(x, y)| (y, -x),
        |(x, y)| (-x, -y),
        |(x, y)| (-y, x),
        |(x, y)| (-x, y),
        |(x, y)| (x, -y),
        |(x, y)| (y, x),
        |(x, y)| (-y, -x),
    ];
    let radius = |(x, y): Place| x.abs().max(y.abs());
    let widest = places.iter().map(|p| radius(*p)).max().unwrap_or(0);
    let narrowest = places.iter().map(|p| radius(*p)).min().unwrap_or(0);
    let inside_out = |(x, y): Place| {
        let (old, new) = (radius((x, y)), widest + narrowest - radius((x, y)));
        if old == 0 { (x, y) } else { (x * new / old, y * new / old) }
    };
    let all = |map: &dyn Fn(Place) -> Place| places.iter().map(|p| map(*p)).collect();
    turns
        .iter()
        .map(|turn| all(turn))
        .chain(turns.iter().map(|turn| all(&|place| turn(inside_out(place)))))
        .collect()
}

/// The map as a permutation, if it maps the points to the points.
fn permutation(places: &[Place], image: &[Place]) -> Option<Symmetry> {
    let mut table: [Square; Square::MAX] = std::array::from_fn(Square::new);
    for (square, place) in image.iter().enumerate() {
        table[square] = Square::new(places.iter().position(|p| p == place)?);
    }
    Some(Symmetry(table))
}
