//! Selective search: pruning, reductions and extensions, as far as the parameters allow.

use super::node_info::NodeInfo;
use super::reductions::late_move_reduction;
use super::worker::{MAX_PLY, Worker};
use crate::rules::{Score, State};
use crate::search::eval::Eval;
use crate::search::line::{Child, Turn, Window};
use crate::search::root::SearchGame;

/// Minimum depth of null-move pruning, and its depth reduction beside the pass itself.
const NULL_MOVE_DEPTH: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 2;
/// Minimum depth of `ProbCut`, and its depth reduction.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
/// Minimum depth and move number of late move reductions.
const REDUCTION_DEPTH: i32 = 3;
const REDUCTION_NUMBER: usize = 3;

/// Result of static pruning.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    /// The node is cut with this value.
    Cut(Score),
    /// The node must be searched.
    Search {
        /// The static evaluation, if it was computed.
        estimate: Option<Score>,
        /// Futility value: an upper limit of quiet moves, if it is not above alpha.
        futility: Option<Score>,
        /// Whether the static evaluation of the side to move is better than at its last turn; `true` if
        /// unknown.
        improving: bool,
    },
}

/// State of a node for the treatment of late quiet moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lateness {
    /// Whether the window is open.
    pub(super) open: bool,
    /// Whether the static evaluation of the side to move is better than at its last turn.
    pub(super) improving: bool,
    /// Whether the table has a best move.
    pub(super) has_tt_move: bool,
}

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Static pruning at a null-window node: returns a cut, or the futility value that quiet moves cannot
    /// exceed.
    #[inline]
    pub(super) fn static_pruning(
        &mut self,
        state: &G::State,
        window: Window,
        depth: i32,
        node: NodeInfo,
    ) -> Verdict {
        let unknown = Verdict::Search { estimate: None, futility: None, improving: true };
        if window.is_open() || node.same_turn {
            return unknown;
        }
        let passed = self.position_after_pass(state, depth, node);
        let tries_probcut = self.params.probcut_margin > 0 && depth >= PROBCUT_DEPTH && !node.after_pass;
        if !self.is_near_horizon(depth) && passed.is_none() && !tries_probcut {
            return unknown;
        }
        if let Some(score) = self.ended(state, node.turn) {
            return Verdict::Cut(score);
        }
        let estimate = self.evaluate(state);
        let improving = node.evaluations[state.side().index()].is_none_or(|before| estimate > before);
        let margin = self.margin((depth - i32::from(improving && depth > 1)).max(1));
        let cut = if window.beta.is_mate() {
            None
        } else if self.is_near_horizon(depth) && estimate - margin >= window.beta {
            Some(estimate)
        } else {
            let by_pass = passed
                .filter(|_| estimate >= window.beta)
                .and_then(|passed| self.pass_cut(state, passed, estimate, window, depth, node));
            by_pass.or_else(|| if tries_probcut { self.probcut(state, window, depth, node) } else { None })
        };
        if let Some(score) = cut {
            self.estimated = true;
            return Verdict::Cut(score);
        }
        let futility = self.futility_value(estimate, window.alpha, depth);
        Verdict::Search { estimate: Some(estimate), futility, improving }
    }

    /// Returns the position after a null move, if null-move pruning is tried.
    #[inline]
    fn position_after_pass(&self, state: &G::State, depth: i32, node: NodeInfo) -> Option<G::State> {
        let is_tried = self.params.null_move && !node.after_pass && depth >= NULL_MOVE_DEPTH;
        if is_tried { self.game.pass(state) } else { None }
    }

    /// `ProbCut`: cuts if a much shallower search is far above beta, so that a deeper one would hardly fall
    /// below beta.
    fn probcut(&mut self, state: &G::State, window: Window, depth: i32, node: NodeInfo) -> Option<Score> {
        let margin = self.params.probcut_margin;
        let beta = window.beta + margin;
        let value = self.node(state, Window::above(beta - 1), depth - PROBCUT_REDUCTION, node);
        (!self.stopped && value >= beta && !value.is_mate()).then_some(value - margin)
    }

    /// Null-move pruning: cuts if the value stays above beta even when the opponent moves twice.
    fn pass_cut(
        &mut self,
        state: &G::State,
        passed: G::State,
        estimate: Score,
        window: Window,
        depth: i32,
        node: NodeInfo,
    ) -> Option<Score> {
        let beta = window.beta;
        let mut evaluations = node.evaluations;
        evaluations[state.side().index()] = Some(estimate);
        let next = NodeInfo {
            turn: node.turn + 1,
            ply: node.ply + 1,
            previous: None,
            same_turn: false,
            after_pass: true,
            no_win: false,
            evaluations,
        };
        self.count_node();
        self.line.pass(&passed);
        let reduced = depth - 1 - NULL_MOVE_REDUCTION - depth / 4;
        let passed = Child { state: passed, turn: Turn::Passed };
        let value =
            passed.value(Window::above(beta - 1), |state, window| self.node(state, window, reduced, next));
        self.line.undo();
        if self.stopped || value < beta {
            return None;
        }
        let verification = self.params.null_move_verification;
        if verification > 0 && depth >= verification {
            let unpassed = NodeInfo { after_pass: true, ..node };
            if self.node(state, Window::above(beta - 1), reduced, unpassed) < beta || self.stopped {
                return None;
            }
        }
        // A mate found after a null move is not proven.
        Some(if value.is_mate() { beta } else { value })
    }

    /// Returns the futility value near the horizon: what a quiet move can hope to reach, if the static
    /// evaluation is so far below alpha that this is not enough.
    #[inline]
    fn futility_value(&self, estimate: Score, alpha: Score, depth: i32) -> Option<Score> {
        let futility = estimate + self.margin(depth);
        (self.is_near_horizon(depth) && futility <= alpha && !alpha.is_mate()).then_some(futility)
    }

    /// Returns the reduction in plies of a quiet move after `number` others.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: usize, late: Lateness) -> i32 {
        let params = &self.params;
        if !params.late_move_reductions || depth < REDUCTION_DEPTH || number < REDUCTION_NUMBER {
            return 0;
        }
        let mut reduction = late_move_reduction(params, depth, number);
        reduction -= i32::from(late.open);
        if params.reduction_by_node && !late.open {
            reduction += i32::from(!late.improving) + i32::from(!late.has_tt_move);
        }
        reduction.clamp(0, depth - 2)
    }

    /// Returns the number of quiet moves after which the rest is pruned, if there is one.
    #[inline]
    pub(super) fn quiet_moves_tried(&self, depth: i32, late: Lateness) -> Option<usize> {
        let params = &self.params;
        if depth > params.late_move_pruning_plies || late.open && params.late_move_pruning_open == 0 {
            return None;
        }
        Some(if late.open {
            params.late_move_pruning_open * depth * depth
        } else {
            (params.late_move_pruning_base + depth * depth) >> i32::from(!late.improving)
        } as usize)
    }

    /// Whether a line of this length may still be extended.
    #[inline]
    pub(super) fn may_extend(&self, ply: usize) -> bool {
        ply < (2 * self.root_depth as usize).min(MAX_PLY)
    }

    #[inline]
    fn is_near_horizon(&self, depth: i32) -> bool {
        depth <= self.params.futility_plies
    }

    #[inline]
    fn margin(&self, depth: i32) -> i32 {
        self.params.futility_margin * depth
    }
}
