//! Boards of the family, one row of a table each.

use std::sync::LazyLock;

use crate::board::{Board, Point};

/// Points of a board and the lines that join them, without diagonals.
///
/// Sources: H. J. R. Murray, *A History of Board-Games Other Than Chess* (1952), chapter 3, and R. C. Bell,
/// *Board and Table Games from Many Civilizations* (1979), volume 1, chapter 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Three squares joined by four lines, 24 points. Diagonals join the corners by lines on which mills can
    /// be made; this is the board of Twelve Men's Morris.
    #[default]
    ThreeRings,
    /// Two squares joined by four links, 16 points: the board of Five and Six Men's Morris. No mill can be
    /// made across the squares, because only two points lie there. Diagonals link the corners.
    TwoRings,
    /// Two squares and a cross that joins their sides through the centre, 17 points: the board of Seven Men's
    /// Morris. The cross makes two lines of five points, and any three consecutive points on them are a mill.
    /// Diagonals link the corners.
    TwoRingsAndCross,
    /// Three by three points: the board of Three Men's Morris. Diagonals cross in the centre.
    Grid,
}

/// A row of the table of boards.
struct Row {
    /// Labels of the points in the order of the position text: rings from the inside out, each clockwise from
    /// twelve o'clock. The centre, if it is a point, comes last.
    points: &'static str,
    /// Lines and links: three points are a line on which a mill can be made, two points are a link.
    lines: &'static str,
    /// Lines and links of the diagonals.
    diagonals: &'static str,
}

/// The boards, in the order of [`Layout::ALL`].
const TABLE: [Row; 4] = [
    Row {
        points: "d5 e5 e4 e3 d3 c3 c4 c5  d6 f6 f4 f2 d2 b2 b4 b6  d7 g7 g4 g1 d1 a1 a4 a7",
        lines: "a7-d7-g7 g7-g4-g1 g1-d1-a1 a1-a4-a7  b6-d6-f6 f6-f4-f2 f2-d2-b2 b2-b4-b6 \
                c5-d5-e5 e5-e4-e3 e3-d3-c3 c3-c4-c5  d7-d6-d5 g4-f4-e4 d1-d2-d3 a4-b4-c4",
        diagonals: "a7-b6-c5 g7-f6-e5 g1-f2-e3 a1-b2-c3",
    },
    Row {
        points: "c4 d4 d3 d2 c2 b2 b3 b4  c5 e5 e3 e1 c1 a1 a3 a5",
        lines: "a5-c5-e5 e5-e3-e1 e1-c1-a1 a1-a3-a5  b4-c4-d4 d4-d3-d2 d2-c2-b2 b2-b3-b4 \
                c5-c4 e3-d3 c1-c2 a3-b3",
        diagonals: "a5-b4 e5-d4 e1-d2 a1-b2",
    },
    Row {
        points: "c4 d4 d3 d2 c2 b2 b3 b4  c5 e5 e3 e1 c1 a1 a3 a5  c3",
        lines: "a5-c5-e5 e5-e3-e1 e1-c1-a1 a1-a3-a5  b4-c4-d4 d4-d3-d2 d2-c2-b2 b2-b3-b4 \
                a3-b3-c3 b3-c3-d3 c3-d3-e3  c1-c2-c3 c2-c3-c4 c3-c4-c5",
        diagonals: "a5-b4 e5-d4 e1-d2 a1-b2",
    },
    Row {
        points: "b3 c3 c2 c1 b1 a1 a2 a3  b2",
        lines: "a3-b3-c3 c3-c2-c1 c1-b1-a1 a1-a2-a3  a2-b2-c2 b1-b2-b3",
        diagonals: "a1-b2-c3 a3-b2-c1",
    },
];

/// Boards of each layout, without and with diagonals.
static BOARDS: LazyLock<[[Board; 2]; TABLE.len()]> =
    LazyLock::new(|| TABLE.map(|row| [false, true].map(|diagonals| row.board(diagonals))));

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 4] = [Self::ThreeRings, Self::TwoRings, Self::TwoRingsAndCross, Self::Grid];

    /// The board, with diagonals or without.
    pub fn board(self, diagonals: bool) -> &'static Board {
        &BOARDS[self as usize][usize::from(diagonals)]
    }
}

impl Row {
    /// Builds the board of this row.
    ///
    /// # Panics
    /// Panics if a line does not join two or three points of the board. The table is part of this crate.
    fn board(&self, diagonals: bool) -> Board {
        let labels: Vec<&'static str> = self.points.split_whitespace().collect();
        let point = |label: &str| {
            Point::new(labels.iter().position(|l| *l == label).expect("lines join points of the board"))
        };
        let (mut mills, mut links) = (Vec::new(), Vec::new());
        let diagonals = if diagonals { self.diagonals } else { "" };
        for line in self.lines.split_whitespace().chain(diagonals.split_whitespace()) {
            match line.split('-').map(point).collect::<Vec<_>>()[..] {
                [first, middle, last] => mills.push([first, middle, last]),
                [a, b] => links.push([a, b]),
                _ => panic!("'{line}' joins neither two points nor three"),
            }
        }
        Board::new(labels, mills, &links)
    }
}
