//! Boards: points, lines, neighbours and symmetries.
//!
//! Two points are neighbours if they are linked or consecutive on a line. Three stones of one side on a line
//! of three points form a mill. A symmetry maps lines to lines and neighbours to neighbours: it rotates or
//! reflects the board, and may turn the rings inside out.

mod both_sides;
mod layout;
mod lines;
mod point;
mod rings;
mod set_table;
mod shifts;
mod symmetry;
#[cfg(test)]
mod tests;

pub(crate) use both_sides::BothSides;
pub use layout::Layout;
pub(crate) use lines::Features;
pub use lines::LineKind;
pub use point::{Point, PointSet};
pub(crate) use set_table::SetTable;
pub(crate) use shifts::images_on_rings;

use plywright::Symmetry;

use lines::Lines;
use rings::Rings;
use symmetry::Permutation;

/// Maximum number of points of a board in `data/boards.tsv`.
pub(crate) const MAX_POINTS: usize = 24;

/// A board of the Mill family. All boards come from [`Layout::board`].
#[derive(Clone, Debug)]
pub struct Board {
    labels: Vec<&'static str>,
    lines: Lines,
    /// Faster functions on sets of points; `None` unless the board has three rings.
    rings: Option<Rings>,
    symmetries: Vec<Permutation>,
    crossings: PointSet,
}

impl Board {
    /// Creates a board. `labels` are in the order of the position text. Consecutive points of a mill are neighbours;
    /// `more_links` are further pairs of neighbours.
    pub(crate) fn new(labels: Vec<&'static str>, mills: Vec<[Point; 3]>, more_links: &[[Point; 2]]) -> Self {
        let places = lines::places_of(&labels);
        let lines = Lines::new(&places, mills, more_links);
        let max_degree = lines.degrees.iter().max().copied().unwrap_or(0);
        Self {
            labels,
            rings: Rings::of(&lines),
            symmetries: symmetry::of(&places, &lines),
            crossings: lines
                .points
                .iter()
                .filter(|point| lines.degrees[point.index()] == max_degree)
                .collect(),
            lines,
        }
    }

    /// Returns all points.
    #[inline]
    pub fn points(&self) -> PointSet {
        self.lines.points
    }

    /// Returns the lines of three points. Three stones of one side on a line form a mill.
    pub fn lines(&self) -> &[[Point; 3]] {
        &self.lines.mills
    }

    /// Returns the kind of each line, in the order of [`Board::lines`].
    pub fn line_kinds(&self) -> &[LineKind] {
        &self.lines.kinds
    }

