//! The board as data: points, the lines that join them, and what follows from these.
//!
//! A board is given by the labels of its points and by its lines of three. Neighbours are consecutive points of a
//! line, a mill is a whole line, and the symmetries are the turns and reflections (with and without turning the board
//! inside out) that map lines to lines. Boards of three nested rings, the common ones, answer questions about whole
//! sets of points by shifting words; other boards answer them by going through their lines.

mod rings;
mod symmetry;

use std::sync::LazyLock;

use crate::points::{Pair, Points};
use crate::square::Square;
use symmetry::Symmetry;

/// The labels of the board of three rings, in the order of the position text.
const RING_LABELS: [&str; 24] = [
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", // inner ring
    "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6", // middle ring
    "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7", // outer ring
];

/// The sides of the three rings and the four spokes that join their middles.
const RING_LINES: [[&str; 3]; 16] = [
    ["a7", "d7", "g7"],
    ["g7", "g4", "g1"],
    ["g1", "d1", "a1"],
    ["a1", "a4", "a7"],
    ["b6", "d6", "f6"],
    ["f6", "f4", "f2"],
    ["f2", "d2", "b2"],
    ["b2", "b4", "b6"],
    ["c5", "d5", "e5"],
    ["e5", "e4", "e3"],
    ["e3", "d3", "c3"],
    ["c3", "c4", "c5"],
    ["d7", "d6", "d5"],
    ["g4", "f4", "e4"],
    ["d1", "d2", "d3"],
    ["a4", "b4", "c4"],
];

/// The diagonals that join the corners on the boards of twelve men.
const DIAGONAL_LINES: [[&str; 3]; 4] =
    [["a7", "b6", "c5"], ["g7", "f6", "e5"], ["g1", "f2", "e3"], ["a1", "b2", "c3"]];

static THREE_RINGS: LazyLock<Board> =
    LazyLock::new(|| Board::from_lines(&RING_LABELS, &RING_LINES).of_rings(rings::MIDDLES));

static THREE_RINGS_WITH_DIAGONALS: LazyLock<Board> = LazyLock::new(|| {
    let lines = [&RING_LINES[..], &DIAGONAL_LINES[..]].concat();
    Board::from_lines(&RING_LABELS, &lines).of_rings(rings::EVERYWHERE)
});

/// No more lines than this meet in one point.
const MOST_LINES_AT_A_POINT: usize = 4;

/// What no set of stones contains: the filler of unused places in the table of partners.
const NEVER: Points = Points(u32::MAX);

