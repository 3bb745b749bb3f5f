//! The hand-written static evaluation, move ordering and network features. Material, the number of stones, counts most;
//! the other terms predict changes of material.
//!
//! The unit is a hundredth of a stone. Protocols report twenty units as `cp 1`, so `cp 5` is one stone.

mod features;
mod move_ordering;

use plywright::{Eval, MoveScores, Score, SearchParams, Side};

use crate::board::{BothSides, PointSet};
use crate::game::Mill;
use crate::position::{Move, State};
pub use features::PointsAndLines;
use move_ordering::MoveScorer;

/// Value of a stone, on the board or in hand.
const STONE: i32 = 100;
/// Value of a pending removal of an opposing stone. A pending removal of one of the side's own stones costs as much.
const DUE_REMOVAL: i32 = 80;

struct Weights {
    /// Value of each pair of a stone and an empty neighbouring point.
    slide: i32,
    /// Value of each stone with an empty neighbouring point.
    mobile_stone: i32,
    /// Value of each stone in a mill.
    in_mill: i32,
    /// Value of each empty point on which the side can close a mill with its next move.
    threat: i32,
    /// Value of each empty point to which a stone can slide out of one mill to close another.
    double_mill: i32,
    /// Value of each stone on a point with the greatest [`degree`](crate::board::Board::degree).
    crossing: i32,
}

const PLACING: Weights =
    Weights { slide: 2, mobile_stone: 6, in_mill: 4, threat: 18, double_mill: 0, crossing: 5 };
const MOVING: Weights =
    Weights { slide: 4, mobile_stone: 6, in_mill: 5, threat: 22, double_mill: 45, crossing: 2 };
/// Flying stones reach every empty point, so threats matter most.
const FLYING: Weights =
    Weights { slide: 0, mobile_stone: 0, in_mill: 2, threat: 35, double_mill: 0, crossing: 0 };

/// The hand-written evaluation of Mill positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MillEval {
    /// Whether the evaluation counts mobility: the possible slides, and the stones that can slide.
    pub considers_mobility: bool,
}

impl Default for MillEval {
    fn default() -> Self {
        Self { considers_mobility: true }
    }
}

impl Eval<Mill> for MillEval {
    #[inline]
    fn evaluate(&mut self, game: &Mill, state: &State) -> Score {
        let features = game.board().features(state.stones, game.standard().empty(state));
        // A side that places or flies can close a mill on every empty point that completes one.
        let [first, second] = Side::BOTH.map(|side| {
            let comes_from_anywhere = state.hand(side) > 0 || game.standard().flies(state, side);
            if comes_from_anywhere { PointSet::ALL } else { PointSet::EMPTY }
        });
        let from_anywhere = features.mill_completions & BothSides::new(first, second);
        let stones = BothSides::new(state.stones[0], state.stones[1]);
        let slides = features.slides;
        let mobile_stones = features.mobile_stones.counts();
        let in_mills = features.in_mills.counts();
        let threats = (features.sliding_threats | from_anywhere).counts();
        let double_mills = features.double_mills.counts();
        let crossings = (stones & BothSides::twice(game.board().crossings())).counts();
        let value = |side: Side| {
            let weights = weights_of(game, state, side);
            let count = |counts: [u32; 2]| counts[side.index()] as i32;
            let mobility = if self.considers_mobility {
                weights.slide * count(slides) + weights.mobile_stone * count(mobile_stones)
            } else {
                0
            };
            let structure = weights.in_mill * count(in_mills)
                + weights.threat * count(threats)
                + weights.double_mill * count(double_mills)
                + weights.crossing * count(crossings);
            material(state, side) + structure + mobility
        };
        Score(value(state.side) - value(!state.side)).clamp_to_evaluation()
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            futility_plies: 2,
            futility_margin: 120,
            win_scale: 150,
            scale: 20,
            ..SearchParams::SELECTIVE
        }
    }

    #[inline]
    fn order(&self, game: &Mill, state: &State, mv: Move) -> i32 {
        MoveScorer::new(game, state).score(mv)
    }

    #[inline]
    fn order_all(&self, game: &Mill, state: &State, moves: &[Move], out: &mut MoveScores) {
        let scorer = MoveScorer::new(game, state);
        out.extend(moves.iter().map(|mv| scorer.score(*mv)));
    }
}

#[inline]
fn material(state: &State, side: Side) -> i32 {
    STONE * i32::from(state.total(side)) + DUE_REMOVAL * i32::from(state.removals(side))
}

#[inline]
fn weights_of(game: &Mill, state: &State, side: Side) -> &'static Weights {
    if state.hand(side) > 0 {
        &PLACING
    } else if game.standard().flies(state, side) {
        &FLYING
    } else {
        &MOVING
    }
}
