//! Sets of squares: one bit for each square, in reading order.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::square::{Direction, SQUARES, Square, WIDTH};

/// A set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub(crate) u32);

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self((1 << SQUARES) - 1);
    /// The sixteen squares at the edge.
    pub const PERIMETER: Self = Self(0b11111_10001_10001_10001_11111);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Is the square in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Is there no square in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set?
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The set without the squares of another.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The squares of the set that follow one in reading order.
    #[inline]
    pub const fn after(self, square: Square) -> Self {
        Self(self.0 & !((2 << square.index()) - 1))
    }

    /// The first square in reading order.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::of_least_bit(self.0)) }
    }

    /// All squares next to one of the set; those of the set too, where they adjoin each other.
    #[inline]
    pub const fn neighbours(self) -> Self {
        let west = (self.0 & !Self::LEFT.0) >> 1;
        let east = (self.0 & !Self::RIGHT.0) << 1;
        let row = self.0 | west | east;
        Self((row << WIDTH | row >> WIDTH | west | east) & Self::ALL.0)
    }

    /// The squares of the set and all next to them.
    #[inline]
    pub const fn surroundings(self) -> Self {
        Self(self.0 | self.neighbours().0)
    }

    const LEFT: Self = Self(0b00001_00001_00001_00001_00001);
    const RIGHT: Self = Self(0b10000_10000_10000_10000_10000);

    /// The image of the set under symmetry number `symmetry` of the board; see [`image`].
    pub(crate) fn transformed(self, symmetry: usize) -> Self {
        self.into_iter().fold(Self::NONE, |set, square| set | Self::of(image(square, symmetry)))
    }
}

/// For each square its neighbours under some rule of moving.
pub(crate) type Map = [Squares; SQUARES as usize];

/// The neighbours of each square.
pub(crate) const NEIGHBOURS: Map = map(false, false);
/// The same on a board without edges.
pub(crate) const NEIGHBOURS_AROUND: Map = map(true, false);
/// The diagonal neighbours.
pub(crate) const DIAGONALS: Map = map(false, true);
/// The same on a board without edges.
pub(crate) const DIAGONALS_AROUND: Map = map(true, true);
const fn map(around: bool, only_diagonal: bool) -> Map {
    let mut map = [Squares::NONE; SQUARES as usize];
    let mut from = 0;
    while from < SQUARES {
        let square = Square::new(from);
        let mut number = 0;
        while number < 8 {
            let direction = Direction::ALL[number];
            let next = if around { Some(square.next_around(direction)) } else { square.next(direction) };
            if let (Some(next), true) = (next, direction.is_diagonal() || !only_diagonal) {
                map[from as usize].0 |= Squares::of(next).0;
            }
            number += 1;
        }
        from += 1;
    }
    map
}

/// Symmetries of the board: four turns, each with or without a mirror.
pub(crate) const SYMMETRIES: usize = 8;

/// The image of a square: mirrored left to right when `symmetry` is odd, and then turned clockwise `symmetry / 2` times.
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

/// The symmetry that undoes another: mirrored ones undo themselves.
pub(crate) const fn inverse(symmetry: usize) -> usize {
    if symmetry % 2 == 1 { symmetry } else { (SYMMETRIES - symmetry) % SYMMETRIES }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |set, square| set | Self::of(square))
    }
}

/// The squares of a set in reading order.
#[derive(Clone, Debug)]
pub struct Iter(Squares);

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }
}

macro_rules! operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl $operator for Squares {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
        impl $assign for Squares {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0.$assign_method(other.0);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Squares {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_the_union_of_each_square_s_own() {
        for square in Square::all() {
            assert_eq!(Squares::of(square).neighbours(), NEIGHBOURS[square.index()], "{square}");
            assert_eq!(NEIGHBOURS_AROUND[square.index()].count(), 8);
        }
        assert_eq!(NEIGHBOURS.iter().map(|set| set.count()).sum::<u32>(), 144);
        assert_eq!(Squares::PERIMETER.count(), 16);
    }

    #[test]
    fn symmetries_keep_neighbours_and_have_inverses() {
        for symmetry in 0..SYMMETRIES {
            for square in Square::all() {
                let there = image(square, symmetry);
                assert_eq!(image(there, inverse(symmetry)), square);
                assert_eq!(NEIGHBOURS[square.index()].transformed(symmetry), NEIGHBOURS[there.index()]);
            }
        }
    }
}
