//! Positions as numbers: network inputs and tablebase indices.

use plywright::network::{FeatureSet, Features};
use plywright::prelude::*;
use plywright::tablebase::{SliceIndex, Sliced};

use crate::TicTacToe;

/// Feature set of tic-tac-toe: the squares of the side whose perspective it is, then those of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Squares;

impl<G: Game<State = Pieces>> Features<G> for Squares {
    const NAME: &'static str = "tic-tac-toe-squares-1";
    const COUNT: usize = 2 * SQUARES as usize;
    const PLANES: Option<[usize; 3]> = Some([2, 3, 3]);

    fn active(_: &G, board: &Pieces, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            perspective.insert_bits(0, board.sets[side.index()]);
            perspective.insert_bits(SQUARES as usize, board.sets[side.other().index()]);
        }
    }
}

const SQUARES: u32 = 9;

/// An index in a slice has a base-three digit for each square, in the order of the squares: 0 if the square is empty, 1
/// if the first side has it, 2 if the second side has it.
impl Sliced for TicTacToe {
    /// Number of taken squares.
    type Slice = u32;

    fn groups(&self, max_pieces: Option<u32>) -> Vec<Vec<u32>> {
        // Every solution begins with the full board, so a solution limited to fewer pieces is impossible.
        if max_pieces.is_some_and(|max_pieces| max_pieces < SQUARES) {
            return Vec::new();
        }
        (0..=SQUARES).rev().map(|taken| vec![taken]).collect()
    }

    fn size(&self, _taken: u32) -> u64 {
        3_u64.pow(SQUARES)
    }

    fn locate(&self, board: &Pieces) -> Option<SliceIndex<u32>> {
        let [first, second] = board.sets;
        let digit = |square: u32| (first >> square & 1) + 2 * (second >> square & 1);
        let index = (0..SQUARES).fold(0, |index, square| index * 3 + digit(square));
        Some(SliceIndex { slice: board.all().count_ones(), index })
    }

    fn position(&self, SliceIndex { slice, index }: SliceIndex<u32>) -> Option<Pieces> {
        let side = if slice.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut board = Pieces::<u64> { sets: [0; 2], side };
        let mut rest = index;
        for square in (0..SQUARES).rev() {
            if let Some(set) = (rest % 3).checked_sub(1) {
                board.sets[set as usize] |= 1 << square;
            }
            rest /= 3;
        }
        (board.all().count_ones() == slice && board.are_in_turn()).then_some(board)
    }

    fn table_rules(&self, _: u32) -> String {
        Self::INFO.name.to_owned()
    }

    fn exits(&self, taken: u32) -> Option<Vec<u32>> {
        Some(if taken < SQUARES { vec![taken + 1] } else { Vec::new() })
    }
}
