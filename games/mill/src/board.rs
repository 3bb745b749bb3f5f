//! A board: points, the lines that join them, and what follows from these.
//!
//! Neighbours are linked or consecutive points of a line, a mill is a whole line, and the symmetries are the
//! turns and reflections, with and without turning the board inside out, that map lines to lines and
//! neighbours to neighbours. Questions about sets of points are answered line by line, on boards of three
//! rings by shifting words.

mod features;
mod lines;
mod places;
mod rings;
mod shifts;
mod symmetry;
#[cfg(test)]
mod tests;

pub(crate) use features::Features;
pub use lines::LineKind;
pub(crate) use shifts::images_on_rings;

use plywright::Symmetry;

use crate::both_sides::BothSides;
use crate::point::{Point, PointSet};
use lines::Lines;
use rings::Rings;
use symmetry::Permutation;

/// A board: its points and lines.
#[derive(Clone, Debug)]
pub struct Board {
    labels: Vec<&'static str>,
    lines: Lines,
    /// The rings of a board of three rings, `None` on other boards.
    rings: Option<Rings>,
    symmetries: Vec<Permutation>,
    /// The points with the most neighbours.
    crossings: PointSet,
}

impl Board {
    /// A board from the labels of its points in the order of the position text, its lines of three points and
    /// its pairs of linked points, on which no mill can be made.
    pub(crate) fn new(labels: Vec<&'static str>, mills: Vec<[Point; 3]>, pairs: &[[Point; 2]]) -> Self {
        let places = places::of(&labels);
        let lines = Lines::new(&places, mills, pairs);
        let most = lines.degrees.iter().max().copied().unwrap_or(0);
        Self {
            labels,
            rings: Rings::of(&lines),
            symmetries: symmetry::of(&places, &lines),
            crossings: lines.points.iter().filter(|point| lines.degrees[point.index()] == most).collect(),
            lines,
        }
    }

    /// All points.
    #[inline]
    pub fn points(&self) -> PointSet {
        self.lines.points
    }

    /// The lines; each is a mill when three stones of one side stand on it.
    pub fn lines(&self) -> &[[Point; 3]] {
        &self.lines.mills
    }

    /// The kind of each line, in the order of [`Board::lines`].
    pub fn line_kinds(&self) -> &[LineKind] {
        &self.lines.kinds
    }

    /// The label of a point of this board.
    pub fn label(&self, point: Point) -> &'static str {
        self.labels.get(point.index()).copied().unwrap_or("?")
    }

    /// The point with this label, read in any case.
    pub fn point(&self, label: &str) -> Option<Point> {
        self.labels.iter().position(|l| l.eq_ignore_ascii_case(label)).map(Point::new)
    }

    /// Number of symmetries of the board, the identity included.
    pub fn symmetries(&self) -> u8 {
        self.symmetries.len() as u8
    }

    /// The image of a point under a symmetry.
    #[inline]
    pub fn image(&self, point: Point, symmetry: Symmetry) -> Point {
        self.symmetries[symmetry.index()].image(point)
    }

    /// The image of a set of points under a symmetry.
    pub fn image_of_all(&self, set: PointSet, symmetry: Symmetry) -> PointSet {
        let symmetry = &self.symmetries[symmetry.index()];
        set.iter().map(|point| symmetry.image(point)).collect()
    }

    /// The symmetry that undoes another.
    #[inline]
    pub fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.symmetries[symmetry.index()].inverse
    }

    /// The least of the images of two sets of stones as a number, and the symmetry that leads to it. `None`
    /// on boards on which finding it would be slow.
    #[inline]
    pub(crate) fn canonical(&self, stones: [PointSet; 2]) -> Option<(u64, Symmetry)> {
        self.rings?;
        let images = images_on_rings(BothSides::new(stones[0], stones[1]));
        let mut least = 0;
        for (symmetry, image) in images.iter().enumerate() {
            if image.0 < images[least].0 {
                least = symmetry;
            }
        }
        Some((images[least].0, Symmetry(least as u8)))
    }

    /// The points joined to this one.
    #[inline]
    pub fn neighbours(&self, point: Point) -> PointSet {
        self.lines.neighbours[point.index()]
    }

    /// Number of points joined to this one; more than four count as four, as on the common boards.
    #[inline]
    pub fn degree(&self, point: Point) -> u8 {
        self.lines.degrees[point.index()]
    }

    /// The points with the most neighbours.
    #[inline]
    pub(crate) fn crossings(&self) -> PointSet {
        self.crossings
    }

    /// Whether some point lies on too many lines for [`Board::closes_mill_in_table`] to find all mills.
    pub(crate) fn is_crowded(&self) -> bool {
        self.lines.overflows()
    }

    /// Whether a stone on `point` completes a mill with two of `stones`; exact on boards that are not
    /// crowded.
    #[inline]
    pub(crate) fn closes_mill_in_table(&self, stones: PointSet, point: Point) -> bool {
        self.lines.closes_mill_in_table(stones, point)
    }

    /// Whether a stone on `point` completes a mill with two of `stones`.
    #[inline]
    pub fn closes_mill(&self, stones: PointSet, point: Point) -> bool {
        self.mills_closed(stones, point).next().is_some()
    }

    /// The mills that a stone on `point` completes with `stones`, each as the set of its two other points.
    pub fn mills_closed(&self, stones: PointSet, point: Point) -> impl Iterator<Item = PointSet> {
        self.lines.mills_closed(stones, point)
    }

    /// All points, occupied or not, on which a stone completes a mill with two of `stones`.
    #[inline]
    pub fn mill_completions(&self, stones: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => rings.mill_completions(BothSides::single(stones)).first(),
            None => self.lines.mill_completions(stones),
        }
    }

    /// Those of `stones` that stand in a mill.
    #[inline]
    pub fn in_mills(&self, stones: PointSet) -> PointSet {
        stones & self.mill_completions(stones)
    }

    /// All points, occupied or not, that have a neighbour among `stones`.
    #[inline]
    pub fn adjacent(&self, stones: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => rings.adjacent(BothSides::single(stones)).first(),
            None => self.lines.adjacent(stones),
        }
    }

    /// Number of slides of `stones` along lines to neighbouring points of `empty`.
    #[inline]
    pub fn count_slides(&self, stones: PointSet, empty: PointSet) -> u32 {
        match self.rings {
            Some(rings) => rings.count_slides(BothSides::single(stones), BothSides::single(empty))[0],
            None => self.lines.count_slides(stones, empty),
        }
    }

    /// All points, occupied or not, to which one of `movers` can slide to complete a mill with two of the
    /// other `stones`.
    #[inline]
    pub fn sliding_threats(&self, stones: PointSet, movers: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => {
                rings.sliding_threats(BothSides::single(stones), BothSides::single(movers)).first()
            }
            None => self.lines.sliding_threats(stones, movers),
        }
    }

    /// All points, occupied or not, on which a stone makes an open two: the other points of a line are one of
    /// `own` and one of `empty`.
    #[inline]
    pub(crate) fn open_twos(&self, own: PointSet, empty: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => rings.open_twos(BothSides::single(own), BothSides::single(empty)).first(),
            None => self.lines.open_twos(own, empty),
        }
    }

    /// The features of both sides' stones.
    #[inline]
    pub(crate) fn features(&self, stones: [PointSet; 2], empty: PointSet) -> Features {
        match self.rings {
            Some(rings) => rings.features(BothSides::new(stones[0], stones[1]), BothSides::twice(empty)),
            None => self.lines.features(stones, empty),
        }
    }
}
