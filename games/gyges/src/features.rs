//! What a network sees of a position: the pieces from a side's own end of the board, and how far the side's
//! row with pieces nearest to it is from its end. A move changes two or three of some thirteen.

use plywright::Side;
use plywright::network::{FeatureSet, Features};

use crate::board::State;
use crate::game::Gyges;
use crate::square::{SQUARES, WIDTH};

/// The features.
#[derive(Clone, Copy, Debug)]
pub struct PiecesBySide;

/// Pieces by rings and square.
const PIECES: usize = 3 * SQUARES;
/// The row that a side moves from, or none.
const ROWS: usize = SQUARES / WIDTH + 1;

impl Features<Gyges> for PiecesBySide {
    const NAME: &'static str = "gyges-pieces-1";
    const COUNT: usize = PIECES + 2 * ROWS;

    #[inline]
    fn active(_: &Gyges, state: &State, side: Side, set: &mut FeatureSet) {
        const BOARD: u64 = (1 << SQUARES) - 1;
        // From the other end the board is turned round.
        let seen = |bits: u64, side: Side| match side {
            Side::First => bits & BOARD,
            Side::Second => (bits & BOARD).reverse_bits() >> (64 - SQUARES),
        };
        for rings in 1..=3 {
            set.insert_bits((rings - 1) * SQUARES, seen(state.pieces.with_rings(rings).bits(), side));
        }
        for (view, side) in [side, !side].into_iter().enumerate() {
            let nearest = seen(state.pieces.occupied().bits(), side).trailing_zeros() as usize / WIDTH;
            set.insert(PIECES + view * ROWS + nearest.min(ROWS - 1));
        }
    }
}
