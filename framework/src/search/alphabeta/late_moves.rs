//! The amounts of late move reductions and late move pruning. Both apply to quiet moves only, and depend on the depth,
//! the number of earlier moves and the kind of node.

use std::sync::LazyLock;

use crate::search::params::SearchParams;

/// Minimum depth at which moves are reduced.
const REDUCTION_DEPTH: i32 = 3;
/// Minimum number of moves tried before a move is reduced.
const REDUCTION_NUMBER: usize = 3;
/// At greater depths, moves are reduced as at depth `DEPTHS - 1`.
const DEPTHS: usize = 64;
/// Later moves are reduced like move number `MOVES - 1`.
const MOVES: usize = 512;

/// Natural logarithms of depths and move numbers, with 0 for the number 0.
static LOGARITHMS: LazyLock<[f64; MOVES]> =
    LazyLock::new(|| std::array::from_fn(|number| (number.max(1) as f64).ln()));

/// Facts about a node that decide how many of its late quiet moves are reduced or pruned.
#[derive(Clone, Copy, Debug)]
pub(super) struct LateMoves {
    /// Whether the node's window is open: wider than a null window.
    pub(super) is_open: bool,
    /// Whether the static evaluation of the side to move is better than at its last turn; `true` if unknown.
    pub(super) improving: bool,
    pub(super) has_tt_move: bool,
}

impl LateMoves {
    /// Returns the reduction in plies of a quiet move that follows `number` other moves; 0 at low depth, for the first
    /// moves, and if reductions are switched off. The reduction grows with the product of the logarithms of depth and
    /// `number`, is smaller in an open window, and leaves at least 2 plies of depth.
    #[inline]
    pub(super) fn reduction(self, params: &SearchParams, depth: i32, number: usize) -> i32 {
        if !params.late_move_reductions || depth < REDUCTION_DEPTH || number < REDUCTION_NUMBER {
            return 0;
        }
        let (base, divisor) = (f64::from(params.reduction_base), f64::from(params.reduction_divisor.max(1)));
        let of_depth = LOGARITHMS[(depth as usize).min(DEPTHS - 1)];
        let of_number = LOGARITHMS[number.min(MOVES - 1)];
        let mut reduction = (base / 100.0 + of_depth * of_number * 100.0 / divisor).max(0.0) as i32;
        reduction -= i32::from(self.is_open);
        if params.reduction_by_node && !self.is_open {
            reduction += i32::from(!self.improving) + i32::from(!self.has_tt_move);
        }
        reduction.clamp(0, depth - 2)
    }

    /// Returns the number of quiet moves to try in a node with the remaining depth `depth`; later quiet moves are
    /// pruned. `None` if no quiet move is pruned.
    #[inline]
    pub(super) fn quiet_limit(self, params: &SearchParams, depth: i32) -> Option<usize> {
        if depth > params.late_move_pruning_plies || (self.is_open && params.late_move_pruning_open == 0) {
            return None;
        }
        if self.is_open {
            return Some((params.late_move_pruning_open * depth * depth) as usize);
        }
        let limit = (params.late_move_pruning_base + depth * depth) as usize;
        Some(if self.improving { limit } else { limit / 2 })
    }
}
