//! Positions: the pieces, the side to move and the Zobrist keys.

use plywright::{Key, Side};

use crate::square::{BOARD, PLACES, Square, Squares};

/// Zobrist keys of pieces, ordered by the number of rings, then by the square. The entries for 0 rings are unused. The
/// seed is `gyge` in ASCII.
const KEYS: [Key; 4 * PLACES] = Key::table(0x6779_6765);
/// Zobrist key of the second side's turn. The seed is `side` in ASCII.
const SIDE_KEY: Key = Key::mix(0x7369_6465);

/// The pieces on squares and in goals. Two sets store the two binary digits of each piece's number of rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Pieces {
    /// Squares whose piece has one or three rings.
    low: Squares,
    /// Squares whose piece has two or three rings.
    high: Squares,
}

impl Pieces {
    #[inline]
    pub(crate) const fn occupied(self) -> Squares {
        self.low.union(self.high)
    }

    /// Returns the number of rings of the piece on a square, 1 to 3; 0 if the square is empty.
    #[inline]
    pub(crate) const fn rings(self, square: Square) -> usize {
        let square = square.number();
        self.low.contains_index(square) as usize | (self.high.contains_index(square) as usize) << 1
    }

    /// Returns the squares of the pieces with this number of rings, 1 to 3.
    #[inline]
    pub(crate) const fn with_rings(self, rings: usize) -> Squares {
        match rings {
            1 => self.low.difference(self.high),
            2 => self.high.difference(self.low),
            _ => self.low.intersection(self.high),
        }
    }

    /// Adds a piece with `rings` rings to an empty square, or removes a piece that has `rings` rings. 0 rings change
    /// nothing.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square, rings: usize) {
        self.low ^= Squares::from_bits(((rings & 1) as u64) << square.number());
        self.high ^= Squares::from_bits(((rings >> 1) as u64) << square.number());
    }

    #[inline]
    pub(crate) const fn count(self) -> u32 {
        self.occupied().count()
    }

    /// Returns the pieces as two words: bit n of the first is the low digit of the number of rings on square n, and bit
    /// n of the second is the high digit.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 2] {
        [self.low.bits(), self.high.bits()]
    }
}

/// A position of 40 bytes: pieces, side to move and Zobrist keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
    key: Key,
    /// Key of the position mirrored left to right, for [`plywright::Symmetric::canonical`].
    pub(crate) mirrored_key: Key,
}

impl State {
    pub(crate) fn new(pieces: Pieces, side: Side) -> Self {
        let mut state =
            Self { pieces: Pieces::default(), side: Side::First, key: Key(0), mirrored_key: Key(0) };
        for square in pieces.occupied() {
            state.toggle(square, pieces.rings(square));
        }
        if side == Side::Second {
            state.pass_turn();
        }
        state
    }

    /// Adds a piece with `rings` rings, 1 to 3, to an empty square, or removes a piece that has `rings` rings. Updates
    /// the keys.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square, rings: usize) {
        self.pieces.toggle(square, rings);
        self.key ^= KEYS[rings * PLACES + square.number()];
        self.mirrored_key ^= KEYS[rings * PLACES + square.mirrored().number()];
    }

    /// Gives the turn to the other side, and updates the keys.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
        self.mirrored_key ^= SIDE_KEY;
    }

    /// Returns the side with a piece in its target goal; `None` while both goals are empty.
    #[inline]
    pub(crate) fn winner(&self) -> Option<Side> {
        let scored = self.pieces.occupied() - BOARD;
        if scored.is_empty() {
            return None;
        }
        Side::BOTH.into_iter().find(|side| scored.contains(Square::target_goal(*side)))
    }

    pub(crate) fn mirrored(&self) -> Self {
        let image = |set: Squares| set.iter().map(Square::mirrored).collect();
        Self {
            pieces: Pieces { low: image(self.pieces.low), high: image(self.pieces.high) },
            side: self.side,
            key: self.mirrored_key,
            mirrored_key: self.key,
        }
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
