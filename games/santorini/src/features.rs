//! Network inputs: the height of each square, the workers by the height on which they stand, the gods and what they
//! store, and the squares that workers can come to in one turn.

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
/// First feature of the workers. They are ordered by side (the side of the perspective first), height and square.
const WORKERS: usize = 5 * SQUARES;
/// Number of heights that a worker can stand on.
const STANDING: usize = 4;
/// First feature of the gods. The god of the perspective's side comes first.
const GODS: usize = WORKERS + 2 * STANDING * SQUARES;
/// Number of features reserved for each side's god.
const GOD_LEN: usize = 64;
/// First feature of the squares that each god stores, in the order of [`GODS`].
const STORED: usize = GODS + 2 * GOD_LEN;
/// First feature of the gods' stored numbers, in the order of [`GODS`]. Each god has a feature for each number; the
/// last one stands for all greater numbers too.
const NUMBERS: usize = STORED + 2 * SQUARES;
const NUMBER_LEN: usize = 16;
/// First feature of the squares that workers can move to in one turn, by the rules of both gods. They are ordered by
/// the sides that reach the square (only the side of the perspective, only the opponent, both), then by its height,
/// then by the square. Squares on which a worker wins count as those of height 3.
const REACHED: usize = NUMBERS + 2 * NUMBER_LEN;

impl Features<Santorini> for BoardFeatures {
    const NAME: &'static str = "santorini-heights-3";
    const COUNT: usize = REACHED + 3 * STANDING * SQUARES;
    /// At most two features for each square: its height, and a worker or the sides that can move to it. One more for
    /// the square of each worker, up to eleven of a side, which an enemy may enter. At most 27 for each side: its god,
    /// 25 stored squares, and a stored number.
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
    /// `reached[side][height]`: squares of [`REACHED`] that the side's workers can come to.
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

#[cfg(test)]
mod tests {
    use plywright::search::Rng;
    use plywright::{Game, Moves};

    use super::*;
    use crate::god::God;
    use crate::moves::Move;

    /// Gods with a power that [`reach_of`] leaves out: the workers can jump, swap, take several steps, climb two levels or
    /// appear.
    const BEYOND_REACH: [God; 6] =
        [God::Bellerophon, God::Hydra, God::Iris, God::Jason, God::Nemesis, God::Stymphalians];
    /// Gods that do not restrict the opponent's steps, or restrict them in different ways.
    const OPPONENTS: [God; 10] = [
        God::Mortal,
        God::Aeolus,
        God::Aphrodite,
        God::Athena,
        God::Clio,
        God::Europa,
        God::Hades,
        God::Hera,
        God::Hypnus,
        God::Persephone,
    ];

    /// Plays up to 30 random moves. Calls `check` with each position in which the side to move has its workers on the
    /// board, and with the legal moves.
    fn for_each_position(game: Santorini, generator: &mut Rng, mut check: impl FnMut(&State, &[Move])) {
        let mut state = game.start();
        for _ in 0..30 {
            let mut moves = Moves::new();
            if game.moves(&state, &mut moves).is_some() {
                break;
            }
            if !state.is_placing() {
                check(&state, &moves);
            }
            game.play(&mut state, moves[generator.below(moves.len())]);
        }
    }

    #[test]
    fn every_move_of_a_worker_ends_in_its_reach() {
        let mut generator = Rng::new(7);
        let gods = God::ALL.iter().filter(|god| **god != God::Mortal && !BEYOND_REACH.contains(god));
        for pair in gods.flat_map(|god| OPPONENTS.map(|opponent| [*god, opponent])) {
            let Some(game) = Santorini::new(pair) else { continue };
            for_each_position(game, &mut generator, |state, moves| {
                if state.god() != pair[0] {
                    return;
                }
                let reach = reach_of(state);
                let all = reach.into_iter().fold(Squares::EMPTY, |all, squares| all | squares);
                for mv in moves {
                    let after = game.after(state, *mv);
                    let ends = after.workers(state.side) - state.own();
                    assert!((ends - all).is_empty(), "{pair:?}: {mv:?} in {state:?}");
                    if after.winner == Some(state.side) && !ends.is_empty() {
                        assert!(ends.intersects(reach[3]), "{pair:?}: {mv:?} wins in {state:?}");
                    }
                }
            });
        }
    }

    #[test]
    fn the_fast_reach_of_mortals_is_that_of_their_turns() {
        let game = Santorini::default();
        let mut generator = Rng::new(8);
        for _ in 0..100 {
            for_each_position(game, &mut generator, |state, _| {
                for side in Side::BOTH {
                    let levels = std::array::from_fn(|height| state.exactly(height as u8).bits().into());
                    let reach = reach_of(&State { side, ..*state }).map(|squares| squares.bits().into());
                    assert_eq!(reach_of_mortals(state, side, &levels), reach, "{state:?}");
                }
            });
        }
    }
}
