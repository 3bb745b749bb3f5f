//! What the search leaves out or looks at more closely, where the parameters allow it.

use super::node_info::NodeInfo;
use super::reductions::late_move_reduction;
use super::worker::{MAX_PLY, Worker};
use crate::rules::{Score, State};
use crate::search::eval::Eval;
use crate::search::line::Window;
use crate::search::root::SearchGame;

/// Depth from which null-move pruning is tried, and the plies it saves beside the pass itself.
const NULL_MOVE_DEPTH: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 2;
/// Depth from which a probable cut (`ProbCut`) is tried, and the plies that it saves.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
/// Depth and number of the move from which late moves are reduced.
const REDUCTION_DEPTH: i32 = 3;
const REDUCTION_NUMBER: usize = 3;

/// What the static estimate of a node is good for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    /// The node's value is as good as proven.
    Cut(Score),
    /// The node must be searched.
    Search {
        /// The estimate by the evaluation alone, if one was made.
        estimate: Option<Score>,
        /// The value that quiet moves cannot exceed, if it is not enough.
        futility: Option<Score>,
        /// Whether the side to move stands better than at its last turn; `true` where that is not known.
        improving: bool,
    },
}

/// How late quiet moves of a node are treated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lateness {
    /// The window is open.
    pub(super) open: bool,
    /// The side to move stands better than at its last turn.
    pub(super) improving: bool,
    /// The table knows a best move.
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
                .and_then(|passed| self.pass_cut(state, &passed, estimate, window, depth, node));
            by_pass.or_else(|| if tries_probcut { self.probcut(state, window, depth, node) } else { None })
        };
        if let Some(score) = cut {
            self.estimated = true;
            return Verdict::Cut(score);
        }
        let futility = self.futility_value(estimate, window.alpha, depth);
        Verdict::Search { estimate: Some(estimate), futility, improving }
    }

    /// The position after a pass, if null-move pruning is tried.
    #[inline]
    fn position_after_pass(&self, state: &G::State, depth: i32, node: NodeInfo) -> Option<G::State> {
        let is_tried = self.params.null_move && !node.after_pass && depth >= NULL_MOVE_DEPTH;
        if is_tried { self.game.pass(state) } else { None }
    }

    /// A probable cut (`ProbCut`): a search that is much less deep finds the position so far above beta that
    /// a deeper one would hardly find it below.
    fn probcut(&mut self, state: &G::State, window: Window, depth: i32, node: NodeInfo) -> Option<Score> {
        let margin = self.params.probcut_margin;
        let beta = window.beta + margin;
        let value = self.node(state, Window::above(beta - 1), depth - PROBCUT_REDUCTION, node);
        (!self.stopped && value >= beta && !value.is_mate()).then_some(value - margin)
    }

    /// Null-move pruning: the opponent could move twice and still not get the position below beta.
    fn pass_cut(
        &mut self,
        state: &G::State,
        passed: &G::State,
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
        // A pass is no move of the game, so nothing before it can be repeated after it.
        self.line.push(passed.key(), true);
        let reduced = depth - 1 - NULL_MOVE_REDUCTION - depth / 4;
        let value = -self.node(passed, Window::above(beta - 1).flipped(), reduced, next);
        self.line.pop();
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
        // A mate found after passing is none.
        Some(if value.is_mate() { beta } else { value })
    }

    /// Near the horizon of a position whose estimate is far below alpha: the most that a quiet move can be
    /// hoped to reach, which is not enough.
    #[inline]
    fn futility_value(&self, estimate: Score, alpha: Score, depth: i32) -> Option<Score> {
        let futility = estimate + self.margin(depth);
        (self.is_near_horizon(depth) && futility <= alpha && !alpha.is_mate()).then_some(futility)
    }

    /// Plies by which a quiet move is reduced that comes after `number` others.
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

    /// After how many quiet moves the rest is left out, if it is.
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

    /// Whether a line of so many moves may still be extended.
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
