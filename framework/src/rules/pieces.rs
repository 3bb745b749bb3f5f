//! Positions of games on boards of at most 128 cells, as bit sets of pieces.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitOr, BitOrAssign};

use super::game::State;
use super::key::Key;
use super::side::Side;

/// An integer that holds a set of cells, one bit for each: `u64` or `u128`.
pub trait Cells:
    Copy + Debug + Eq + Send + Sync + BitOr<Output = Self> + BitOrAssign + private::Sealed + 'static
{
    /// Maximum number of cells.
    const MAX: usize;
    /// The empty set.
    const NONE: Self;

    /// Returns the set of one cell, given by its bit number, which must be below [`Cells::MAX`].
    fn cell(bit: usize) -> Self;

    /// Whether the set contains the cell with this bit number, which must be below [`Cells::MAX`].
    fn has(self, bit: usize) -> bool;

    /// Returns the number of cells in the set.
    fn count(self) -> u32;

    /// Returns a hash of the set and `key`. A position's sets are hashed one after another, each with the key of the
    /// previous ones.
    fn mixed(self, key: Key) -> Key;
}

mod private {
    /// Keeps other types from implementing [`Cells`](super::Cells).
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// Implements [`Cells`] for an integer type. The last argument computes [`Cells::mixed`].
macro_rules! cells {
    ($word:ty, |$set:ident, $key:ident| $mixed:expr) => {
        impl Cells for $word {
            const MAX: usize = Self::BITS as usize;
            const NONE: Self = 0;

            #[inline]
            fn cell(bit: usize) -> Self {
                1 << bit
            }

            #[inline]
            fn has(self, bit: usize) -> bool {
                (self >> bit) & 1 != 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn mixed(self, $key: Key) -> Key {
                let $set = self;
                $mixed
            }
        }
    };
}
cells!(u64, |set, key| Key::mix(set ^ key.0));
cells!(u128, |set, key| Key::mix(set as u64 ^ Key::mix((set >> 64) as u64 ^ key.0).0));

/// A position of a game on a board of cells: a bit set for each kind of piece, and the side to move. With two
/// kinds, the default, the first set holds the first side's pieces and the second set the second side's. `B` is
/// `u64` for up to 64 cells, and `u128` for up to 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces<B = u64, const KINDS: usize = 2> {
    /// Bit sets of the kinds of pieces, in the order of the characters of the [`Grid`](crate::Grid).
    pub sets: [B; KINDS],
    /// The side to move.
    pub side: Side,
}

impl<B: Cells, const KINDS: usize> Pieces<B, KINDS> {
    /// The empty board, with the first side to move.
    pub const NONE: Self = Self { sets: [B::NONE; KINDS], side: Side::First };

    /// Returns the cells with a piece of any kind.
    #[inline]
    pub fn all(&self) -> B {
        self.sets.iter().fold(B::NONE, |all, set| all | *set)
    }
}

impl<B: Cells> Pieces<B> {
    /// Returns the pieces of the side to move.
    #[inline]
    pub const fn mine(&self) -> B {
        self.sets[self.side.index()]
    }

    /// Returns the opponent's pieces.
    #[inline]
    pub const fn theirs(&self) -> B {
        self.sets[self.side.other().index()]
    }

    /// Adds a piece of the side to move to each cell of the bit set `cells`, and passes the turn. Does not check
    /// that the cells are empty.
    #[inline]
    pub fn place(&mut self, cells: B) {
        self.sets[self.side.index()] |= cells;
        self.side = self.side.other();
    }

    /// Whether the numbers of pieces fit the side to move in a game in which the sides take turns to place one piece
    /// each: both sides have equally many if the first side is to move, otherwise the first side has one more.
    pub fn are_in_turn(&self) -> bool {
        self.sets[0].count() == self.sets[1].count() + self.side.index() as u32
    }
}

impl<B: Cells, const KINDS: usize> State for Pieces<B, KINDS> {
    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        // An arbitrary seed: "grid" in ASCII.
        const SIDES: [Key; 2] = Key::table(0x6772_6964);
        let side = SIDES[self.side.index()];
        let [earlier @ .., last] = &self.sets[..] else { return side };
        earlier.iter().rev().fold(last.mixed(Key(0)) ^ side, |key, set| set.mixed(key))
    }
}

impl<B: Cells, const KINDS: usize> Hash for Pieces<B, KINDS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}
