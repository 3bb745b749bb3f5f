//! Arguments of a node: its place in the tree, and how a move is tried.

use crate::rules::Score;

/// Place of a node in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    /// Number of plies from the root: changes of the side to move.
    pub(super) turn: u32,
    /// Number of moves from the root.
    pub(super) ply: usize,
    /// The last move; `None` after a null move.
    pub(super) previous: Option<u32>,
    /// Whether the side to move is in the middle of its turn.
    pub(super) same_turn: bool,
    /// Whether the last move was a null move.
    pub(super) after_pass: bool,
    /// Whether the side to move is known to have no move that wins at once.
    pub(super) no_win: bool,
    /// For each side, its static evaluation at the beginning of its last turn from its own point of view, if
    /// it was computed.
    pub(super) evaluations: [Option<Score>; 2],
}

/// How a move is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReducedMove {
    /// Reduction of the first search in plies.
    pub(super) reduction: i32,
    /// Whether this is the first move tried in the node.
    pub(super) first: bool,
    /// Whether the opponent is known to have no reply that wins at once.
    pub(super) no_reply_wins: bool,
}

impl ReducedMove {
    /// A search at full depth without knowledge about the move.
    pub(super) fn full(first: bool) -> Self {
        Self { reduction: 0, first, no_reply_wins: false }
    }
}
