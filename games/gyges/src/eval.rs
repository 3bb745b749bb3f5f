//! The static evaluation: what either side could reach if it were to move.

use plywright::{Eval, Policy, Score, Side};

use crate::board::State;
use crate::game::Gyges;
use crate::reach::Explorer;
use crate::setup;
use crate::squares::{BOARD, active_row, bit, far_goal, squares};

/// Things that are counted for each side.
const FEATURES: usize = 12;

/// What a unit of each is worth.
const WEIGHTS: [i32; FEATURES] = [1, 3, 10, 10, 10, 10, 3, 150, 300, 10, 10, 5];

/// The evaluation.
#[derive(Clone, Copy, Debug)]
pub struct GygesEval {
    weights: [i32; FEATURES],
}

impl Default for GygesEval {
    fn default() -> Self {
        Self { weights: WEIGHTS }
    }
}

impl GygesEval {
    /// With other weights.
    pub fn with(weights: [i32; FEATURES]) -> Self {
        Self { weights }
    }
}

impl Eval<Gyges> for GygesEval {
    const POLICY: Policy = Policy {
        late_move_reductions: true,
        null_move: true,
        futility_plies: 1,
        futility_margin: 150,
        aspiration: 50,
        winning: 400,
        scale: 1,
        ..Policy::FULL_WIDTH
    };

    fn evaluate(&mut self, game: &Gyges, state: &State) -> Score {
        if setup::is_going_on(state) {
            return Score::DRAW;
        }
        let features = features(game, state);
        let worth: i32 = features.iter().zip(self.weights).map(|(count, weight)| count * weight).sum();
        Score(worth).clamp_to_estimate()
    }
}

/// How far a side gets.
struct Reach {
    /// Empty squares, pieces, each way.
    stops: u64,
    pieces: u64,
    ways: i32,
    threats: i32,
    starters: i32,
}

fn reach(game: &Gyges, state: &State, side: Side) -> Reach {
    let occupied = state.pieces.occupied();
    let mut explorer = Explorer::new(state.pieces, side, game.rules.square_once);
    let mut reach = Reach { stops: 0, pieces: 0, ways: 0, threats: 0, starters: 0 };
    for start in squares(active_row(occupied, side) & occupied) {
        let all = explorer.reach_at_most(start);
        reach.stops |= all & BOARD & !occupied;
        reach.pieces |= all & occupied;
        reach.ways += (all & BOARD).count_ones() as i32;
        reach.threats += i32::from(all & bit(far_goal(side)) != 0);
        reach.starters += 1;
    }
    reach
}

/// The difference of all counts, for the side to move.
pub fn features(game: &Gyges, state: &State) -> [i32; FEATURES] {
    let mine = reach(game, state, state.side);
    let theirs = reach(game, state, !state.side);
    let difference = |set: fn(&Reach) -> u64, mask: u64| {
        (set(&mine) & mask).count_ones() as i32 - (set(&theirs) & mask).count_ones() as i32
    };
    let kind = |rings| state.pieces.with_rings(rings);
    let pieces: fn(&Reach) -> u64 = |reach| reach.pieces;
    let stops: fn(&Reach) -> u64 = |reach| reach.stops;
    let alone = |mask: u64| mask & !(mine.pieces & theirs.pieces);
    [
        mine.ways - theirs.ways,
        difference(stops, u64::MAX),
        difference(pieces, kind(1)),
        difference(pieces, kind(2)),
        difference(pieces, kind(3)),
        difference(stops, !(mine.stops & theirs.stops)),
        mine.starters - theirs.starters,
        i32::from(mine.threats > 0) - i32::from(theirs.threats > 0),
        mine.threats - theirs.threats,
        difference(pieces, alone(kind(1))),
        difference(pieces, alone(kind(2))),
        difference(pieces, alone(kind(3))),
    ]
}
