//! The table of late move reductions.

use crate::params::SearchParams;

/// Moves of a node that are told apart by how much they are reduced; later ones are as the last of them.
pub(super) const REDUCED_MOVES: usize = 512;

/// Plies by which late quiet moves are reduced, by depth and number of the move: the logarithms' product, as
/// is usual.
pub(super) fn reduction_table(params: &SearchParams) -> Vec<[u8; REDUCED_MOVES]> {
    let (base, divisor) = (f64::from(params.reduction_base), f64::from(params.reduction_divisor.max(1)));
    let reduction = |depth: usize, number: usize| match (depth, number) {
        (0 | 1, _) | (_, 0 | 1) => 0,
        _ => (base / 100.0 + (depth as f64).ln() * (number as f64).ln() * 100.0 / divisor).max(0.0) as u8,
    };
    (0..64).map(|depth| std::array::from_fn(|number| reduction(depth, number))).collect()
}
