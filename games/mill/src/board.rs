//! The board as data: points, the lines that join them, and what follows from these.
//!
//! A board is given by the labels of its points, by its lines of three and by links of two points. Neighbours are
//! linked or consecutive points of a line, a mill is a whole line, and the symmetries are the turns and reflections
//! (with and without turning the board inside out) that map lines to lines and links to links. Boards of three nested
//! rings, the common ones, answer questions about whole sets of points by shifting words; other boards answer them by
//! going through their lines.

mod layouts;
mod rings;
mod symmetry;
#[cfg(test)]
mod tests;

pub use layouts::Layout;

use crate::points::{Pair, Points};
use crate::square::Square;
use symmetry::Symmetry;

/// The lines that a point's row in the table of partners has room for; only few boards have points on more.
const LINES_IN_A_ROW: usize = 4;

/// No point counts as joined to more points than this.
const MOST_DEGREE: u32 = 4;

/// What no set of stones contains: the filler of unused places in the table of partners.
const NEVER: Points = Points(u32::MAX);

/// A board: its points and lines.
#[derive(Clone, Debug)]
pub struct Board {
    points: Points,
    labels: Vec<&'static str>,
    lines: Vec<[Square; 3]>,
    line_kinds: Vec<LineKind>,
    /// The neighbours of each point, and how many there are.
    neighbours: [Points; Square::MAX],
    degrees: [u8; Square::MAX],
    /// The two other points of each line through a point.
    partners: [[Points; LINES_IN_A_ROW]; Square::MAX],
    /// Are there points on more lines than a row has room for? Such boards go with the code for rarer rules.
    is_crowded: bool,
    /// The same for lines that found no room there, each with its point.
    further: Vec<(Square, Points)>,
    symmetries: Vec<Symmetry>,
    /// The points with the most neighbours.
    crossings: Points,
    /// On a board of three rings, the points that lie on lines across the rings; `None` on other boards.
    spokes: Option<Pair>,
    /// On a board of three rings, the number of each symmetry in the order of [`rings::images`].
    ring_symmetries: [u8; rings::SYMMETRIES],
}

/// How a line lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// Along the side of a ring.
    Edge,
    /// On one of the two axes through the centre, across the rings.
    Cross,
    /// Slanted.
    Diagonal,
}

/// What both sides have on the board, each fact as a pair of sets: the first side's and the second's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Survey {
    /// Stones in mills.
    pub(crate) in_mills: Pair,
    /// Empty points on which a stone from anywhere makes a mill.
    pub(crate) closing: Pair,
    /// Empty points on which a stone can slide and make a mill.
    pub(crate) strikes: Pair,
    /// The same, by a stone that leaves another mill for it.
    pub(crate) running: Pair,
    /// Stones that can slide.
    pub(crate) free: Pair,
    /// How many slides each side has.
    pub(crate) slides: [u32; 2],
}

impl Board {
    /// A board from the labels of its points, in the order of the position text, its lines and its further edges. Labels
    /// are a letter for the file and a digit for the rank.
    ///
    /// # Panics
    /// When a line names a point that is not there, or more than [`Square::MAX`] points are given: boards are constants
    /// of this crate.
    pub(crate) fn new(labels: &[&'static str], lines: &[[&str; 3]], edges: &[[&str; 2]]) -> Self {
        assert!(labels.len() <= Square::MAX, "too many points");
        let find = |label: &str| {
            Square::new(labels.iter().position(|l| *l == label).expect("lines join points of the board"))
        };
        let lines: Vec<[Square; 3]> = lines.iter().map(|line| line.map(find)).collect();
        let mut neighbours = [Points::NONE; Square::MAX];
        let along_lines = lines.iter().flat_map(|&[first, middle, last]| [[first, middle], [middle, last]]);
        for [a, b] in along_lines.chain(edges.iter().map(|edge| edge.map(find))) {
            neighbours[a.index()] |= b.bit();
            neighbours[b.index()] |= a.bit();
        }
        let mut partners = [[NEVER; LINES_IN_A_ROW]; Square::MAX];
        let mut further = Vec::new();
        for &[first, middle, last] in &lines {
            for (point, others) in [
                (first, middle.bit() | last.bit()),
                (middle, first.bit() | last.bit()),
                (last, first.bit() | middle.bit()),
            ] {
                match partners[point.index()].iter_mut().find(|p| **p == NEVER) {
                    Some(free) => *free = others,
                    None => further.push((point, others)),
                }
            }
        }
        Self {
            points: (0..labels.len()).map(Square::new).collect(),
            labels: labels.to_vec(),
            symmetries: symmetry::of(labels, &lines, &neighbours),
            line_kinds: line_kinds(labels, &lines),
            lines,
            crossings: crossings(&neighbours),
            degrees: neighbours.map(|neighbours| neighbours.count().min(MOST_DEGREE) as u8),
            neighbours,
            partners,
            is_crowded: !further.is_empty(),
            further,
            spokes: None,
            ring_symmetries: [0; rings::SYMMETRIES],
        }
    }

    /// The same board, known to be one of three rings with lines across them at `spokes`.
    fn of_rings(self, spokes: Points) -> Self {
        let mut numbers = [0; rings::SYMMETRIES];
        for square in self.points {
            let images = rings::images(Pair::single(square.bit()));
            for (order, number) in numbers.iter_mut().enumerate() {
                let fits = |symmetry: &usize| self.image(square, *symmetry).bit() == images[order].first();
                // A symmetry of three rings is told by the images of all points: go on from the last that fitted.
                *number = (usize::from(*number)..self.symmetries()).find(fits).unwrap_or(0) as u8;
            }
        }
        Self { spokes: Some(Pair::twice(spokes)), ring_symmetries: numbers, ..self }
    }

    /// All points.
    #[inline]
    pub fn points(&self) -> Points {
        self.points
    }

    /// The lines; each is a mill when three stones of one side stand on it.
    pub fn lines(&self) -> &[[Square; 3]] {
        &self.lines
    }

    /// The kind of each line, in their order.
    pub fn line_kinds(&self) -> &[LineKind] {
        &self.line_kinds
    }

    /// Are there points on more lines than the common code looks at?
    pub(crate) fn is_crowded(&self) -> bool {
        self.is_crowded
    }

    /// The label of a point of this board.
    pub fn label(&self, square: Square) -> &'static str {
        self.labels.get(square.index()).copied().unwrap_or("?")
    }

