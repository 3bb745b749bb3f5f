//! Network inputs: the squares of either side. A learned evaluation needs nothing else from a game.

use plywright::network::{FeatureSet, Features};
use plywright::prelude::*;

/// The features.
#[derive(Clone, Copy, Debug)]
pub struct Squares;

impl<G: Game<State = Pieces>> Features<G> for Squares {
    const NAME: &'static str = "tic-tac-toe-squares-1";
    const COUNT: usize = 18;

    fn active(_: &G, board: &Pieces, views: &mut [FeatureSet; 2]) {
        for (side, view) in Side::BOTH.into_iter().zip(views) {
            view.insert_bits(0, board.sets[side.index()]);
            view.insert_bits(9, board.sets[side.other().index()]);
        }
    }
}
