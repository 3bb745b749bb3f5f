//! Lines and neighbours of a board, and functions on sets of points, computed line by line.
//!
//! The functions work on any board; [`super::Board`] describes them. [`super::rings`] has faster versions of some of
//! them for three rings.

use crate::board::{BothSides, Point, PointSet};

/// Maximum number of lines of three points through one point of a board in `data/boards.tsv`.
const MAX_LINES: usize = 6;
/// Number of lines through a point that [`Lines::closes_usual_mill`] checks. A board with more lines through one of its
/// points is called crowded.
const USUAL_LINES: usize = 4;

/// Maximum degree of a point. The degree is the number of neighbours, or this maximum if there are more.
const MAX_DEGREE: u32 = 4;

/// Unused entry of [`Lines::partners`]. No set of stones contains all points, so the entry never counts as a mill.
const NEVER: PointSet = PointSet::ALL;

/// Offset of a point from the centre of the board: first in half files to the right, then in half ranks upwards.
pub(super) type Place = (i32, i32);

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// Along a side of a ring.
    Edge,
    /// On the file or the rank through the centre of the board.
    Cross,
    /// On neither a file nor a rank.
    Diagonal,
}

/// What the static evaluation counts on a board, for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) in_mills: BothSides,
    /// Empty points on which one more stone completes a mill.
    pub(crate) mill_completions: BothSides,
    /// Empty points to which a stone can slide to complete a mill.
    pub(crate) sliding_threats: BothSides,
    /// Empty points to which a stone can slide out of one mill to complete another (double mills).
    pub(crate) double_mills: BothSides,
    /// Stones with an empty neighbouring point.
    pub(crate) mobile_stones: BothSides,
    /// Number of each side's pairs of a stone and an empty neighbouring point.
    pub(crate) slides: [u32; 2],
}

#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) points: PointSet,
    pub(super) mills: Vec<[Point; 3]>,
    /// Kinds of the lines, in the order of `mills`.
    pub(super) kinds: Vec<LineKind>,
    pub(super) neighbours: [PointSet; Point::MAX],
    /// Number of neighbours of each point, at most [`MAX_DEGREE`].
    pub(super) degrees: [u8; Point::MAX],
    /// `partners[point]`: the two other points of each line through the point. Unused entries are [`NEVER`].
    partners: [[PointSet; MAX_LINES]; Point::MAX],
}

impl Lines {
    /// Creates the lines of a board. Consecutive points of a mill are neighbours; `links` are further pairs of
    /// neighbours.
    pub(super) fn new(places: &[Place], mills: Vec<[Point; 3]>, links: &[[Point; 2]]) -> Self {
        let mut neighbours = [PointSet::EMPTY; Point::MAX];
        let along_mills = mills.iter().flat_map(|&[first, middle, last]| [[first, middle], [middle, last]]);
        for [a, b] in along_mills.chain(links.iter().copied()) {
            neighbours[a.index()].insert(b);
            neighbours[b.index()].insert(a);
        }
        let mut partners = [[NEVER; MAX_LINES]; Point::MAX];
        for line in &mills {
            let all: PointSet = line.iter().copied().collect();
            for point in all {
                let unused = partners[point.index()].iter_mut().find(|entry| **entry == NEVER);
                *unused.expect("a point lies on at most six lines") = all.without(point);
            }
        }
        Self {
            points: (0..places.len()).map(Point::new).collect(),
            kinds: mills.iter().map(|line| kind(places, *line)).collect(),
            mills,
            degrees: neighbours.map(|neighbours| neighbours.count().min(MAX_DEGREE) as u8),
            neighbours,
            partners,
        }
    }

    pub(super) fn is_crowded(&self) -> bool {
        self.partners.iter().any(|partners| partners[USUAL_LINES] != NEVER)
    }

