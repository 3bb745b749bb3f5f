//! What a network sees of a position: each square's height, each side's workers with the height that they
//! stand on, the gods and what they have stored. About thirty features are active, and a turn of a mortal
//! changes about six.

use plywright::Side;
use plywright::network::{FeatureSet, Features};

use crate::game::Santorini;
use crate::state::State;

/// The features.
#[derive(Clone, Copy, Debug)]
pub struct BoardFeatures;

/// Squares of the board.
const SQUARES: usize = 25;
/// Workers by the square and its height, the own side's and then the other's.
const WORKERS: usize = 5 * SQUARES;
/// Heights that a worker stands on.
const STANDING: usize = 4;
/// Gods, the own one and then the other.
const GODS: usize = WORKERS + 2 * STANDING * SQUARES;
/// Room for each side's gods.
const GOD: usize = 64;
/// Squares stored by the own god and then by the other.
const STORED: usize = GODS + 2 * GOD;
/// Numbers stored by the own god and then by the other; greater ones count as the greatest.
const NUMBERS: usize = STORED + 2 * SQUARES;
/// Numbers that are distinguished.
const NUMBER: usize = 16;

impl Features<Santorini> for BoardFeatures {
    const NAME: &'static str = "santorini-heights-1";
    const COUNT: usize = NUMBERS + 2 * NUMBER;

    #[inline]
    fn active(_: &Santorini, state: &State, side: Side, set: &mut FeatureSet) {
        let levels: [u64; 5] = std::array::from_fn(|height| state.exactly(height as u8).bits().into());
        for (height, squares) in levels.iter().enumerate() {
            set.insert_bits(height * SQUARES, *squares);
        }
        for (view, side) in [side, !side].into_iter().enumerate() {
            let workers = u64::from(state.workers(side).bits());
            for (height, squares) in levels.iter().take(STANDING).enumerate() {
                set.insert_bits(WORKERS + (view * STANDING + height) * SQUARES, workers & squares);
            }
            set.insert(GODS + view * GOD + (state.gods()[side.index()] as usize).min(GOD - 1));
            let stored = state.stored(side);
            set.insert_bits(STORED + view * SQUARES, stored.squares().bits().into());
            set.insert(NUMBERS + view * NUMBER + usize::from(stored.number()).min(NUMBER - 1));
        }
    }
}
