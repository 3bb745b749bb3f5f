//! The static evaluation: what either side could reach if it were to move.

use plywright::{Eval, Policy, Score, Side};

use crate::board::State;
use crate::game::Gyges;
use crate::reach::Explorer;
use crate::setup;
use crate::squares::{BOARD, WIDTH, active_row, bit, far_goal, squares};

/// Things that are counted for each side.
pub const FEATURES: usize = 21;

/// What a unit of each is worth.
const WEIGHTS: [i32; FEATURES] = [1, 3, 10, 10, 10, 10, 0, 0, 0, 150, 300, 10, 10, 5, 0, 0, 0, 0, 0, 0, 0];

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
    side: Side,
    /// Empty squares and pieces that it reaches, and ways to them.
    stops: u64,
    pieces: u64,
    ways: i32,
    starters: u64,
    threats: i32,
}

impl Reach {
    fn of(game: &Gyges, state: &State, side: Side) -> Self {
        let occupied = state.pieces.occupied();
        let mut explorer = Explorer::new(state.pieces, side, game.rules.square_once);
        let starters = active_row(occupied, side) & occupied;
        let mut reach = Self { side, stops: 0, pieces: 0, ways: 0, starters, threats: 0 };
        for start in squares(starters) {
            let all = explorer.reach_at_most(start);
            reach.stops |= all & BOARD & !occupied;
            reach.pieces |= all & occupied;
            reach.ways += (all & BOARD).count_ones() as i32;
            reach.threats += i32::from(all & bit(far_goal(side)) != 0);
        }
        reach
    }

    fn counts(&self, state: &State, other: &Self) -> [i32; FEATURES] {
        let number = |set: u64| set.count_ones() as i32;
        let kind = |rings| state.pieces.with_rings(rings);
        let alone = self.pieces & !other.pieces;
        let far = match self.side {
            Side::First => BOARD & !((1 << (4 * WIDTH)) - 1),
            Side::Second => (1 << (2 * WIDTH)) - 1,
        };
        let advance = |set: u64| -> i32 {
            let rows = squares(set & BOARD).map(|square| (square / WIDTH) as i32).sum();
            if self.side == Side::First { rows } else { 5 * number(set & BOARD) - rows }
        };
        let row = self.starters.checked_ilog2().map_or(0, |square| square as usize / WIDTH);
        let row = if self.side == Side::First { row } else { WIDTH - 1 - row } as i32;
        [
            self.ways,
            number(self.stops),
            number(self.pieces & kind(1)),
            number(self.pieces & kind(2)),
            number(self.pieces & kind(3)),
            number(self.stops & !other.stops),
            number(self.starters & kind(1)),
            number(self.starters & kind(2)),
            number(self.starters & kind(3)),
            i32::from(self.threats > 0),
            self.threats,
            number(alone & kind(1)),
            number(alone & kind(2)),
            number(alone & kind(3)),
            number(self.stops & far),
            number(self.pieces & far),
            advance(kind(1)),
            advance(kind(2)),
            advance(kind(3)),
            row,
            i32::from(self.stops | self.pieces == 0),
        ]
    }
}

/// The difference of all counts, for the side to move.
pub fn features(game: &Gyges, state: &State) -> [i32; FEATURES] {
    let mine = Reach::of(game, state, state.side);
    let theirs = Reach::of(game, state, !state.side);
    let (a, b) = (mine.counts(state, &theirs), theirs.counts(state, &mine));
    std::array::from_fn(|i| a[i] - b[i])
}
