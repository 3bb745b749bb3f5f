//! Symmetries of a board, found from the places of its points.
//!
//! The candidates are the eight symmetries of the square, with and without turning the rings inside out. On
//! boards of three rings, symmetry `8 r + 4 i + q` reflects from left to right if `r` is 1, then turns inside
//! out if `i` is 1, then rotates clockwise by `q` times 90 degrees.

use std::collections::HashSet;

use plywright::Symmetry;

use super::lines::{Lines, Place};
use crate::board::{Point, PointSet, SetTable};

/// A permutation of the points that is a symmetry.
#[derive(Clone, Debug)]
pub(super) struct Permutation {
    pub(super) images: Images,
    pub(super) sets: SetTable,
    pub(super) inverse: Symmetry,
}

type Images = [Point; Point::MAX];

/// Returns the symmetries, the identity first.
pub(super) fn of(places: &[Place], lines: &Lines) -> Vec<Permutation> {
    let mut found: Vec<Images> = Vec::new();
    for image in candidates(places) {
        if let Some(images) = permutation(places, &image)
            && keeps(lines, &images)
            && !found.contains(&images)
        {
            found.push(images);
        }
    }
    let undoes =
        |a: &Images, b: &Images| lines.points.iter().all(|point| b[a[point.index()].index()] == point);
    let inverse =
        |images: &Images| Symmetry(found.iter().position(|other| undoes(images, other)).unwrap_or(0) as u8);
    let sets =
        |images: &Images| SetTable::new(&std::array::from_fn(|point| PointSet::of(images[point]).bits()));
    let permutation =
        |images: &Images| Permutation { images: *images, sets: sets(images), inverse: inverse(images) };
    found.iter().map(permutation).collect()
}

fn keeps(lines: &Lines, images: &Images) -> bool {
    let image = |set: PointSet| -> PointSet { set.iter().map(|point| images[point.index()]).collect() };
    let mills: HashSet<PointSet> = lines.mills.iter().map(|line| line.iter().copied().collect()).collect();
    mills.iter().all(|mill| mills.contains(&image(*mill)))
        && lines.points.iter().all(|point| {
            image(lines.neighbours[point.index()]) == lines.neighbours[images[point.index()].index()]
        })
}

/// Returns the images of the places under each candidate, in the order in which symmetries are numbered.
fn candidates(places: &[Place]) -> Vec<Vec<Place>> {
    let radius = |(x, y): Place| x.abs().max(y.abs());
    let widest = places.iter().map(|place| radius(*place)).max().unwrap_or(0);
    let narrowest = places.iter().map(|place| radius(*place)).min().unwrap_or(0);
    let inside_out = |(x, y): Place| match radius((x, y)) {
        0 => (x, y),
        old => (x * (widest + narrowest - old) / old, y * (widest + narrowest - old) / old),
    };
    let reflected = |(x, y): Place| (-x, y);
    let turned = |(x, y): Place| (y, -x);
    let all = |places: &[Place], map: &dyn Fn(Place) -> Place| -> Vec<Place> {
        places.iter().map(|place| map(*place)).collect()
    };
    let mirror = all(places, &reflected);
    let starts = [places.to_vec(), all(places, &inside_out), mirror.clone(), all(&mirror, &inside_out)];
    let quarters =
        |start: Vec<Place>| std::iter::successors(Some(start), |image| Some(all(image, &turned))).take(4);
    starts.into_iter().flat_map(quarters).collect()
}

/// `None` if an image is not the place of a point.
fn permutation(places: &[Place], image: &[Place]) -> Option<Images> {
    let mut images: Images = std::array::from_fn(Point::new);
    for (point, place) in image.iter().enumerate() {
        images[point] = Point::new(places.iter().position(|other| other == place)?);
    }
    Some(images)
}
