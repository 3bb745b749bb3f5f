//! Boards of several sizes, and the game by its name: small boards are solved whole.

use plywright::Variant;
use plywright::prelude::*;

use crate::{ConnectFour, OpenFours, features};

/// A number of columns, at most seven, of a number of squares each, at most six.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: u8,
    rows: u8,
    squares: u64,
}

/// The names of boards that are small enough to be solved whole.
const SMALL: [(Variant, Size); 6] = [
    small("4x4", 4, 4, "the same on four columns of four squares"),
    small("4x5", 4, 5, "on four columns of five"),
    small("4x6", 4, 6, "on four columns of six"),
    small("5x4", 5, 4, "on five columns of four"),
    small("5x5", 5, 5, "on five columns of five"),
    small("6x4", 6, 4, "on six columns of four"),
];

const fn small(name: &'static str, columns: u8, rows: u8, summary: &'static str) -> (Variant, Size) {
    (Variant { name, summary }, Size::new(columns, rows))
}

impl Size {
    /// The usual board: seven columns of six squares.
    pub const USUAL: Self = Self::new(7, 6);

    const fn new(columns: u8, rows: u8) -> Self {
        let (mut squares, mut column) = (0, 0);
        while column < columns {
            squares |= ((1 << rows) - 1) << (7 * column);
            column += 1;
        }
        Self { columns, rows, squares }
    }

    /// Number of columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Number of squares of a column.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// All squares: seven bits for each column, the lowest square first. The seventh is never a square, so
    /// that no row of four runs out of one column's top into the next column.
    #[inline]
    pub const fn squares(self) -> u64 {
        self.squares
    }

    /// The highest square of each column.
    #[inline]
    pub(crate) const fn top(self) -> u64 {
        self.squares & !(self.squares >> 1)
    }

    /// The lowest square of each column.
    #[inline]
    pub(crate) const fn bottom(self) -> u64 {
        self.squares & !(self.squares << 1)
    }

    pub(crate) const fn grid(self) -> Grid {
        Grid::new(self.columns as usize, self.rows as usize, ".xo").with_bits(|column, row| 7 * column + row)
    }

    /// The set with the columns in reverse order.
    #[inline]
    pub(crate) const fn mirrored(self, set: u64) -> u64 {
        const COLUMN: u64 = 0x7f;
        const fn swapped(set: u64, left: u32, right: u32) -> u64 {
            let distance = 7 * (right - left);
            (set & COLUMN << (7 * left)) << distance | set >> distance & COLUMN << (7 * left)
        }
        let whole = swapped(set, 0, 6) | swapped(set, 1, 5) | swapped(set, 2, 4) | set & COLUMN << 21;
        whole >> (7 * (7 - self.columns))
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Playable for ConnectFour {
    type Eval = Learned<features::Stones, OpenFours>;
    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "Four in a row on seven columns of six.";
    const BENCH_DEPTH: u16 = 14;

    fn variants() -> Vec<Variant> {
        let usual = Variant { name: Self::NAME, summary: Self::SUMMARY };
        [usual].into_iter().chain(SMALL.iter().map(|(variant, _)| *variant)).collect()
    }

    fn variant(name: &str) -> Option<Self> {
        let usual = (name == Self::NAME).then_some(Size::USUAL);
        let small = || SMALL.iter().find(|(variant, _)| variant.name == name).map(|(_, size)| *size);
        usual.or_else(small).map(Self)
    }

    fn tables(&self) -> Option<Box<dyn GameTables<Self>>> {
        (self.0 != Size::USUAL).then(|| Box::new(*self) as Box<dyn GameTables<Self>>)
    }
}
