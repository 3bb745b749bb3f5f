//! Sets of squares, the neighbours of squares, and the symmetries of the board.
//!
//! A set is a word with one bit for each square in reading order, so a few shifts give the neighbours of a
//! whole set.

use plywright::BitSet;

use crate::square::{Direction, ENDS_AT_EDGES, SQUARES, Square, WIDTH, WRAPS};

/// A set of squares.
pub type Squares = BitSet<Square>;

/// The sixteen squares at the edges.
pub(crate) const PERIMETER: Squares = Squares::from_bits(0b11111_10001_10001_10001_11111);
/// Column A.
pub(crate) const LEFT: Squares = Squares::from_bits(0b00001_00001_00001_00001_00001);
/// Column E.
pub(crate) const RIGHT: Squares = Squares::from_bits(0b10000_10000_10000_10000_10000);
/// Row 5.
pub(crate) const TOP_ROW: Squares = Squares::from_bits(0b11111);
/// Row 1.
pub(crate) const BOTTOM_ROW: Squares = Squares::from_bits(0b11111 << (4 * WIDTH));

/// Returns all squares next to a square of the set. A square of the set is included only if it adjoins
/// another square of the set.
#[inline]
pub(crate) const fn neighbours(set: Squares) -> Squares {
    let west = set.difference(LEFT).bits() >> 1;
    let east = set.difference(RIGHT).bits() << 1;
    let row = set.bits() | west | east;
    Squares::from_bits(row << WIDTH | row >> WIDTH | west | east)
}

/// Returns the squares of the set and all squares next to them.
#[inline]
pub(crate) const fn surroundings(set: Squares) -> Squares {
    set.union(neighbours(set))
}

/// For each square, a set of squares.
type Map = [Squares; SQUARES as usize];

/// Neighbours of each square on a board with edges.
pub(crate) const NEIGHBOURS: Map = neighbour_map(&Direction::ALL, ENDS_AT_EDGES);
/// `NEIGHBOURS_ON[wraps]`: neighbours of each square. `wraps` is 0 for a board with edges, and 1 for a board whose
/// opposite edges and corners adjoin.
pub(crate) static NEIGHBOURS_ON: [Map; 2] = [NEIGHBOURS, neighbour_map(&Direction::ALL, WRAPS)];
/// Diagonal neighbours of each square, indexed like [`NEIGHBOURS_ON`].
pub(crate) static DIAGONALS_ON: [Map; 2] =
    [neighbour_map(&DIAGONALS, ENDS_AT_EDGES), neighbour_map(&DIAGONALS, WRAPS)];

const DIAGONALS: [Direction; 4] =
    [Direction::NorthEast, Direction::SouthEast, Direction::SouthWest, Direction::NorthWest];

/// Returns the neighbours of each square in any of `directions`. With `wraps`, opposite edges and corners adjoin.
const fn neighbour_map(directions: &[Direction], wraps: bool) -> Map {
    let mut map = [Squares::EMPTY; SQUARES as usize];
    let mut from = 0;
    while from < SQUARES {
        let square = Square::new(from);
        let mut number = 0;
        while number < directions.len() {
            if let Some(next) = square.next_on(directions[number], wraps) {
                map[from as usize] = map[from as usize].union(Squares::from_bits(1 << next.index()));
            }
            number += 1;
        }
        from += 1;
    }
    map
}

/// Number of symmetries of the board: four rotations, each with or without a reflection.
pub(crate) const SYMMETRIES: usize = 8;

/// Returns the image of a square: mirrored left to right if `symmetry` is odd, then rotated clockwise by
/// `symmetry / 2` quarter turns.
pub(crate) const fn image(square: Square, symmetry: usize) -> Square {
    let last = WIDTH - 1;
    let (mut row, mut column) = (square.row(), square.column());
    if symmetry % 2 == 1 {
        column = last - column;
    }
    let mut turns = symmetry / 2;
    while turns > 0 {
        (row, column) = (column, last - row);
        turns -= 1;
    }
    Square::new(row * WIDTH + column)
}

pub(crate) fn image_of_set(set: Squares, symmetry: usize) -> Squares {
    set.iter().map(|square| image(square, symmetry)).collect()
}

/// Returns the index of the inverse symmetry. Symmetries with a reflection, which have odd indices, are their own
/// inverses.
pub(crate) const fn inverse(symmetry: usize) -> usize {
    if symmetry % 2 == 1 { symmetry } else { (SYMMETRIES - symmetry) % SYMMETRIES }
}
