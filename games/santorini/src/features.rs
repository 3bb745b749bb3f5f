//! Network inputs: the height of each square, the workers by the height on which they stand, the gods and what they
//! store, and the squares that workers can come to in one turn, without some rare moves (see `Power::reach`).
//!
//! Each side has a perspective. In the descriptions below, the side is the one whose perspective it is.

use std::sync::Arc;

use plywright::network::{FeatureSet, Features, Network, ShippedNetwork};
use plywright::{Side, shipped_file};

use crate::game::Santorini;
use crate::gods::reach_of;
use crate::squares::{Squares, neighbours};
use crate::state::State;

/// Feature set of Santorini: heights, workers, gods and reach.
#[derive(Clone, Copy, Debug)]
pub struct BoardFeatures;

const SQUARES: usize = 25;
/// First feature of the workers, which are ordered by owner (the side, then the opponent), then by height, then by
/// square.
const WORKERS: usize = 5 * SQUARES;
/// Number of heights that a worker can stand on.
const STANDING: usize = 4;
/// First feature of the gods. The side's god comes first.
const GODS: usize = WORKERS + 2 * STANDING * SQUARES;
/// Number of features reserved for each side's god.
const GOD_LEN: usize = 64;
/// First feature of the squares that each god stores, in the order of [`GODS`].
const STORED: usize = GODS + 2 * GOD_LEN;
/// First feature of the gods' stored numbers, in the order of [`GODS`]. Each god has a feature for each number; the
/// last one stands for all greater numbers too.
const NUMBERS: usize = STORED + 2 * SQUARES;
const NUMBER_LEN: usize = 16;
/// First feature of the squares that workers can move to in one turn, by the rules of both gods. The features are
/// ordered by who reaches the square (only the side, only the opponent, both), then by height, then by square. A square
/// on which a worker wins counts as one of height 3.
const REACHED: usize = NUMBERS + 2 * NUMBER_LEN;

impl Features<Santorini> for BoardFeatures {
    const NAME: &'static str = "santorini-heights-3";
    const COUNT: usize = REACHED + 3 * STANDING * SQUARES;
    /// At most two features for each square: its height, and a worker or the sides that can move to it. The square of a
    /// worker, which an enemy may be able to enter, can have one more; a side has at most eleven workers. At most 27
    /// for each side: its god, 25 stored squares, and a stored number.
    const MAX_ACTIVE: usize = 2 * SQUARES + 2 * (11 + 1 + SQUARES + 1);

    #[inline]
    fn active(_: &Santorini, state: &State, perspectives: &mut [FeatureSet; 2]) {
        let board = Board::of(state);
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            board.insert_perspective(state, side, perspective);
        }
    }

    fn shipped(_: &Santorini) -> Option<Arc<Network>> {
        NETWORK.get()
    }
}

static NETWORK: ShippedNetwork = ShippedNetwork::new(shipped_file!("../networks/santorini.net"));

/// Sets of squares that are computed once and inserted into the features of both perspectives.
struct Board {
    /// Squares of each height.
    levels: [u64; 5],
    /// `reached[side][height]`: squares that the side's workers can move to; see [`REACHED`].
    reached: [[u64; STANDING]; 2],
}

impl Board {
    #[inline]
    fn of(state: &State) -> Self {
        let levels = std::array::from_fn(|height| state.exactly(height as u8).bits().into());
        let reached = |side| {
            if state.is_of_mortals() {
                reach_of_mortals(state, side, &levels)
            } else {
                reach_of(&State { side, ..*state }).map(|squares| squares.bits().into())
            }
        };
        Self { levels, reached: Side::BOTH.map(reached) }
    }

    #[inline]
    fn insert_perspective(&self, state: &State, side: Side, set: &mut FeatureSet) {
        for (height, squares) in self.levels.iter().enumerate() {
            set.insert_bits(height * SQUARES, *squares);
        }
        for (index, player) in [side, !side].into_iter().enumerate() {
            let workers = u64::from(state.workers(player).bits());
            for (height, squares) in self.levels.iter().take(STANDING).enumerate() {
                set.insert_bits(WORKERS + (index * STANDING + height) * SQUARES, workers & squares);
            }
            set.insert(GODS + index * GOD_LEN + (state.gods()[player.index()] as usize).min(GOD_LEN - 1));
            let stored = state.stored(player);
            set.insert_bits(STORED + index * SQUARES, stored.squares().bits().into());
            set.insert(NUMBERS + index * NUMBER_LEN + usize::from(stored.number()).min(NUMBER_LEN - 1));
        }
        let [own, other] = [side, !side].map(|player| self.reached[player.index()]);
        for (height, (own, other)) in own.into_iter().zip(other).enumerate() {
            for (kind, squares) in [own & !other, other & !own, own & other].into_iter().enumerate() {
                set.insert_bits(REACHED + (kind * STANDING + height) * SQUARES, squares);
            }
        }
    }
}

/// Returns the same as [`reach_of`] if both gods are mortals, but faster: the free squares of each height from 0 to 3
/// that the side's workers can step to, at most one level up. `levels` holds all squares of each height.
#[inline]
fn reach_of_mortals(state: &State, side: Side, levels: &[u64; 5]) -> [u64; STANDING] {
    let workers = u64::from(state.workers(side).bits());
    let occupied = u64::from(state.occupied().bits());
    let near_workers_on =
        |height: usize| u64::from(neighbours(Squares::from_bits((workers & levels[height]) as u32)).bits());
    let from_2 = near_workers_on(3) | near_workers_on(2);
    let from_1 = from_2 | near_workers_on(1);
    let from_0 = from_1 | near_workers_on(0);
    let [free_0, free_1, free_2, free_3, _] = levels.map(|level| level & !occupied);
    [from_0 & free_0, from_0 & free_1, from_1 & free_2, from_2 & free_3]
}
