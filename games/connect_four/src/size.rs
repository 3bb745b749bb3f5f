//! Board sizes and their sets of squares.

use plywright::Grid;

/// The size of a board: at most seven columns of at most six squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: u8,
    rows: u8,
    squares: u64,
}

/// Number of columns of the widest board.
pub(crate) const MAX_COLUMNS: u8 = 7;

impl Size {
    /// The usual board: seven columns of six squares.
    pub const USUAL: Self = Self::new(MAX_COLUMNS, 6);

    pub(crate) const fn new(columns: u8, rows: u8) -> Self {
        let (mut squares, mut column) = (0, 0);
        while column < columns {
            squares |= ((1 << rows) - 1) << (7 * column);
            column += 1;
        }
        Self { columns, rows, squares }
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of squares in each column.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the set of all squares: seven bits for each column, lowest square first. The seventh bit is
    /// never a square, so no four continues from the top of one column into the next.
    #[inline]
    pub const fn squares(self) -> u64 {
        self.squares
    }

    /// Returns the highest square of each column.
    #[inline]
    pub(crate) const fn top(self) -> u64 {
        self.squares & !(self.squares >> 1)
    }

    /// Returns the lowest square of each column.
    #[inline]
    pub(crate) const fn bottom(self) -> u64 {
        self.squares & !(self.squares << 1)
    }

    pub(crate) const fn grid(self) -> Grid {
        Grid::new(self.columns as usize, self.rows as usize, ".xo").with_bits(|column, row| 7 * column + row)
    }

    /// Returns the set with the board's columns in reverse order.
    #[inline]
    pub(crate) const fn mirrored(self, set: u64) -> u64 {
        const COLUMN: u64 = 0x7f;
        const fn swapped(set: u64, left: u32, right: u32) -> u64 {
            let distance = 7 * (right - left);
            (set & COLUMN << (7 * left)) << distance | set >> distance & COLUMN << (7 * left)
        }
        let whole = swapped(set, 0, 6) | swapped(set, 1, 5) | swapped(set, 2, 4) | set & COLUMN << 21;
        // `whole` is reversed within seven columns. A narrower board is now at their right end.
        whole >> (7 * (7 - self.columns))
    }
}

/// Returns the seven bits of a column: its squares and the bits above them.
#[inline]
pub(crate) const fn column_bits(column: u8) -> u64 {
    0x7f << (7 * column)
}

/// Returns the squares directly above those of a set.
#[inline]
pub(crate) const fn above(squares: u64) -> u64 {
    squares << 1
}

impl Default for Size {
    fn default() -> Self {
        Self::USUAL
    }
}
