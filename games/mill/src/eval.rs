//! The static evaluation: material first, then what leads to material.
//!
//! Units are hundredths of a stone; a reported centi-unit is twenty of them, so that `cp 5` is one stone. Nothing is
//! kept up incrementally: every feature is a few operations on whole sets of points.

use plywright::{Eval, Policy, Score, Side};

use crate::board::Board;
use crate::game::Mill;
use crate::moves::Move;
use crate::order;
use crate::points::Points;
use crate::state::{Phase, State};

/// A stone, on the board or in hand.
const STONE: i32 = 100;
/// A stone that is about to be taken from the opponent.
const DUE_REMOVAL: i32 = 80;

/// What features are worth.
struct Weights {
    /// A move along a line to an empty point.
    mobility: i32,
    /// A stone that cannot move.
    blocked: i32,
    /// A closed mill.
    mill: i32,
    /// A point on which a mill can be closed next.
    threat: i32,
    /// The same, by a stone that leaves a mill for it and may come back.
    running_mill: i32,
    /// A stone on a point where four lines meet.
    crossing: i32,
}

const PLACING: Weights =
    Weights { mobility: 2, blocked: 6, mill: 10, threat: 18, running_mill: 0, crossing: 5 };
const MOVING: Weights =
    Weights { mobility: 4, blocked: 6, mill: 14, threat: 22, running_mill: 45, crossing: 2 };
/// With three stones that go anywhere, only threats count.
const FLYING: Weights =
    Weights { mobility: 0, blocked: 0, mill: 5, threat: 35, running_mill: 0, crossing: 0 };

/// The evaluation of Mill positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MillEval;

impl Eval<Mill> for MillEval {
    const POLICY: Policy = Policy {
        quiescence: true,
        late_move_reductions: true,
        null_move: true,
        futility_plies: 2,
        futility_margin: 120,
        extend_forced: true,
        aspiration: 25,
        scale: 20,
    };

    #[inline]
    fn evaluate(&mut self, game: &Mill, state: &State) -> Score {
        let empty = game.empty(state);
        let difference = worth(game, state, empty, state.side) - worth(game, state, empty, !state.side);
        Score(difference).clamp_to_estimate()
    }

    #[inline]
    fn order(&self, game: &Mill, state: &State, mv: Move) -> i32 {
        order::rank(game, state, mv)
    }
}

/// What a side has.
#[inline]
fn worth(game: &Mill, state: &State, empty: Points, side: Side) -> i32 {
    let weights = if state.phase == Phase::Placing {
        &PLACING
    } else if game.flies_as(state, side) {
        &FLYING
    } else {
        &MOVING
    };
    let material = STONE * i32::from(state.total(side)) + DUE_REMOVAL * i32::from(state.removals(side));
    let features = Features::of(game.board, state.stones(side), empty, weights);
    material + features.worth(weights, game.considers_mobility)
}

/// Counts of what a side has on the board.
struct Features {
    mobility: u32,
    blocked: u32,
    mills: u32,
    threats: u32,
    running_mills: u32,
    crossings: u32,
}

impl Features {
    #[inline]
    fn of(board: &Board, stones: Points, empty: Points, weights: &Weights) -> Self {
        let closing = board.closing(stones);
        let in_mills = stones & closing;
        let slides = weights.running_mill != 0;
        let (threats, running) = if slides {
            let running =
                if in_mills.is_empty() { Points::NONE } else { board.strikes(stones, in_mills) & empty };
            (board.strikes(stones, stones) & empty, running)
        } else {
            (closing & empty, Points::NONE)
        };
        Self {
            mobility: board.count_slides(stones, empty),
            blocked: stones.without(board.beside(empty)).count(),
            mills: if in_mills.is_empty() { 0 } else { board.count_mills(stones) },
            threats: threats.count(),
            running_mills: running.count(),
            crossings: (stones & board.crossings()).count(),
        }
    }

    #[inline]
    fn worth(&self, weights: &Weights, considers_mobility: bool) -> i32 {
        let freedom = weights.mobility * self.mobility as i32 - weights.blocked * self.blocked as i32;
        let structure = weights.mill * self.mills as i32
            + weights.threat * self.threats as i32
            + weights.running_mill * self.running_mills as i32
            + weights.crossing * self.crossings as i32;
        if considers_mobility { freedom + structure } else { structure }
    }
}
