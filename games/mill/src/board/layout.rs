//! Board layouts of the Mill family, read from a table.

use std::sync::LazyLock;

use crate::board::{Board, Point};

/// Layout of a board: its points and the lines that join them. Each layout has a board without diagonals and one with
/// diagonals.
///
/// Sources: H. J. R. Murray, *A History of Board-Games Other Than Chess* (1952), chapter 3, and R. C. Bell,
/// *Board and Table Games from Many Civilizations* (1979), volume 1, chapter 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Three squares joined by four lines, 24 points: Nine Men's Morris. With diagonals: Twelve Men's Morris.
    #[default]
    ThreeRings,
    /// Two squares joined by four links, 16 points: Five and Six Men's Morris. A link joins only two points,
    /// so it makes no mill. Diagonals link the corners.
    TwoRings,
    /// Two squares and a cross that joins their sides through the centre, 17 points: Seven Men's Morris. Any
    /// three consecutive points on a line of the cross are a mill. Diagonals link the corners.
    TwoRingsAndCross,
    /// Three by three points: Three Men's Morris. Diagonals cross in the centre.
    Grid,
}

/// The boards of each layout, in the order of [`Layout::ALL`]: without diagonals, then with diagonals. The first lines
/// of `boards.tsv` describe its columns.
static BOARDS: LazyLock<Vec<[Board; 2]>> = LazyLock::new(|| {
    let rows = include_str!("../../data/boards.tsv").lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| [false, true].map(|diagonals| parse_board(row, diagonals))).collect()
});

impl Layout {
    /// All layouts, in the order of the rows of `boards.tsv`.
    pub const ALL: [Self; 4] = [Self::ThreeRings, Self::TwoRings, Self::TwoRingsAndCross, Self::Grid];

    /// Returns the board of this layout, with or without diagonals. The first call creates all boards.
    pub fn board(self, diagonals: bool) -> &'static Board {
        &BOARDS[self as usize][usize::from(diagonals)]
    }
}

/// Parses a row of `boards.tsv`: the points, the lines, and the diagonals, which are skipped unless `diagonals` is set.
/// Panics if the row is malformed, because the file is a part of the program.
fn parse_board(row: &'static str, diagonals: bool) -> Board {
    let mut fields = row.split('\t').map(str::split_whitespace);
    let labels: Vec<&'static str> = fields.next().into_iter().flatten().collect();
    let point = |label: &str| {
        Point::new(labels.iter().position(|other| *other == label).expect("lines join points of the board"))
    };
    let (mut mills, mut links) = (Vec::new(), Vec::new());
    for line in fields.take(if diagonals { 2 } else { 1 }).flatten() {
        match line.split('-').map(point).collect::<Vec<_>>()[..] {
            [first, middle, last] => mills.push([first, middle, last]),
            [a, b] => links.push([a, b]),
            _ => panic!("'{line}' joins neither two points nor three"),
        }
    }
    Board::new(labels, mills, &links)
}
