//! Results of simulations: winning chances, 0 to 1, and proven values. A function that changes the point of view says
//! from whose to whose.

use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;

use crate::rules::{Score, Side};
use crate::search::line::Turn;

/// Converts a winning chance between the first side's perspective and that of `side`, in either direction.
#[inline]
pub(super) fn for_side(probability: f32, side: Side) -> f32 {
    if side == Side::First { probability } else { 1.0 - probability }
}

/// Converts the mover's winning chance to that of the side to move after the move.
#[inline]
pub(super) fn after_turn(probability: f32, turn: Turn) -> f32 {
    if turn.passed() { 1.0 - probability } else { probability }
}

/// Converts a static evaluation to a winning chance by a logistic curve: 1/2 at 0, 3/4 at `win_scale`.
pub(super) fn winning_chance(evaluation: f32, win_scale: f32) -> f32 {
    1.0 / (1.0 + (-evaluation / win_scale * 3_f32.ln()).exp())
}

/// Converts a winning chance to a static evaluation; the inverse of [`winning_chance`].
pub(super) fn evaluation_of(probability: f32, win_scale: f32) -> f32 {
    (probability / (1.0 - probability)).ln() / 3_f32.ln() * win_scale
}

/// Converts a proven value of the position after a move to the value of the move for the side that plays it.
/// The distance of a win or loss grows by the plies of the move: 1, or 0 in the middle of a turn.
#[inline]
pub(super) fn value_of_move(turn: Turn, score: Score) -> Score {
    turn.for_mover(score.from_node_to_root(turn.plies()))
}

/// Whether a value proven for a position is reached before the game is drawn by `move_limit`, 0 for no limit.
/// `clock` is the number of consecutive reversible moves before the position. All moves to the end count as reversible.
pub(super) fn is_in_time(proven: Score, clock: u32, move_limit: u32) -> bool {
    move_limit == 0 || clock + proven.plies_to_end().unwrap_or(0) <= move_limit
}

/// Proven value of a position for its side to move; empty until a value is proven. Threads can set it at any time.
#[derive(Debug)]
pub(super) struct Proof(AtomicI32);

impl Proof {
    /// Stored while no value is proven.
    const NONE: i32 = i32::MIN;

    #[inline]
    pub(super) fn new(score: Option<Score>) -> Self {
        Self(AtomicI32::new(score.map_or(Self::NONE, |score| score.0)))
    }

    #[inline]
    pub(super) fn get(&self) -> Option<Score> {
        Some(self.0.load(Relaxed)).filter(|score| *score != Self::NONE).map(Score)
    }

    #[inline]
    pub(super) fn set(&self, score: Score) {
        self.0.store(score.0, Relaxed);
    }
}