    /// Whether a stone on `point` completes a mill with `stones`. Checks only the first [`USUAL_LINES`] lines through
    /// the point, so it can miss mills on crowded boards.
    #[inline]
    pub(super) fn closes_usual_mill(&self, stones: PointSet, point: Point) -> bool {
        let [a, b, c, d, ..] = self.partners[point.index()];
        stones.contains_all(a) | stones.contains_all(b) | stones.contains_all(c) | stones.contains_all(d)
    }

    /// Returns the mills that a stone on `point` completes with `stones`. A mill is given as the set of its two other
    /// points.
    pub(super) fn mills_closed(&self, stones: PointSet, point: Point) -> impl Iterator<Item = PointSet> {
        self.partners[point.index()].into_iter().filter(move |partners| stones.contains_all(*partners))
    }

    #[inline(never)]
    pub(super) fn mill_completions(&self, stones: PointSet) -> PointSet {
        self.points.iter().filter(|point| self.mills_closed(stones, *point).next().is_some()).collect()
    }

    pub(super) fn adjacent(&self, stones: PointSet) -> PointSet {
        stones.iter().fold(PointSet::EMPTY, |set, point| set | self.neighbours[point.index()])
    }

    pub(super) fn count_slides(&self, stones: PointSet, empty: PointSet) -> u32 {
        stones.iter().map(|point| (self.neighbours[point.index()] & empty).count()).sum()
    }

    #[inline(never)]
    pub(super) fn sliding_threats(&self, stones: PointSet, movers: PointSet) -> PointSet {
        let can_slide = |to: Point| {
            let from = self.neighbours[to.index()] & movers;
            self.mills_closed(stones, to).any(|others| !(from - others).is_empty())
        };
        self.points.iter().filter(|to| can_slide(*to)).collect()
    }

    #[inline(never)]
    pub(super) fn open_twos(&self, own: PointSet, empty: PointSet) -> PointSet {
        let is_open = |line: PointSet| {
            line.intersects(own) && line.intersects(empty) && (own | empty).contains_all(line)
        };
        self.points.iter().filter(|point| self.partners[point.index()].into_iter().any(is_open)).collect()
    }

    #[inline(never)]
    pub(super) fn features(&self, stones: [PointSet; 2], empty: PointSet) -> Features {
        let both = |feature: &dyn Fn(PointSet) -> PointSet| {
            let [first, second] = stones.map(feature);
            BothSides::new(first, second)
        };
        let in_mills = |stones| stones & self.mill_completions(stones);
        Features {
            in_mills: both(&in_mills),
            mill_completions: both(&|stones| self.mill_completions(stones) & empty),
            sliding_threats: both(&|stones| self.sliding_threats(stones, stones) & empty),
            double_mills: both(&|stones| self.sliding_threats(stones, in_mills(stones)) & empty),
            mobile_stones: both(&|stones| stones & self.adjacent(empty)),
            slides: stones.map(|stones| self.count_slides(stones, empty)),
        }
    }
}

/// Returns the places of the points with these labels. A label is a letter for the file and a digit for the rank. The
/// board is a square with its lower left corner at a1.
pub(super) fn places_of(labels: &[&str]) -> Vec<Place> {
    let steps = |label: &str| [label.as_bytes()[0] - b'a', label.as_bytes()[1] - b'1'].map(i32::from);
    let last = labels.iter().flat_map(|label| steps(label)).max().unwrap_or(0);
    labels.iter().map(|label| steps(label).map(|step| 2 * step - last).into()).collect()
}

fn kind(places: &[Place], [start, _, end]: [Point; 3]) -> LineKind {
    let ((start_file, start_rank), (end_file, end_rank)) = (places[start.index()], places[end.index()]);
    match (start_file == end_file, start_rank == end_rank) {
        (false, false) => LineKind::Diagonal,
        (true, _) if start_file == 0 => LineKind::Cross,
        (_, true) if start_rank == 0 => LineKind::Cross,
        _ => LineKind::Edge,
    }
}
