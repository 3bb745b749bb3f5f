//! The boards of the family as data: labels, lines of three, and links of two points on which no mill can be made.
//!
//! Labels stand in the order of the position text: rings from the inside out, each clockwise from twelve o'clock, and
//! last the point in the centre, where there is one.

use std::sync::LazyLock;

use super::{Board, rings};

/// Which points there are and how they are joined, diagonals left aside.
///
/// Sources: H. J. R. Murray, *A History of Board-Games Other Than Chess* (1952), chapter 3, and R. C. Bell, *Board and
/// Table Games from Many Civilizations* (1979), volume 1, chapter 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Three squares joined by four lines, 24 points. With diagonals the corners are joined too, by lines on which mills
    /// can be made: the board of Twelve Men's Morris.
    #[default]
    ThreeRings,
    /// Two squares joined by four links, 16 points: the board of Five and Six Men's Morris. No mill can be made across
    /// the squares, for only two points lie there. With diagonals the corners are linked too.
    TwoRings,
    /// Two squares and a cross that joins their sides through the centre, 17 points: the board of Seven Men's Morris.
    /// The cross makes two lines of five points, and any three neighbours on them are a mill. With diagonals the corners
    /// are linked too.
    TwoRingsAndCross,
    /// Three by three points: the board of Three Men's Morris. The diagonals, where there are any, cross in the centre.
    Grid,
}

/// What a board is made of.
struct Plan {
    labels: &'static [&'static str],
    lines: &'static [[&'static str; 3]],
    links: &'static [[&'static str; 2]],
    diagonal_lines: &'static [[&'static str; 3]],
    diagonal_links: &'static [[&'static str; 2]],
}

const THREE_RINGS: Plan = Plan {
    labels: &[
        "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", // inner ring
        "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6", // middle ring
        "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7", // outer ring
    ],
    lines: &[
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
    ],
    links: &[],
    diagonal_lines: &[["a7", "b6", "c5"], ["g7", "f6", "e5"], ["g1", "f2", "e3"], ["a1", "b2", "c3"]],
    diagonal_links: &[],
};

const TWO_RINGS: Plan = Plan {
    labels: &[
        "c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4", // inner ring
        "c5", "e5", "e3", "e1", "c1", "a1", "a3", "a5", // outer ring
    ],
    lines: &[
        ["a5", "c5", "e5"],
        ["e5", "e3", "e1"],
        ["e1", "c1", "a1"],
        ["a1", "a3", "a5"],
        ["b4", "c4", "d4"],
        ["d4", "d3", "d2"],
        ["d2", "c2", "b2"],
        ["b2", "b3", "b4"],
    ],
    links: &[["c5", "c4"], ["e3", "d3"], ["c1", "c2"], ["a3", "b3"]],
    diagonal_lines: &[],
    diagonal_links: &[["a5", "b4"], ["e5", "d4"], ["e1", "d2"], ["a1", "b2"]],
};

const TWO_RINGS_AND_CROSS: Plan = Plan {
    labels: &[
        "c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4", // inner ring
        "c5", "e5", "e3", "e1", "c1", "a1", "a3", "a5", // outer ring
        "c3", // centre
    ],
    lines: &[
        ["a5", "c5", "e5"],
        ["e5", "e3", "e1"],
        ["e1", "c1", "a1"],
        ["a1", "a3", "a5"],
        ["b4", "c4", "d4"],
        ["d4", "d3", "d2"],
        ["d2", "c2", "b2"],
        ["b2", "b3", "b4"],
        ["a3", "b3", "c3"],
        ["b3", "c3", "d3"],
        ["c3", "d3", "e3"],
        ["c1", "c2", "c3"],
        ["c2", "c3", "c4"],
        ["c3", "c4", "c5"],
    ],
    ..TWO_RINGS
};

const GRID: Plan = Plan {
    labels: &[
        "b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3", // ring
        "b2", // centre
    ],
    lines: &[
        ["a3", "b3", "c3"],
        ["c3", "c2", "c1"],
        ["c1", "b1", "a1"],
        ["a1", "a2", "a3"],
        ["a2", "b2", "c2"],
        ["b1", "b2", "b3"],
    ],
    links: &[],
    diagonal_lines: &[["a1", "b2", "c3"], ["a3", "b2", "c1"]],
    diagonal_links: &[],
};

/// Every board, by layout; the second of each pair has diagonals.
static BOARDS: LazyLock<[[Board; 2]; 4]> = LazyLock::new(|| {
    let both = |plan: &Plan| [false, true].map(|diagonals| plan.board(diagonals));
    let [plain, with_diagonals] = both(&THREE_RINGS);
    [
        [plain.of_rings(rings::MIDDLES), with_diagonals.of_rings(rings::EVERYWHERE)],
        both(&TWO_RINGS),
        both(&TWO_RINGS_AND_CROSS),
        both(&GRID),
    ]
});

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 4] = [Self::ThreeRings, Self::TwoRings, Self::TwoRingsAndCross, Self::Grid];

    /// The board, with diagonals or without.
    pub fn board(self, diagonals: bool) -> &'static Board {
        &BOARDS[self as usize][usize::from(diagonals)]
    }

    /// How many points it has.
    pub(crate) const fn points(self) -> usize {
        match self {
            Self::ThreeRings => THREE_RINGS.labels.len(),
            Self::TwoRings => TWO_RINGS.labels.len(),
            Self::TwoRingsAndCross => TWO_RINGS_AND_CROSS.labels.len(),
            Self::Grid => GRID.labels.len(),
        }
    }
}

impl Plan {
    fn board(&self, diagonals: bool) -> Board {
        let (mut lines, mut edges) = (self.lines.to_vec(), self.links.to_vec());
        if diagonals {
            lines.extend_from_slice(self.diagonal_lines);
            edges.extend_from_slice(self.diagonal_links);
        }
        Board::new(self.labels, &lines, &edges)
    }
}
