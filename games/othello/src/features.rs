//! What a network sees: the discs of either side and the squares open to each, and how full the board is.

use plywright::network::{FeatureSet, Features};
use plywright::prelude::*;

use crate::lines::placements;

/// The features.
#[derive(Clone, Copy, Debug)]
pub struct Discs;

impl<G: Game<State = Pieces>> Features<G> for Discs {
    const NAME: &'static str = "othello-discs-1";
    const COUNT: usize = 4 * 64;
    const BUCKETS: usize = 8;

    fn active(_: &G, board: &Pieces, side: Side, set: &mut FeatureSet) {
        for (view, side) in [side, !side].into_iter().enumerate() {
            set.insert_bits(128 * view, board.sets[side.index()]);
            set.insert_bits(
                128 * view + 64,
                placements(board.sets[side.index()], board.sets[side.other().index()]),
            );
        }
    }

    fn bucket(_: &G, board: &Pieces) -> usize {
        (board.all().count_ones() as usize).saturating_sub(1) / 8
    }
}
