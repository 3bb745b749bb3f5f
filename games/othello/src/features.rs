//! Network inputs: the discs and legal squares of each side. The network has several sets of output weights (buckets),
//! one of which is selected by the number of discs.

use std::sync::Arc;

use plywright::network::{FeatureSet, Features, Network, ShippedNetwork};
use plywright::prelude::*;
use plywright::shipped_file;

use crate::lines::placements;

/// Feature set of Othello: the discs and legal squares of each side.
#[derive(Clone, Copy, Debug)]
pub struct Discs;

impl<G: Game<State = Pieces>> Features<G> for Discs {
    const NAME: &'static str = "othello-discs-1";
    const COUNT: usize = 4 * 64;
    const PLANES: Option<[usize; 3]> = Some([4, 8, 8]);
    /// At least four discs with one feature each, and at most 60 empty squares with two features each.
    const MAX_ACTIVE: usize = 4 + 2 * 60;
    const BUCKETS: usize = 8;

    fn active(_: &G, board: &Pieces, perspectives: &mut [FeatureSet; 2]) {
        let [first, second] = board.sets;
        let seen = [[first, placements(first, second)], [second, placements(second, first)]];
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            let [own, other] = [side, !side].map(|player| seen[player.index()]);
            for (number, squares) in own.into_iter().chain(other).enumerate() {
                perspective.insert_bits(64 * number, squares);
            }
        }
    }

    /// Returns 0 for up to 8 discs, 1 for 9 to 16, and so on; 7 for more than 56.
    fn bucket(_: &G, board: &Pieces) -> usize {
        (board.all().count_ones() as usize).saturating_sub(1) / 8
    }

    fn shipped(_: &G) -> Option<Arc<Network>> {
        NETWORK.get()
    }
}

static NETWORK: ShippedNetwork = ShippedNetwork::new(shipped_file!("../networks/othello.net"));
