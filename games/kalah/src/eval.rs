//! The hand-written evaluation: the seeds in stores and a value for each house.

use plywright::network::Learnable;
use plywright::prelude::*;

use crate::{Board, Kalah, MAX_HOUSES, SEED};

/// `HOUSE_VALUES[n][seeds]`: value in evaluation units of the house n + 1 steps before the store. The last column holds
/// for more seeds too. Fitted by least squares to the scores of 310,000 positions of self-play, each searched with
/// 3,000 nodes.
const HOUSE_VALUES: [[i16; MAX_VALUED_SEEDS + 1]; MAX_HOUSES] = [
    [0, 44, -239, -169, -178, -212, -130, 23, 157, 219, 341, 455, 670],
    [0, 123, 202, -127, -174, -212, -136, -69, 26, 159, 215, 342, 559],
    [0, 168, 252, 349, -43, -2, -27, -100, -62, 95, 267, 466, 704],
    [0, 193, 289, 364, 415, -4, 7, -40, -52, -27, 159, 401, 673],
    [0, 190, 296, 367, 463, 424, 38, 46, -6, -1, 109, 277, 523],
    [0, 131, 211, 298, 386, 500, 460, 107, 56, 22, 46, 80, 124],
];
/// Index of the last column of [`HOUSE_VALUES`].
const MAX_VALUED_SEEDS: usize = 12;

/// Ordering score of a move that ends in the mover's store. The number of the move's house is added to it.
const ENDS_IN_STORE: i32 = 5_000;

/// The evaluation: the lead in stores plus the lead in the values of houses, limited to the margins that are still
/// possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead;

impl Eval<Kalah> for Lead {
    fn evaluate(&mut self, game: &Kalah, board: &Board) -> Score {
        let side_value = |side: Side| {
            let mut value = SEED * board.seeds_in_store(side);
            let nearest_first = board.pits[side.index()][..game.houses].iter().rev();
            for (seeds, values) in nearest_first.zip(&HOUSE_VALUES) {
                value += i32::from(values[usize::from(*seeds).min(MAX_VALUED_SEEDS)]);
            }
            value
        };
        let margin = side_value(board.side) - side_value(!board.side);
        let open = SEED * board.seeds_in_all_houses();
        let lead = SEED * (board.seeds_in_store(board.side) - board.seeds_in_store(!board.side));
        Score(margin.clamp(lead - open, lead + open))
    }

    /// Prefers moves that end in the mover's store; of these, it prefers those from the rightmost houses.
    fn order(&self, game: &Kalah, board: &Board, house: u8) -> i32 {
        if game.last_pit(board, house) == game.houses { ENDS_IN_STORE + i32::from(house) } else { 0 }
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            quiescence: true,
            order_by_child_eval: 10,
            // History is off: a sowing changes many houses, so a good move in one position is often bad in
            // the next.
            history_weight: 0,
            aspiration: 2 * SEED,
            win_scale: 6 * SEED,
            scale: SEED,
            ..SearchParams::FULL_WIDTH
        }
    }
}

impl Learnable<Kalah> for Lead {}
