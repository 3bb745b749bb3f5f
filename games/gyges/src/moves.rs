//! Moves.

use crate::squares::{PLACES, SQUARES};

/// A move of a piece, or of the set-up phase, or the pass that one of the rules for stuck players allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes from its square to an empty one or into the goal.
    Go {
        /// Where it is lifted.
        start: u8,
        /// Where it is put down.
        end: u8,
    },
    /// A piece takes the place of another, which is dropped elsewhere.
    Replace {
        /// Where it is lifted.
        start: u8,
        /// Where it is put down, and the other piece lifted.
        end: u8,
        /// Where that one is put down.
        drop: u8,
    },
    /// The player puts pieces on the home row: the one of the 90 rows that has this number.
    SetUp(u8),
    /// The player has no move and passes.
    Pass,
}

/// Code bits: start 0..6, end 6..12, drop 12..18, where 63 stands for none.
const NO_DROP: u32 = 63;
const PASS: u32 = 1 << 20;
const SET_UP: u32 = 1 << 21;

impl plywright::Move for Move {
    #[inline]
    fn code(self) -> u32 {
        match self {
            Self::Go { start, end } => u32::from(start) | u32::from(end) << 6 | NO_DROP << 12,
            Self::Replace { start, end, drop } => {
                u32::from(start) | u32::from(end) << 6 | u32::from(drop) << 12
            }
            Self::SetUp(row) => SET_UP | u32::from(row),
            Self::Pass => PASS,
        }
    }

    #[inline]
    fn decode(code: u32) -> Option<Self> {
        let field = |shift: u32| (code >> shift & 63) as u8;
        match code {
            PASS => Some(Self::Pass),
            _ if code >> 8 == SET_UP >> 8 => Some(Self::SetUp(code as u8)),
            _ if code >> 18 != 0 => None,
            _ => {
                let (start, end, drop) = (field(0), field(6), field(12));
                let on_board = |square: u8| usize::from(square) < SQUARES;
                if !on_board(start) {
                    None
                } else if u32::from(drop) == NO_DROP {
                    (usize::from(end) < PLACES).then_some(Self::Go { start, end })
                } else {
                    (on_board(end) && on_board(drop)).then_some(Self::Replace { start, end, drop })
                }
            }
        }
    }
}
