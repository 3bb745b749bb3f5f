//! A position in 32 bytes: heights, workers, gods and their stored state, the side to move, and the winner.
//!
//! Heights are three sets of squares, one for each binary digit of the height, so the difference between two
//! positions is the exclusive or of a few words. The position stores no Zobrist key: hashing a few words on
//! demand is cheaper than updating a key in positions that are never looked up.

use plywright::{Key, Side};

use crate::god::God;
use crate::square::Square;
use crate::squares::{Squares, image_of_set};
use crate::stored::Stored;

/// A position: the heights, the workers, the gods with their stored state, the side to move and the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) workers: [Squares; 2],
    /// For each binary digit of the heights, lowest first, the squares in whose height the digit is 1.
    pub(crate) planes: [Squares; 3],
    pub(crate) stored: [Stored; 2],
    pub(crate) gods: [God; 2],
    pub(crate) side: Side,
    pub(crate) winner: Option<Side>,
}

const _: () = assert!(size_of::<State>() == 32);

impl State {
    /// Returns the empty board before placement, with `side` to place first.
    pub(crate) const fn empty(gods: [God; 2], side: Side) -> Self {
        Self {
            workers: [Squares::EMPTY; 2],
            planes: [Squares::EMPTY; 3],
            stored: [Stored::NOTHING; 2],
            gods,
            side,
            winner: None,
        }
    }

    /// Whether the side to move has yet to place its workers.
    #[inline]
    pub fn is_placing(&self) -> bool {
        self.own().is_empty() && self.at_least(1).is_empty() && self.winner.is_none()
    }

    /// Returns the side to move after a move of a god's side. The first player takes the first turn of the game, also
    /// if it places last. It then moves twice in a row.
    #[inline]
    pub(crate) fn next_side(&self) -> Side {
        let places_last = self.is_placing() && !self.others().is_empty();
        if places_last { Side::First } else { !self.side }
    }

    /// Returns the gods of the first and the second player.
    #[inline]
    pub const fn gods(&self) -> [God; 2] {
        self.gods
    }

    #[inline]
    pub(crate) const fn god(&self) -> God {
        self.gods[self.side.index()]
    }

    /// Returns a side's workers.
    #[inline]
    pub const fn workers(&self, side: Side) -> Squares {
        self.workers[side.index()]
    }

    /// Returns the stored state of a side's god.
    #[inline]
    pub const fn stored(&self, side: Side) -> Stored {
        self.stored[side.index()]
    }

    /// Returns the winner; `None` while the game goes on.
    #[inline]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Returns the workers of the side to move.
    #[inline]
    pub const fn own(&self) -> Squares {
        self.workers[self.side.index()]
    }

    /// Returns the opponent's workers.
    #[inline]
    pub const fn others(&self) -> Squares {
        self.workers[self.side.other().index()]
    }

    /// Returns both sides' workers.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.workers[0] | self.workers[1]
    }

    /// Returns the squares with a dome.
    #[inline]
    pub const fn domes(&self) -> Squares {
        self.planes[2]
    }

    /// Returns the squares with at least this height, 0 to 4.
    #[inline]
    pub fn at_least(&self, height: u8) -> Squares {
        let [ones, twos, fours] = self.planes;
        match height {
            0 => Squares::ALL,
            1 => ones | twos | fours,
            2 => twos | fours,
            3 => ones & twos | fours,
            _ => fours,
        }
    }

    /// Returns the squares with exactly this height, 0 to 4.
    #[inline]
    pub fn exactly(&self, height: u8) -> Squares {
        let [ones, twos, fours] = self.planes;
        match height {
            0 => !(ones | twos | fours),
            1 => ones - twos,
            2 => twos - ones,
            3 => ones & twos,
            _ => fours,
        }
    }

    /// Returns the height of a square, 0 to 4.
    #[inline]
    pub fn height(&self, square: Square) -> u8 {
        let [ones, twos, fours] = self.planes;
        let digit = |plane: Squares| (plane.bits() >> square.index() & 1) as u8;
        digit(ones) | digit(twos) << 1 | digit(fours) << 2
    }

    /// Adds one level to each square of a set. On three levels, the added level is a dome. No square of the set may
    /// already have a dome.
    #[inline]
    pub(crate) fn raise(&mut self, squares: Squares) {
        let [ones, twos, fours] = &mut self.planes;
        let carried = *ones & squares;
        *ones ^= squares;
        *fours |= *twos & carried;
        *twos ^= carried;
    }

    /// Sets the height of a square, 0 to 4.
    #[inline]
    pub(crate) fn set_height(&mut self, square: Square, height: u8) {
        let bit = Squares::of(square);
        for (digit, plane) in self.planes.iter_mut().enumerate() {
            *plane = if height >> digit & 1 != 0 { *plane | bit } else { *plane - bit };
        }
    }

    #[inline]
    pub(crate) fn is_of_mortals(&self) -> bool {
        self.gods == [God::Mortal; 2]
    }

    /// Returns the position's image under the board symmetry with index `symmetry`, 0 to 7.
    pub(crate) fn transformed(&self, symmetry: usize) -> Self {
        Self {
            workers: self.workers.map(|set| image_of_set(set, symmetry)),
            planes: self.planes.map(|set| image_of_set(set, symmetry)),
            stored: self.stored.map(|stored| transform_low_bits(stored.0, symmetry)).map(Stored),
            ..*self
        }
    }
}

/// Applies the board symmetry with index `symmetry`, 0 to 7, to the set of squares in the low 25 bits of `word`. Keeps
/// the higher bits.
pub(crate) fn transform_low_bits(word: u32, symmetry: usize) -> u32 {
    image_of_set(Squares::from_bits(word), symmetry).bits() | word & !Squares::ALL.bits()
}

impl plywright::State for State {
    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [first, second] = self.workers;
        let [ones, twos, fours] = self.planes;
        let winner = self.winner.map_or(0, |side| 1 + side.index() as u32);
        let rest =
            u32::from_le_bytes([self.gods[0] as u8, self.gods[1] as u8, self.side as u8, winner as u8]);
        let fold = |left: u64, right: u64| {
            let product = u128::from(left) * u128::from(right);
            product as u64 ^ (product >> 64) as u64
        };
        // Each multiplication folds two words into one. A factor of 0 would lose the other word; the constants make it
        // unlikely.
        let board = fold(
            pair(ones.bits(), twos.bits()) ^ 0x9e37_79b9_7f4a_7c15,
            pair(fours.bits(), rest) ^ 0xc2b2_ae3d_27d4_eb4f,
        );
        let pieces = fold(
            pair(first.bits(), second.bits()) ^ 0x1656_67b1_9e37_79f9,
            pair(self.stored[0].0, self.stored[1].0) ^ 0x85eb_ca77_c2b2_ae63,
        );
        Key(fold(board ^ 0x27d4_eb2f_1656_67c5, pieces.rotate_left(32) ^ 0xd6e8_feb8_6659_fd93))
    }
}
