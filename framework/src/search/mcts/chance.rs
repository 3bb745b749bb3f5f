//! Win probabilities: changes of perspective, and conversion from and to static evaluations.

use crate::rules::Side;
use crate::search::line::Turn;

/// Converts a probability between the perspectives of the first side and of `side`; the conversion is its own
/// inverse.
#[inline]
pub(super) fn for_side(chance: f32, side: Side) -> f32 {
    if side == Side::First { chance } else { 1.0 - chance }
}

/// Converts a win probability of the mover to one of the side to move after its move.
#[inline]
pub(super) fn after_turn(chance: f32, turn: Turn) -> f32 {
    if turn.passed() { 1.0 - chance } else { chance }
}

/// Returns the win probability for a static evaluation, by the logistic curve with 3/4 at `win_scale`.
pub(super) fn chance_of(estimate: f32, win_scale: f32) -> f32 {
    1.0 / (1.0 + (-estimate / win_scale * 3_f32.ln()).exp())
}

/// Returns the static evaluation for a win probability, the inverse of [`chance_of`].
pub(super) fn estimate_of(chance: f32, win_scale: f32) -> f32 {
    (chance / (1.0 - chance)).ln() / 3_f32.ln() * win_scale
}
