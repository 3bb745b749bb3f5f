//! The static evaluation: material first, then what leads to material.
//!
//! Units are hundredths of a stone; a reported centi-unit is twenty of them, so that `cp 5` is one stone. Nothing is
//! kept up incrementally: every feature is a few operations on whole sets of points.

use plywright::{Eval, Ranks, Score, SearchParams, Side};

use crate::both_sides::BothSides;
use crate::game::Mill;
use crate::moves::Move;
use crate::order::Judge;
use crate::point::PointSet;
use crate::state::State;

/// A stone, on the board or in hand.
const STONE: i32 = 100;
/// A stone that is about to be taken from the opponent.
const DUE_REMOVAL: i32 = 80;

/// What features are worth.
struct Weights {
    /// A move along a line to an empty point.
    mobility: i32,
    /// A stone that can move.
    free: i32,
    /// A stone in a mill.
    in_mill: i32,
    /// An empty point on which a mill can be closed next.
    threat: i32,
    /// The same, by a stone that leaves a mill for it and may come back.
    running_mill: i32,
    /// A stone on a point where four lines meet.
    crossing: i32,
}

const PLACING: Weights =
    Weights { mobility: 2, free: 6, in_mill: 4, threat: 18, running_mill: 0, crossing: 5 };
const MOVING: Weights =
    Weights { mobility: 4, free: 6, in_mill: 5, threat: 22, running_mill: 45, crossing: 2 };
/// With three stones that go anywhere, only threats count.
const FLYING: Weights =
    Weights { mobility: 0, free: 0, in_mill: 2, threat: 35, running_mill: 0, crossing: 0 };

/// The evaluation of Mill positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MillEval;

impl Eval<Mill> for MillEval {
    #[inline]
    fn evaluate(&mut self, game: &Mill, state: &State) -> Score {
        let empty = game.empty(state);
        let features = Features::of(game, state, empty);
        let worth = |side| material(state, side) + features.worth(game, state, side);
        Score(worth(state.side) - worth(!state.side)).clamp_to_estimate()
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            quiescence: true,
            late_move_reductions: true,
            null_move: true,
            futility_plies: 2,
            futility_margin: 120,
            extend_forced: true,
            aspiration: 25,
            win_scale: 150,
            scale: 20,
            ..SearchParams::FULL_WIDTH
        }
    }

    #[inline]
    fn order(&self, game: &Mill, state: &State, mv: Move) -> i32 {
        Judge::new(game, state).rank(mv)
    }

    #[inline]
    fn order_all(&self, game: &Mill, state: &State, moves: &[Move], ranks: &mut Ranks) {
        let judge = Judge::new(game, state);
        ranks.extend(moves.iter().map(|mv| judge.rank(*mv)));
    }
}

/// What a side's stones and pending removals are worth.
#[inline]
fn material(state: &State, side: Side) -> i32 {
    STONE * i32::from(state.total(side)) + DUE_REMOVAL * i32::from(state.removals(side))
}

/// May a stone of `side` come to any empty point?
#[inline]
fn goes_anywhere(game: &Mill, state: &State, side: Side) -> bool {
    state.hand(side) > 0 || game.flies_as(state, side)
}

/// Counts of what each side has on the board.
struct Features {
    mobility: [u32; 2],
    free: [u32; 2],
    in_mills: [u32; 2],
    threats: [u32; 2],
    running_mills: [u32; 2],
    crossings: [u32; 2],
}

impl Features {
    #[inline]
    fn of(game: &Mill, state: &State, empty: PointSet) -> Self {
        let survey = game.board.features(state.stones, empty);
        let [first_anywhere, second_anywhere] = Side::BOTH
            .map(|side| if goes_anywhere(game, state, side) { PointSet::ALL } else { PointSet::EMPTY });
        let anywhere = BothSides::new(first_anywhere, second_anywhere);
        let crossings =
            BothSides::new(state.stones[0], state.stones[1]) & BothSides::twice(game.board.crossings());
        Self {
            mobility: survey.slides,
            free: survey.mobile_stones.counts(),
            in_mills: survey.in_mills.counts(),
            threats: (survey.sliding_threats | survey.mill_completions & anywhere).counts(),
            running_mills: survey.double_mills.counts(),
            crossings: crossings.counts(),
        }
    }

    #[inline]
    fn worth(&self, game: &Mill, state: &State, side: Side) -> i32 {
        let weights = if state.hand(side) > 0 {
            &PLACING
        } else if game.flies_as(state, side) {
            &FLYING
        } else {
            &MOVING
        };
        let of = |counts: [u32; 2]| counts[side.index()] as i32;
        let freedom = weights.mobility * of(self.mobility) + weights.free * of(self.free);
        let structure = weights.in_mill * of(self.in_mills)
            + weights.threat * of(self.threats)
            + weights.running_mill * of(self.running_mills)
            + weights.crossing * of(self.crossings);
        if game.considers_mobility { freedom + structure } else { structure }
    }
}