    /// Returns the label of a point, such as `d6`; `?` if the board has no such point.
    pub fn label(&self, point: Point) -> &'static str {
        self.labels.get(point.index()).copied().unwrap_or("?")
    }

    /// Returns the point with this label, in upper or lower case; `None` if there is none.
    pub fn point(&self, label: &str) -> Option<Point> {
        self.labels.iter().position(|l| l.eq_ignore_ascii_case(label)).map(Point::new)
    }

    /// Returns the number of symmetries of the board, including the identity.
    pub fn symmetries(&self) -> u8 {
        self.symmetries.len() as u8
    }

    /// Returns the image of a point under a symmetry. Panics unless the symmetry's number is below
    /// [`Board::symmetries`].
    #[inline]
    pub fn image(&self, point: Point, symmetry: Symmetry) -> Point {
        self.symmetries[symmetry.index()].images[point.index()]
    }

    /// Returns the image of a set of points under a symmetry. Panics unless the symmetry's number is below
    /// [`Board::symmetries`].
    pub fn image_of_all(&self, set: PointSet, symmetry: Symmetry) -> PointSet {
        PointSet::from_bits(self.symmetries[symmetry.index()].sets.of(set.bits()))
    }

    /// Returns the symmetry that undoes `symmetry`. Panics unless the symmetry's number is below
    /// [`Board::symmetries`].
    #[inline]
    pub fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.symmetries[symmetry.index()].inverse
    }

    /// Returns the least of the symmetric images of the stones, as a word of [`BothSides`], and the first symmetry that
    /// leads to it. `None` unless the board has three rings.
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

    /// Returns the points to which a stone on `point` can slide if they are empty.
    #[inline]
    pub fn neighbours(&self, point: Point) -> PointSet {
        self.lines.neighbours[point.index()]
    }

    /// Returns the number of neighbours of a point, or 4 if it has more.
    #[inline]
    pub fn degree(&self, point: Point) -> u8 {
        self.lines.degrees[point.index()]
    }

    /// Returns the points with the greatest [`Board::degree`].
    #[inline]
    pub(crate) fn crossings(&self) -> PointSet {
        self.crossings
    }

    /// Whether more than four lines meet in some point, so that [`Board::closes_usual_mill`] can miss mills.
    pub(crate) fn is_crowded(&self) -> bool {
        self.lines.is_crowded()
    }

    /// Whether a stone on `point` completes a mill with two of `stones`. If more than four lines meet in the point,
    /// only four of them are checked.
    #[inline]
    pub(crate) fn closes_usual_mill(&self, stones: PointSet, point: Point) -> bool {
        self.lines.closes_usual_mill(stones, point)
    }

    /// Returns the mills that a stone on `point` completes with two of `stones`. A mill is given as the set of these
    /// two points.
    pub fn mills_closed(&self, stones: PointSet, point: Point) -> impl Iterator<Item = PointSet> {
        self.lines.mills_closed(stones, point)
    }

    /// Returns all points, occupied or not, on which a stone completes a mill with two of `stones`.
    #[inline]
    pub fn mill_completions(&self, stones: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => rings.mill_completions(BothSides::of_first(stones)).first(),
            None => self.lines.mill_completions(stones),
        }
    }

    /// Returns those of `stones` that form mills with others of `stones`.
    #[inline]
    pub fn in_mills(&self, stones: PointSet) -> PointSet {
        stones & self.mill_completions(stones)
    }

    /// Returns all points, occupied or not, that have a neighbour among `stones`.
    #[inline]
    pub fn adjacent(&self, stones: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => rings.adjacent(BothSides::of_first(stones)).first(),
            None => self.lines.adjacent(stones),
        }
    }

    /// Returns the number of slides from points of `stones` to neighbouring points of `empty`.
    #[inline]
    pub fn count_slides(&self, stones: PointSet, empty: PointSet) -> u32 {
        match self.rings {
            Some(rings) => rings.count_slides(BothSides::of_first(stones), BothSides::of_first(empty))[0],
            None => self.lines.count_slides(stones, empty),
        }
    }

    /// Returns all points, occupied or not, on which a mill is completed if a stone of `movers` slides there from a
    /// neighbouring point. The mill's two other stones are in `stones`.
    #[inline]
    pub fn sliding_threats(&self, stones: PointSet, movers: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => {
                rings.sliding_threats(BothSides::of_first(stones), BothSides::of_first(movers)).first()
            }
            None => self.lines.sliding_threats(stones, movers),
        }
    }

    /// Returns all points, occupied or not, on which a new stone makes an open two: a line with the new stone, a stone
    /// of `own` and a point of `empty`.
    #[inline]
    pub(crate) fn open_twos(&self, own: PointSet, empty: PointSet) -> PointSet {
        match self.rings {
            Some(rings) => rings.open_twos(BothSides::of_first(own), BothSides::of_first(empty)).first(),
            None => self.lines.open_twos(own, empty),
        }
    }

    #[inline]
    pub(crate) fn features(&self, stones: [PointSet; 2], empty: PointSet) -> Features {
        match self.rings {
            Some(rings) => rings.features(BothSides::new(stones[0], stones[1]), BothSides::twice(empty)),
            None => self.lines.features(stones, empty),
        }
    }
}
