//! Moves and their numeric codes.
//!
//! The code of a piece's move has its start in bits 0..6, its end in bits 6..12, and its drop in bits 12..18. A pass
//! is [`PASS`]. A set-up move is [`SET_UP`] with the number of its home row in bits 0..8.

use crate::square::Square;

/// A move of a piece, the placing of a home row, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes to an empty square or into the goal.
    Go {
        /// The square where the piece is lifted.
        start: Square,
        /// The square or goal where the piece ends.
        end: Square,
    },
    /// A piece replaces another, which is dropped on an empty square.
    Replace {
        /// The square where the piece is lifted.
        start: Square,
        /// The square where the moved piece replaces the other piece.
        end: Square,
        /// The square where the other piece is dropped.
        drop: Square,
    },
    /// The side to move places its six pieces on its home row. The number, 0 to 89, is the index of the row among
    /// all possible rows, sorted as six-digit numbers with one digit for the rings of each piece: 112233 is 0.
    SetUp(u8),
    /// A pass, legal only under [`StuckRow::Pass`](crate::StuckRow::Pass), if the opponent can move a piece and the
    /// player cannot.
    Pass,
}

/// Drop bits of a move without a drop. No square has this number.
const NO_DROP: usize = 63;
pub(crate) const PASS: u32 = 1 << 20;
pub(crate) const SET_UP: u32 = 1 << 21;

impl plywright::Move for Move {
    #[inline]
    fn code(self) -> u32 {
        let code = |start: Square, end: Square, drop: usize| {
            (start.number() | end.number() << 6 | drop << 12) as u32
        };
        match self {
            Self::Go { start, end } => code(start, end, NO_DROP),
            Self::Replace { start, end, drop } => code(start, end, drop.number()),
            Self::SetUp(row) => SET_UP | u32::from(row),
            Self::Pass => PASS,
        }
    }

    #[inline]
    fn decode(code: u32) -> Option<Self> {
        match code {
            PASS => return Some(Self::Pass),
            _ if code >> 8 == SET_UP >> 8 => return Some(Self::SetUp(code as u8)),
            _ if code >> 18 != 0 => return None,
            _ => {}
        }
        let field = |shift: u32| (code >> shift & 63) as usize;
        let on_board = |number: usize| Square::new(number).filter(|square| !square.is_goal());
        let start = on_board(field(0))?;
        match field(12) {
            NO_DROP => Some(Self::Go { start, end: Square::new(field(6))? }),
            drop => Some(Self::Replace { start, end: on_board(field(6))?, drop: on_board(drop)? }),
        }
    }
}
