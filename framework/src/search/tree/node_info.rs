//! Where a node stands in the tree, and how one of its moves is tried.

use crate::rules::Score;

/// Where a node stands in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    /// Plies from the root: changes of the side to move.
    pub(super) turn: u32,
    /// Moves from the root.
    pub(super) ply: usize,
    /// The move that led here; `None` after an imagined pass.
    pub(super) previous: Option<u32>,
    /// The side to move has moved already in this turn.
    pub(super) same_turn: bool,
    /// The last move was an imagined pass.
    pub(super) after_pass: bool,
    /// The side to move is known to have no move that wins at once.
    pub(super) no_win: bool,
    /// The static evaluation at the beginning of each side's last turn, for the side itself, if it was made.
    pub(super) evaluations: [Option<Score>; 2],
}

/// How a move is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReducedMove {
    /// Plies by which the depth is reduced at first.
    pub(super) reduction: i32,
    /// It is the first move tried here.
    pub(super) first: bool,
    /// The opponent is known to have no reply that wins at once.
    pub(super) no_reply_wins: bool,
}

impl ReducedMove {
    /// At full depth, nothing being known about it.
    pub(super) fn full(first: bool) -> Self {
        Self { reduction: 0, first, no_reply_wins: false }
    }
}
