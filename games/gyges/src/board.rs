//! Where the pieces stand, and positions.

use plywright::{Key, Side};

use crate::squares::{BOARD, PLACES, bit, far_goal, mirrored, mirrored_square, squares};

const KEYS: [Key; 4 * PLACES] = Key::table(0x6779_6765);
const SIDE_KEY: Key = Key::mix(0x7369_6465);

/// Pieces on squares and goals: the two bits of a piece's number of rings, each in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub(crate) struct Pieces {
    pub(crate) low: u64,
    pub(crate) high: u64,
}

impl Pieces {
    /// The squares and goals with pieces.
    #[inline]
    pub(crate) const fn occupied(self) -> u64 {
        self.low | self.high
    }

    /// Rings of the piece on a square, 1 to 3; 0 when it is empty.
    #[inline]
    pub(crate) const fn rings(self, square: usize) -> usize {
        ((self.low >> square & 1) | (self.high >> square & 1) << 1) as usize
    }

    /// The squares with pieces of so many rings, 1 to 3.
    #[inline]
    pub(crate) const fn with_rings(self, rings: usize) -> u64 {
        match rings {
            1 => self.low & !self.high,
            2 => self.high & !self.low,
            _ => self.low & self.high,
        }
    }

    /// Puts a piece of so many rings on an empty square, or takes it away.
    #[inline]
    pub(crate) const fn toggle(&mut self, square: usize, rings: usize) {
        self.low ^= ((rings & 1) as u64) << square;
        self.high ^= ((rings >> 1) as u64) << square;
    }

    /// The number of pieces on the board and in the goals.
    pub(crate) const fn count(self) -> u32 {
        self.occupied().count_ones()
    }
}

/// A position: the pieces and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
    key: Key,
    /// The key of the mirror image, kept up so that the two can share what the search knows.
    mirrored_key: Key,
}

impl State {
    pub(crate) fn new(pieces: Pieces, side: Side) -> Self {
        let mut state =
            Self { pieces: Pieces::default(), side: Side::First, key: Key(0), mirrored_key: Key(0) };
        for square in squares(pieces.occupied()) {
            state.toggle(square, pieces.rings(square));
        }
        if side == Side::Second {
            state.pass_turn();
        }
        state
    }

    /// Puts a piece of so many rings on an empty square, or takes it away.
    #[inline]
    pub(crate) fn toggle(&mut self, square: usize, rings: usize) {
        self.pieces.toggle(square, rings);
        self.key ^= KEYS[rings * PLACES + square];
        self.mirrored_key ^= KEYS[rings * PLACES + mirrored_square(square)];
    }

    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
        self.mirrored_key ^= SIDE_KEY;
    }

    /// Whose piece is in the opponent's goal, if one is.
    #[inline]
    pub(crate) fn winner(&self) -> Option<Side> {
        if self.pieces.occupied() & !BOARD == 0 {
            return None;
        }
        Side::BOTH.into_iter().find(|side| self.pieces.occupied() & bit(far_goal(*side)) != 0)
    }

    /// The image with files in reverse order.
    pub(crate) fn mirrored(&self) -> Self {
        let Pieces { low, high } = self.pieces;
        Self {
            pieces: Pieces { low: mirrored(low), high: mirrored(high) },
            side: self.side,
            key: self.mirrored_key,
            mirrored_key: self.key,
        }
    }

    pub(crate) fn mirrored_key(&self) -> Key {
        self.mirrored_key
    }
}

impl plywright::State for State {
    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }
}
