//! Chances: as either side sees them, and as estimates.

use crate::rules::Side;
use crate::search::line::Turn;

/// The first side's chance as the chance of `side`, and back.
#[inline]
pub(super) fn for_side(chance: f32, side: Side) -> f32 {
    if side == Side::First { chance } else { 1.0 - chance }
}

/// The mover's chance as the chance of the side to move after its move.
#[inline]
pub(super) fn after_turn(chance: f32, turn: Turn) -> f32 {
    if turn.passed() { 1.0 - chance } else { chance }
}

/// The chance of winning at an estimate, by the logistic curve that gives 3/4 at `win_scale`.
pub(super) fn chance_of(estimate: f32, win_scale: f32) -> f32 {
    1.0 / (1.0 + (-estimate / win_scale * 3_f32.ln()).exp())
}

/// The inverse of [`chance_of`].
pub(super) fn estimate_of(chance: f32, win_scale: f32) -> f32 {
    (chance / (1.0 - chance)).ln() / 3_f32.ln() * win_scale
}