    /// The point with this label, read in any case.
    pub fn square(&self, label: &str) -> Option<Square> {
        self.labels.iter().position(|l| l.eq_ignore_ascii_case(label)).map(Square::new)
    }

    /// How many symmetries the board has, the identity included.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The image of a point under a symmetry; 0 is the identity.
    pub fn image(&self, square: Square, symmetry: usize) -> Square {
        self.symmetries[symmetry].image(square)
    }

    /// The image of a set of points under a symmetry.
    pub fn image_of_all(&self, set: Points, symmetry: usize) -> Points {
        let symmetry = &self.symmetries[symmetry];
        set.iter().map(|square| symmetry.image(square)).collect()
    }

    /// The symmetry that undoes another.
    pub fn inverse(&self, symmetry: usize) -> usize {
        let undoes = |other: &usize| {
            self.points.iter().all(|square| self.image(self.image(square, symmetry), *other) == square)
        };
        (0..self.symmetries()).find(undoes).unwrap_or(0)
    }

    /// Of all images of two sets of stones the one that stands for all, as a number, and the symmetry that leads to it.
    /// `None` on boards for which looking for it would be slow.
    #[inline]
    pub(crate) fn canonical(&self, stones: [Points; 2]) -> Option<(u64, usize)> {
        self.spokes?;
        let images = rings::images(Pair::new(stones[0], stones[1]));
        let mut least = 0;
        for (order, image) in images.iter().enumerate() {
            if image.0 < images[least].0 {
                least = order;
            }
        }
        Some((images[least].0, self.ring_symmetries[least].into()))
    }

    /// The points joined to this one.
    #[inline]
    pub fn neighbours(&self, square: Square) -> Points {
        self.neighbours[square.index()]
    }

    /// How many points are joined to this one; more than four count as four, as on the common boards.
    #[inline]
    pub fn degree(&self, square: Square) -> u8 {
        self.degrees[square.index()]
    }

    /// Does a stone on `square` make a mill with two of `stones`?
    #[inline]
    pub fn closes_mill(&self, stones: Points, square: Square) -> bool {
        self.closes_mill_in_row(stones, square) || self.is_crowded && self.closes_further_mill(stones, square)
    }

    /// The same, as far as the point's row of partners tells: on a board that is not crowded, always.
    #[inline]
    pub(crate) fn closes_mill_in_row(&self, stones: Points, square: Square) -> bool {
        let [a, b, c, d] = self.partners[square.index()];
        stones.contains(a) | stones.contains(b) | stones.contains(c) | stones.contains(d)
    }

    #[cold]
    #[inline(never)]
    fn closes_further_mill(&self, stones: Points, square: Square) -> bool {
        self.further_partners(square).any(|partners| stones.contains(partners))
    }

    /// The two other points of each line through a point for which its row had no room.
    fn further_partners(&self, square: Square) -> impl Iterator<Item = Points> {
        self.further.iter().filter(move |(point, _)| *point == square).map(|(_, partners)| *partners)
    }

    /// The two other points of each line through a point.
    fn all_partners(&self, square: Square) -> impl Iterator<Item = Points> {
        self.partners[square.index()].into_iter().chain(self.further_partners(square))
    }

    /// All points that lie on a line with one of `own` and one of `empty`, occupied or not.
    #[inline]
    pub(crate) fn opening(&self, own: Points, empty: Points) -> Points {
        match self.spokes {
            Some(spokes) => rings::opening(Pair::single(own), Pair::single(empty), spokes).first(),
            None => self.opening_by_lines(own, empty),
        }
    }

    #[inline(never)]
    fn opening_by_lines(&self, own: Points, empty: Points) -> Points {
        self.points.iter().filter(|square| self.opens_line(own, empty, *square)).collect()
    }

