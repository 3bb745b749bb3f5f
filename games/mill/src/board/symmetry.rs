//! Symmetries of a board, found from the places of its points.
//!
//! The candidates are the eight symmetries of the square, with and without turning the rings inside out. Those that map
//! lines to lines and neighbours to neighbours are numbered in the order of the candidates; equal ones count once. On
//! boards of three rings all are symmetries, and symmetry `8 r + 4 i + q` reflects from left to right if `r` is 1, then
//! turns inside out if `i` is 1, then rotates clockwise by `q` times 90 degrees.

use std::collections::HashSet;

use plywright::Symmetry;

use super::lines::{Lines, Place};
use crate::board::{Point, PointSet, SetTable};

/// A permutation of the points that is a symmetry.
#[derive(Clone, Debug)]
pub(super) struct Permutation {
    pub(super) images: Images,
    /// Maps a set of points to its image.
    pub(super) sets: SetTable,
    pub(super) inverse: Symmetry,
}

/// Number of candidates: the eight symmetries of the square, with and without turning the rings inside out.
const CANDIDATES: u8 = 16;

/// The image of each point.
type Images = [Point; Point::MAX];

/// Returns the symmetries, the identity first.
pub(super) fn of(places: &[Place], lines: &Lines) -> Vec<Permutation> {
    let radii = || places.iter().map(|place| radius(*place));
    let reach = radii().max().unwrap_or(0) + radii().min().unwrap_or(0);
    let mut found: Vec<Images> = Vec::new();
    for candidate in 0..CANDIDATES {
        if let Some(images) = permutation(places, |place| image_of_place(place, candidate, reach))
            && keeps_lines(lines, &images)
            && !found.contains(&images)
        {
            found.push(images);
        }
    }
    let mut permutations = Vec::with_capacity(found.len());
    for images in &found {
        let sets = SetTable::new(&std::array::from_fn(|point| PointSet::of(images[point]).bits()));
        // The inverse maps each point's image back to the point.
        let undoes =
            |other: &Images| lines.points.iter().all(|point| other[images[point.index()].index()] == point);
        let inverse = found.iter().position(undoes).expect("the inverse of a symmetry is a symmetry");
        permutations.push(Permutation { images: *images, sets, inverse: Symmetry(inverse as u8) });
    }
    permutations
}

/// Whether the images of all mills are mills, and the images of neighbours are neighbours.
fn keeps_lines(lines: &Lines, images: &Images) -> bool {
    let image = |set: PointSet| -> PointSet { set.iter().map(|point| images[point.index()]).collect() };
    let mills: HashSet<PointSet> = lines.mills.iter().map(|line| line.iter().copied().collect()).collect();
    mills.iter().all(|mill| mills.contains(&image(*mill)))
        && lines.points.iter().all(|point| {
            image(lines.neighbours[point.index()]) == lines.neighbours[images[point.index()].index()]
        })
}

/// Returns the image of a place under a candidate, whose number is `8 r + 4 i + q` as in the documentation of this
/// module. `reach` is the sum of the radii of the outermost and the innermost ring.
fn image_of_place((mut x, mut y): Place, candidate: u8, reach: i32) -> Place {
    if candidate & 8 != 0 {
        x = -x;
    }
    if candidate & 4 != 0 {
        (x, y) = with_radius((x, y), reach - radius((x, y)));
    }
    for _quarter_turn in 0..candidate % 4 {
        (x, y) = (y, -x);
    }
    (x, y)
}

/// Returns the distance from the centre to the square ring through a place.
fn radius((x, y): Place) -> i32 {
    x.abs().max(y.abs())
}

/// Moves a place to the ring of this radius, on the ray from the centre through the place. The centre stays.
fn with_radius((x, y): Place, radius_after: i32) -> Place {
    match radius((x, y)) {
        0 => (x, y),
        before => (x * radius_after / before, y * radius_after / before),
    }
}

/// Returns the images of the points. `places[i]` is the place of point `i`, and `image` maps a place to its image.
/// `None` if an image is not the place of a point.
fn permutation(places: &[Place], image: impl Fn(Place) -> Place) -> Option<Images> {
    let mut images: Images = std::array::from_fn(Point::new);
    for (point, place) in places.iter().enumerate() {
        let target = image(*place);
        images[point] = Point::new(places.iter().position(|other| *other == target)?);
    }
    Some(images)
}
