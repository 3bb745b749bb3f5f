//! Squares (named A1 to E5), heights, and the eight directions.
//!
//! Squares are numbered in reading order, A5 to E5 first and A1 to E1 last, like the position text.

use std::fmt::{self, Write};

/// Width and height of the board in squares.
pub const WIDTH: u8 = 5;
pub const SQUARES: u8 = WIDTH * WIDTH;

/// Height of a square with a dome, whatever the number of levels below the dome.
pub const DOME: u8 = 4;
/// Height of a square with three levels, to which a mortal's winning step leads.
pub const TOP: u8 = 3;

/// Value of `wraps` for a board with edges.
pub(crate) const ENDS_AT_EDGES: bool = false;
/// Value of `wraps` for a board whose opposite edges and corners adjoin.
pub(crate) const WRAPS: bool = true;

/// One of the 25 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this number in reading order: 0 is A5, 24 is E1.
    ///
    /// # Panics
    /// Panics if the number is above 24.
    #[inline]
    pub const fn new(number: u8) -> Self {
        assert!(number < SQUARES);
        Self(number)
    }

    /// Iterates over all squares in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SQUARES).map(Self)
    }

    /// Returns the index in reading order, 0 to 24.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, counted from the top: 0 for A5 to E5, 4 for A1 to E1.
    pub const fn row(self) -> u8 {
        self.0 / WIDTH
    }

    /// Returns the column, counted from the left: 0 for A, 4 for E.
    pub const fn column(self) -> u8 {
        self.0 % WIDTH
    }

    /// Parses a name such as `C3`, in upper or lower case, or a number in reading order, 0 to 24. Returns `None` for
    /// other text.
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(number) = text.parse::<u8>() {
            return (number < SQUARES && text.bytes().all(|c| c.is_ascii_digit())).then_some(Self(number));
        }
        let [column, row] = text.as_bytes() else { return None };
        let column = column.to_ascii_uppercase().wrapping_sub(b'A');
        let row = b'5'.wrapping_sub(*row);
        (column < WIDTH && row < WIDTH).then(|| Self(row * WIDTH + column))
    }

    /// Returns the neighbour in a direction; `None` beyond the edge.
    #[inline]
    pub const fn next(self, direction: Direction) -> Option<Self> {
        self.next_on(direction, ENDS_AT_EDGES)
    }

    /// Returns the neighbour in a direction; `None` beyond the edge. With `wraps`, opposite edges and corners
    /// of the board adjoin.
    #[inline]
    pub const fn next_on(self, direction: Direction, wraps: bool) -> Option<Self> {
        let next = NEXT[wraps as usize][self.index()][direction as usize];
        if next == OUTSIDE { None } else { Some(Self(next)) }
    }

    /// Returns the direction from this square to its neighbour `other`; `None` if the two do not adjoin.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        self.direction_on(other, ENDS_AT_EDGES)
    }

    /// Returns the direction from this square to its neighbour `other`; `None` if the two do not adjoin. With
    /// `wraps`, opposite edges and corners of the board adjoin.
    pub fn direction_on(self, other: Self, wraps: bool) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.next_on(*direction, wraps) == Some(other))
    }
}

plywright::element!(Square, SQUARES as usize);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'A' + self.column()))?;
        f.write_char(char::from(b'0' + WIDTH - self.row()))
    }
}

/// One of the eight directions, in clockwise order from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up the board, from C3 to C4.
    North,
    /// From C3 to D4.
    NorthEast,
    /// From C3 to D3.
    East,
    /// From C3 to D2.
    SouthEast,
    /// From C3 to C2.
    South,
    /// From C3 to B2.
    SouthWest,
    /// From C3 to B3.
    West,
    /// From C3 to B4.
    NorthWest,
}

impl Direction {
    /// All directions, clockwise.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Returns the direction's name of one or two letters, such as `n` and `ne`.
    pub const fn name(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize]
    }

    /// Returns the numbers of rows down and of columns to the right, each -1, 0 or 1.
    const fn offsets(self) -> (i8, i8) {
        [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)][self as usize]
    }
}

/// Entry of [`NEXT`] for a neighbour beyond the edge.
const OUTSIDE: u8 = u8::MAX;

/// `NEXT[wraps][square][direction]`: number of the neighbouring square, or [`OUTSIDE`]. `wraps` is 0 for a
/// board with edges and 1 for one that wraps around.
static NEXT: [[[u8; 8]; SQUARES as usize]; 2] = [next_squares(ENDS_AT_EDGES), next_squares(WRAPS)];

/// Computes `NEXT[wraps]`.
const fn next_squares(wraps: bool) -> [[u8; 8]; SQUARES as usize] {
    let width = WIDTH as i8;
    let mut table = [[OUTSIDE; 8]; SQUARES as usize];
    let mut from = 0;
    while from < SQUARES {
        let mut number = 0;
        while number < 8 {
            let (down, right) = Direction::ALL[number].offsets();
            let (row, column) = (from as i8 / width + down, from as i8 % width + right);
            let is_on_board = row >= 0 && row < width && column >= 0 && column < width;
            if wraps || is_on_board {
                let next = (row + width) % width * width + (column + width) % width;
                table[from as usize][number] = next as u8;
            }
            number += 1;
        }
        from += 1;
    }
    table
}