    fn opens_line(&self, own: Points, empty: Points, square: Square) -> bool {
        self.all_partners(square).any(|partners| {
            !(own & partners).is_empty() && !(empty & partners).is_empty() && (own | empty).contains(partners)
        })
    }

    /// The mills that a stone on `square` makes with `stones`, each as the set of its two other points.
    pub fn mills_closed(&self, stones: Points, square: Square) -> impl Iterator<Item = Points> {
        self.all_partners(square).filter(move |partners| stones.contains(*partners))
    }

    /// The points with the most neighbours.
    #[inline]
    pub(crate) fn crossings(&self) -> Points {
        self.crossings
    }

    /// All points on which a stone makes a mill with two of `stones`, occupied or not.
    #[inline]
    pub fn closing(&self, stones: Points) -> Points {
        match self.spokes {
            Some(spokes) => rings::closing(Pair::single(stones), spokes).first(),
            None => self.closing_by_lines(stones),
        }
    }

    #[inline(never)]
    fn closing_by_lines(&self, stones: Points) -> Points {
        self.points.iter().filter(|square| self.closes_mill(stones, *square)).collect()
    }

    /// Those of `stones` that stand in a mill.
    #[inline]
    pub fn in_mills(&self, stones: Points) -> Points {
        stones & self.closing(stones)
    }

    /// All points that have a neighbour among `stones`, occupied or not.
    #[inline]
    pub fn beside(&self, stones: Points) -> Points {
        match self.spokes {
            Some(spokes) => rings::beside(Pair::single(stones), spokes).first(),
            None => stones.iter().fold(Points::NONE, |set, square| set | self.neighbours(square)),
        }
    }

    /// How many moves along a line `stones` have to points of `empty`.
    #[inline]
    pub fn count_slides(&self, stones: Points, empty: Points) -> u32 {
        match self.spokes {
            Some(spokes) => rings::count_slides(Pair::single(stones), Pair::single(empty), spokes)[0],
            None => stones.iter().map(|square| (self.neighbours(square) & empty).count()).sum(),
        }
    }

    /// All points, occupied or not, to which one of `movers` can slide and make a mill there with two of the other
    /// `stones`.
    #[inline]
    pub fn strikes(&self, stones: Points, movers: Points) -> Points {
        match self.spokes {
            Some(spokes) => rings::strikes(Pair::single(stones), Pair::single(movers), spokes).first(),
            None => self.strikes_by_lines(stones, movers),
        }
    }

    /// What two sides with these stones have on the board.
    #[inline]
    pub(crate) fn survey(&self, stones: [Points; 2], empty: Points) -> Survey {
        match self.spokes {
            Some(spokes) => rings::survey(Pair::new(stones[0], stones[1]), Pair::twice(empty), spokes),
            None => self.survey_by_lines(stones, empty),
        }
    }

    #[inline(never)]
    fn survey_by_lines(&self, stones: [Points; 2], empty: Points) -> Survey {
        let pair = |fact: &dyn Fn(Points) -> Points| Pair::new(fact(stones[0]), fact(stones[1]));
        Survey {
            in_mills: pair(&|stones| self.in_mills(stones)),
            closing: pair(&|stones| self.closing(stones) & empty),
            strikes: pair(&|stones| self.strikes(stones, stones) & empty),
            running: pair(&|stones| self.strikes(stones, self.in_mills(stones)) & empty),
            free: pair(&|stones| stones & self.beside(empty)),
            slides: stones.map(|stones| self.count_slides(stones, empty)),
        }
    }

    #[inline(never)]
    fn strikes_by_lines(&self, stones: Points, movers: Points) -> Points {
        let strikes = |to: Square| {
            self.mills_closed(stones, to).any(|others| {
                let from = self.neighbours(to) & movers;
                !from.without(others).is_empty()
            })
        };
        self.points.iter().filter(|to| strikes(*to)).collect()
    }
}

/// The points with the most neighbours.
fn crossings(neighbours: &[Points; Square::MAX]) -> Points {
    let most = neighbours.iter().map(|n| n.count()).max().unwrap_or(0);
    (0..Square::MAX).filter(|i| neighbours[*i].count() == most).map(Square::new).collect()
}

/// The kinds of the lines, from where their points are drawn.
fn line_kinds(labels: &[&str], lines: &[[Square; 3]]) -> Vec<LineKind> {
    let centre = |axis: usize| {
        let places = labels.iter().map(|label| u32::from(label.as_bytes()[axis]));
        places.clone().min().unwrap_or(0) + places.max().unwrap_or(0)
    };
    let centres = [centre(0), centre(1)];
    let kind = |line: &[Square; 3]| {
        let [start, end] = [line[0], line[2]].map(|square| labels[square.index()].as_bytes());
        let straight = [0, 1].into_iter().find(|axis| start[*axis] == end[*axis]);
        match straight {
            None => LineKind::Diagonal,
            Some(axis) if 2 * u32::from(start[axis]) == centres[axis] => LineKind::Cross,
            Some(_) => LineKind::Edge,
        }
    };
    lines.iter().map(kind).collect()
}
