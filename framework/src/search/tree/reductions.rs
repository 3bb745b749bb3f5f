//! Late move reductions.

use std::sync::LazyLock;

use crate::search::params::SearchParams;

/// Size of the reduction table; larger depths and move numbers use its last entries.
const DEPTHS: usize = 64;
const MOVES: usize = 512;

static LOGARITHMS: LazyLock<[f64; MOVES]> =
    LazyLock::new(|| std::array::from_fn(|number| (number.max(1) as f64).ln()));

/// Reduction in plies of a quiet move after `number` others, from the product of the logarithms of depth and
/// move number.
#[inline]
pub(super) fn late_move_reduction(params: &SearchParams, depth: i32, number: usize) -> i32 {
    let (base, divisor) = (f64::from(params.reduction_base), f64::from(params.reduction_divisor.max(1)));
    let of_depth = LOGARITHMS[(depth.max(1) as usize).min(DEPTHS - 1)];
    let of_number = LOGARITHMS[number.min(MOVES - 1)];
    (base / 100.0 + of_depth * of_number * 100.0 / divisor).max(0.0) as i32
}
