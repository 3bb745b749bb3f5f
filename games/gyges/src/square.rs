//! Squares and goals, and sets of both.
//!
//! Squares are numbered row by row from player one's home row, 0 to 35. 36 is the goal behind that row, which
//! player one defends, and 37 is player two's goal. A set is one 64-bit word, with bit n for square or goal n.
//!
//! The active row of a side is the row with pieces that is nearest to its player: the one with the lowest square
//! numbers for the first side, and with the highest for the second side.

use std::fmt;

use plywright::{BitSet, Side};

/// Width and height of the board in squares.
pub(crate) const WIDTH: usize = 6;
/// Number of squares without the goals.
pub(crate) const SQUARES: usize = WIDTH * WIDTH;
/// Number of squares and goals together.
pub(crate) const PLACES: usize = SQUARES + 2;

/// A square, 0 to 35, or a goal, 36 or 37.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// A set of squares and goals.
pub(crate) type Squares = BitSet<Square, u64>;

impl Square {
    /// Returns the square or goal with this number; `None` above 37.
    ///
    /// ```
    /// use plywright_gyges::Square;
    /// assert_eq!(Square::new(13).map(Square::number), Some(13));
    /// assert!(Square::new(38).is_none());
    /// ```
    pub const fn new(number: usize) -> Option<Self> {
        if number < PLACES { Some(Self(number as u8)) } else { None }
    }

    /// Returns the number of the square, 0 to 35, or of the goal, 36 or 37.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the goal that `side` defends.
    #[inline]
    pub const fn own_goal(side: Side) -> Self {
        Self((SQUARES + side.index()) as u8)
    }

    /// Returns the goal that `side` must reach.
    #[inline]
    pub const fn target_goal(side: Side) -> Self {
        Self::own_goal(side.other())
    }

    /// Whether this is one of the two goals.
    #[inline]
    pub const fn is_goal(self) -> bool {
        self.number() >= SQUARES
    }

    /// Returns the square in a row and file, both 0 to 5. Row 0 is player one's home row.
    pub(crate) const fn at(row: usize, file: usize) -> Self {
        Self((row * WIDTH + file) as u8)
    }

    pub(crate) const fn at_home(side: Side, file: usize) -> Self {
        match side {
            Side::First => Self::at(0, file),
            Side::Second => Self::at(WIDTH - 1, file),
        }
    }

    /// Returns the number of steps from this square to another one on an empty board. Neither may be a goal.
    pub(crate) const fn distance_to(self, other: Self) -> usize {
        let [a, b] = [self.number(), other.number()];
        (a / WIDTH).abs_diff(b / WIDTH) + (a % WIDTH).abs_diff(b % WIDTH)
    }

    /// Returns the square mirrored left to right. Goals stay the same.
    pub(crate) const fn mirrored(self) -> Self {
        let number = self.number();
        if self.is_goal() { self } else { Self::at(number / WIDTH, WIDTH - 1 - number % WIDTH) }
    }
}

plywright::element!(Square, PLACES);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The 36 squares without the goals.
pub(crate) const BOARD: Squares = Squares::from_bits((1 << SQUARES) - 1);

/// Returns the squares of row `row` and of all rows farther from the player of `side`, whose home row is row 0. Row 6
/// is allowed and gives no squares.
#[inline]
pub(crate) const fn rows_from(side: Side, row: usize) -> Squares {
    match side {
        Side::First => BOARD.difference(Squares::from_bits((1 << (WIDTH * row)) - 1)),
        Side::Second => Squares::from_bits((1 << (WIDTH * (WIDTH - row))) - 1),
    }
}

/// Returns the lowest square number of the active row of `side`; `None` if no piece is on the board. Pieces in goals
/// do not count.
#[inline]
const fn active_row_start(pieces: Squares, side: Side) -> Option<usize> {
    let pieces = pieces.intersection(BOARD);
    if pieces.is_empty() {
        return None;
    }
    let square = match side {
        Side::First => pieces.bits().trailing_zeros(),
        Side::Second => pieces.bits().ilog2(),
    };
    Some(square as usize / WIDTH * WIDTH)
}

/// Returns the six squares of the active row of `side`, occupied or not; no squares if no piece is on the board.
#[inline]
pub(crate) const fn active_row(pieces: Squares, side: Side) -> Squares {
    const HOME_ROW: u64 = (1 << WIDTH) - 1;
    match active_row_start(pieces, side) {
        Some(start) => Squares::from_bits(HOME_ROW << start),
        None => Squares::EMPTY,
    }
}

/// Returns the number of empty rows between the active row of `side` and that player's edge of the board; 0 on an empty
/// board.
#[inline]
pub(crate) const fn rows_before_active(pieces: Squares, side: Side) -> usize {
    match (active_row_start(pieces, side), side) {
        (None, _) => 0,
        (Some(start), Side::First) => start / WIDTH,
        (Some(start), Side::Second) => WIDTH - 1 - start / WIDTH,
    }
}

/// Returns the squares between the active row of `side` and that player's edge of the board; no squares if the board
/// is empty.
#[inline]
pub(crate) const fn behind_active_row(pieces: Squares, side: Side) -> Squares {
    BOARD.difference(rows_from(side, rows_before_active(pieces, side)))
}