/// A board: its points and lines.
#[derive(Clone, Debug)]
pub struct Board {
    points: Points,
    labels: Vec<&'static str>,
    lines: Vec<[Square; 3]>,
    /// The neighbours of each point, and how many there are.
    neighbours: [Points; Square::MAX],
    degrees: [u8; Square::MAX],
    /// The two other points of each line through a point.
    partners: [[Points; MOST_LINES_AT_A_POINT]; Square::MAX],
    symmetries: Vec<Symmetry>,
    /// The points with the most neighbours.
    crossings: Points,
    /// On a board of three rings, the points that lie on lines across the rings; `None` on other boards.
    spokes: Option<Pair>,
    /// On a board of three rings, the number of each symmetry in the order of [`rings::images`].
    ring_symmetries: [u8; rings::SYMMETRIES],
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
    /// The board of Nine Men's Morris: three rings and four spokes.
    pub fn three_rings() -> &'static Self {
        &THREE_RINGS
    }

    /// The board of Twelve Men's Morris: the same with the four diagonals.
    pub fn three_rings_with_diagonals() -> &'static Self {
        &THREE_RINGS_WITH_DIAGONALS
    }

    /// A board from the labels of its points, in the order of the position text, and its lines. Labels are a letter
    /// for the file and a digit for the rank.
    ///
    /// # Panics
    /// When a line names a point that is not there, or more than [`Square::MAX`] points or four lines at a point are
    /// given: boards are constants of this crate.
    pub(crate) fn from_lines(labels: &[&'static str], lines: &[[&str; 3]]) -> Self {
        assert!(labels.len() <= Square::MAX, "too many points");
        let find = |label: &str| {
            Square::new(labels.iter().position(|l| *l == label).expect("lines join points of the board"))
        };
        let lines: Vec<[Square; 3]> = lines.iter().map(|line| line.map(find)).collect();
        let mut neighbours = [Points::NONE; Square::MAX];
        let mut partners = [[NEVER; MOST_LINES_AT_A_POINT]; Square::MAX];
        for &[first, middle, last] in &lines {
            neighbours[first.index()] |= middle.bit();
            neighbours[middle.index()] |= first.bit() | last.bit();
            neighbours[last.index()] |= middle.bit();
            for (point, others) in [
                (first, middle.bit() | last.bit()),
                (middle, first.bit() | last.bit()),
                (last, first.bit() | middle.bit()),
            ] {
                let free = partners[point.index()].iter_mut().find(|p| **p == NEVER);
                *free.expect("at most four lines meet in a point") = others;
            }
        }
        Self {
            points: (0..labels.len()).map(Square::new).collect(),
            labels: labels.to_vec(),
            symmetries: symmetry::of(labels, &lines),
            lines,
            crossings: crossings(&neighbours),
            degrees: neighbours.map(|neighbours| neighbours.count() as u8),
            neighbours,
            partners,
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

    /// How many points are joined to this one.
    #[inline]
    pub fn degree(&self, square: Square) -> u8 {
        self.degrees[square.index()]
    }

    /// Does a stone on `square` make a mill with two of `stones`?
    #[inline]
    pub fn closes_mill(&self, stones: Points, square: Square) -> bool {
        let [a, b, c, d] = self.partners[square.index()];
        stones.contains(a) | stones.contains(b) | stones.contains(c) | stones.contains(d)
    }

    /// All points that lie on a line with one of `own` and one of `empty`, occupied or not.
    #[inline]
    pub(crate) fn opening(&self, own: Points, empty: Points) -> Points {
        match self.spokes {
            Some(spokes) => rings::opening(Pair::single(own), Pair::single(empty), spokes).first(),
            None => self.points.iter().filter(|square| self.opens_line(own, empty, *square)).collect(),
        }
    }

    fn opens_line(&self, own: Points, empty: Points, square: Square) -> bool {
        self.partners[square.index()].iter().any(|partners| {
            !(own & *partners).is_empty()
                && !(empty & *partners).is_empty()
                && (own | empty).contains(*partners)
        })
    }

    /// The mills that a stone on `square` makes with `stones`, each as the set of its two other points.
    pub fn mills_closed(&self, stones: Points, square: Square) -> impl Iterator<Item = Points> {
        self.partners[square.index()].into_iter().filter(move |partners| stones.contains(*partners))
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
            None => self.points.iter().filter(|square| self.closes_mill(stones, *square)).collect(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> [&'static Board; 2] {
        [Board::three_rings(), Board::three_rings_with_diagonals()]
    }

    /// Sets of stones that fill about half, a quarter and an eighth of the board.
    fn samples() -> impl Iterator<Item = Points> {
        (0..3_000u64).map(|i| {
            let bits = plywright::Key::mix(i).0;
            let thinned = match i % 3 {
                0 => bits,
                1 => bits & (bits >> 20),
                _ => bits & (bits >> 20) & (bits >> 40),
            };
            Points(thinned as u32 & 0x00ff_ffff)
        })
    }

    #[test]
    fn the_boards_have_the_lines_and_symmetries_of_the_rule_sheet() {
        let [plain, diagonal] = boards();
        assert_eq!((plain.lines().len(), plain.symmetries()), (16, 16));
        assert_eq!((diagonal.lines().len(), diagonal.symmetries()), (20, 16));
        let f4 = plain.square("F4").expect("a point");
        let labels: Vec<_> = plain.neighbours(f4).iter().map(|square| plain.label(square)).collect();
        assert_eq!(labels, ["e4", "f6", "f2", "g4"]);
        assert_eq!(plain.square("d4"), None);
    }

    #[test]
    fn word_shifts_agree_with_the_lines() {
        for board in boards() {
            let by_lines = Board { spokes: None, ..board.clone() };
            for stones in samples() {
                let empty = board.points().without(stones);
                let movers = Points(stones.0 & 0x00aa_5f3c);
                assert_eq!(board.closing(stones), by_lines.closing(stones));
                assert_eq!(board.beside(stones), by_lines.beside(stones));
                assert_eq!(board.count_slides(stones, empty), by_lines.count_slides(stones, empty));
                assert_eq!(board.strikes(stones, movers), by_lines.strikes(stones, movers));
                let sides = [movers, stones.without(movers)];
                assert_eq!(board.survey(sides, empty), by_lines.survey(sides, empty));
                assert_eq!(board.opening(movers, empty), by_lines.opening(movers, empty));
            }
        }
    }

    #[test]
    fn all_images_have_one_canonical_image() {
        for board in boards() {
            for stones in samples().take(500) {
                let sides = [Points(stones.0 & 0x00aa_5f3c), Points(stones.0 & 0x0055_a0c3)];
                let (canonical, to) = board.canonical(sides).expect("a board of three rings");
                let image = sides.map(|side| board.image_of_all(side, to));
                assert_eq!(Pair::new(image[0], image[1]).0, canonical);
                for symmetry in 0..board.symmetries() {
                    let image = sides.map(|side| board.image_of_all(side, symmetry));
                    assert_eq!(board.canonical(image).map(|found| found.0), Some(canonical));
                    let back = image.map(|side| board.image_of_all(side, board.inverse(symmetry)));
                    assert_eq!(back, sides);
                }
            }
        }
    }

    #[test]
    fn symmetries_keep_mills_and_neighbours() {
        for board in boards() {
            for symmetry in 0..board.symmetries() {
                for stones in samples().take(100) {
                    let image = board.image_of_all(stones, symmetry);
                    assert_eq!(board.image_of_all(board.closing(stones), symmetry), board.closing(image));
                    assert_eq!(board.image_of_all(board.beside(stones), symmetry), board.beside(image));
                }
            }
        }
    }
}
