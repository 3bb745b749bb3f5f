//! What the search leaves out or looks at more closely, where the game's policy allows it.

use std::ops::ControlFlow;

use super::node::{NodeInfo, Window};
use super::{MAX_PLY, Worker};
use crate::eval::Eval;
use crate::game::State;
use crate::score::Score;
use crate::search::SearchGame;

/// Depth from which null-move pruning is tried, and the plies it saves beside the pass itself.
const NULL_MOVE_DEPTH: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 2;
/// Depth and number of the move from which late moves are reduced.
const REDUCTION_DEPTH: i32 = 3;
const REDUCTION_NUMBER: usize = 3;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// What a static estimate is good for at a node with a null window: its value, if that is as good as proven, or else
    /// the most that a quiet move can be hoped to reach where that is not enough.
    #[inline]
    pub(super) fn static_pruning(
        &mut self,
        state: &G::State,
        window: Window,
        depth: i32,
        node: NodeInfo,
    ) -> ControlFlow<Score, Option<Score>> {
        if window.is_open() || node.same_turn || !self.wants_estimate(state, depth, node) {
            return ControlFlow::Continue(None);
        }
        if let Some(score) = self.ended(state, node.turn) {
            return ControlFlow::Break(score);
        }
        let estimate = self.eval.evaluate(self.game, state);
        match self.prune_position(state, estimate, window.beta, depth, node) {
            Some(score) => {
                self.estimated = true;
                ControlFlow::Break(score)
            }
            None => ControlFlow::Continue(self.futility_value(estimate, window.alpha, depth)),
        }
    }

    /// Is a static estimate of use at this depth?
    #[inline]
    fn wants_estimate(&self, state: &G::State, depth: i32, node: NodeInfo) -> bool {
        self.is_near_horizon(depth)
            || self.params.null_move
                && !node.after_pass
                && depth >= NULL_MOVE_DEPTH
                && self.game.can_pass(state)
    }

    /// A bound that is as good as proven without searching a move: the estimate is far above beta near the horizon, or
    /// the opponent could move twice and still not get the position below beta.
    fn prune_position(
        &mut self,
        state: &G::State,
        estimate: Score,
        beta: Score,
        depth: i32,
        node: NodeInfo,
    ) -> Option<Score> {
        if beta.is_mate() {
            return None;
        }
        if self.is_near_horizon(depth) && estimate - self.margin(depth) >= beta {
            return Some(estimate);
        }
        if !self.params.null_move || node.after_pass || depth < NULL_MOVE_DEPTH || estimate < beta {
            return None;
        }
        let passed = self.game.pass(state)?;
        let next = NodeInfo {
            turn: node.turn + 1,
            ply: node.ply + 1,
            previous: None,
            same_turn: false,
            after_pass: true,
            no_win: false,
        };
        self.count_node();
        // A pass is no move of the game, so nothing before it can be repeated after it.
        self.line.push(passed.key(), true);
        let reduced = depth - 1 - NULL_MOVE_REDUCTION - depth / 4;
        let value = -self.node(&passed, Window::above(beta - 1).flipped(), reduced, next);
        self.line.pop();
        match value {
            _ if self.stopped || value < beta => None,
            // A mate found after passing is none.
            value if value.is_mate() => Some(beta),
            value => Some(value),
        }
    }

    /// Near the horizon of a position whose estimate is far below alpha: the most that a quiet move can be hoped to
    /// reach, which is not enough.
    #[inline]
    fn futility_value(&self, estimate: Score, alpha: Score, depth: i32) -> Option<Score> {
        let futility = estimate + self.margin(depth);
        (self.is_near_horizon(depth) && futility <= alpha && !alpha.is_mate()).then_some(futility)
    }

    /// Plies by which a quiet move is reduced that comes after `number` others.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: usize, open: bool) -> i32 {
        if !self.params.late_move_reductions || depth < REDUCTION_DEPTH || number < REDUCTION_NUMBER {
            return 0;
        }
        let reduction = i32::from(self.reductions[depth.min(63) as usize][number.min(63)]);
        (reduction - i32::from(open)).clamp(0, depth - 2)
    }

    /// Is there only one move, and the line not yet too long for another extension?
    #[inline]
    pub(super) fn is_forced(&self, state: &G::State, ply: usize) -> bool {
        ply < (2 * self.root_depth as usize).min(MAX_PLY) && self.game.count(state) == 1
    }

    #[inline]
    fn is_near_horizon(&self, depth: i32) -> bool {
        depth <= i32::from(self.params.futility_plies)
    }

    #[inline]
    fn margin(&self, depth: i32) -> i32 {
        self.params.futility_margin * depth
    }
}

/// Plies by which late quiet moves are reduced, by depth and number of the move: the logarithms' product, as is usual.
pub(super) fn reduction_table() -> Vec<[u8; 64]> {
    let reduction = |depth: usize, number: usize| match (depth, number) {
        (0 | 1, _) | (_, 0 | 1) => 0,
        _ => (0.4 + (depth as f64).ln() * (number as f64).ln() / 2.2) as u8,
    };
    (0..64).map(|depth| std::array::from_fn(|number| reduction(depth, number))).collect()
}
