//! Network inputs: one for each piece on each square. The number of pieces selects the output bucket.

use cozy_chess::{Color, Piece};
use plywright::network::{FeatureSet, Features};

use crate::{Chess, Position};

/// Feature set of chess: own pieces by kind and square, then those of the opponent. Black sees the board with
/// its ranks flipped.
#[derive(Clone, Copy, Debug)]
pub struct PieceSquares;

impl Features<Chess> for PieceSquares {
    const NAME: &'static str = "chess-pieces-1";
    const COUNT: usize = 2 * 6 * 64;
    const MAX_ACTIVE: usize = 32;
    const BUCKETS: usize = 8;

    fn active(_: &Chess, position: &Position, perspectives: &mut [FeatureSet; 2]) {
        let board = position.board();
        for (color, perspective) in Color::ALL.into_iter().zip(perspectives) {
            for owner in Color::ALL {
                for piece in Piece::ALL {
                    let squares = board.colored_pieces(owner, piece);
                    let squares = if color == Color::White { squares } else { squares.flip_ranks() };
                    let kind = 6 * usize::from(owner != color) + piece as usize;
                    perspective.insert_bits(64 * kind, squares.0);
                }
            }
        }
    }

    fn bucket(_: &Chess, position: &Position) -> usize {
        (position.board().occupied().len() as usize).saturating_sub(1) / 4
    }
}
