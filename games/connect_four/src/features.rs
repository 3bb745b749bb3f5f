//! Network inputs: the stones of each side. The number of stones selects a bucket, one of the network's sets of output
//! weights.

use std::sync::Arc;

use plywright::network::{FeatureSet, Features, Network, ShippedNetwork};
use plywright::prelude::*;
use plywright::shipped_file;

use crate::{ConnectFour, Size};

/// Feature set of connect four: the stones of the side whose perspective it is, then those of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Stones;

/// Number of bits of a set of squares: seven for each of seven columns.
const BITS: usize = 7 * 7;

/// Number of stone counts that share a bucket: 0 to 10, 11 to 21, 22 to 32, and 33 to 42.
const STONES_IN_BUCKET: usize = 11;

impl Features<ConnectFour> for Stones {
    const NAME: &'static str = "connect-four-stones-1";
    const COUNT: usize = 2 * BITS;
    const PLANES: Option<[usize; 3]> = Some([2, 7, 7]);
    const MAX_ACTIVE: usize = BITS;
    const BUCKETS: usize = 4;
    const WIN_SCALE: i32 = 12;

    fn active(_: &ConnectFour, board: &Pieces, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            perspective.insert_bits(0, board.sets[side.index()]);
            perspective.insert_bits(BITS, board.sets[side.other().index()]);
        }
    }

    fn bucket(_: &ConnectFour, board: &Pieces) -> usize {
        board.all().count_ones() as usize / STONES_IN_BUCKET
    }

    /// Returns `None` on smaller boards, because the network was trained on the usual board.
    fn shipped(game: &ConnectFour) -> Option<Arc<Network>> {
        if game.0 == Size::USUAL { NETWORK.get() } else { None }
    }
}

static NETWORK: ShippedNetwork = ShippedNetwork::new(shipped_file!("../networks/connect_four.net"));
