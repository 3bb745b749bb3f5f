//! What the search leaves out or looks at more closely, where the parameters allow it.

use super::node_info::{NodeInfo, Window};
use super::reductions::late_move_reduction;
use super::worker::{MAX_PLY, Worker};
use crate::eval::Eval;
use crate::game::State;
use crate::score::Score;
use crate::search::report::Bound;
use crate::search::root::SearchGame;
use crate::search::table::Entry;

/// Depth from which null-move pruning is tried, and the plies it saves beside the pass itself.
const NULL_MOVE_DEPTH: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 2;
/// Plies by which the table's knowledge may fall short for a singular extension.
const SINGULAR_SHORTFALL: i32 = 3;
/// Depth from which a probable cut (`ProbCut`) is tried, and the plies that it saves.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
/// Depth up to which razoring is tried.
const RAZORING_DEPTH: i32 = 2;
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

/// What the other moves of a node say about the best move that the table knows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singular {
    /// None of them comes near it: it is worth a closer look.
    Extend,
    /// One of them is good enough too: the node's value is as good as proven.
    Cut(Score),
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
        if window.is_open() || node.same_turn || !self.wants_estimate(state, depth, node) {
            return Verdict::Search { estimate: None, futility: None, improving: true };
        }
        if let Some(score) = self.ended(state, node.turn) {
            return Verdict::Cut(score);
        }
        let raw = self.evaluate(state);
        let estimate = self.history.corrected(raw, state.side(), node.trail(), &self.params);
        let improving = node.evaluations[state.side().index()].is_none_or(|before| estimate > before);
        if let Some(score) = self.prune_position(state, estimate, improving, window, depth, node) {
            self.estimated = true;
            return Verdict::Cut(score);
        }
        let futility = self.futility_value(estimate, window.alpha, depth);
        Verdict::Search { estimate: Some(raw), futility, improving }
    }

    /// Whether the best move that the table knows stands alone: a search of half the depth without it
    /// decides.
    pub(super) fn singular(
        &mut self,
        state: &G::State,
        window: Window,
        depth: i32,
        node: NodeInfo,
        entry: Entry,
    ) -> Option<Singular> {
        let least_depth = self.params.singular_extension;
        let code = entry.code?;
        let is_tried = least_depth > 0
            && depth >= least_depth
            && !node.same_turn
            && node.excluded.is_none()
            && entry.bound != Bound::Upper
            && i32::from(entry.depth.0) >= depth - SINGULAR_SHORTFALL
            && !entry.score.is_mate()
            && self.may_extend(node.ply);
        if !is_tried {
            return None;
        }
        let beta = entry.score - self.params.singular_margin * depth;
        let without = NodeInfo { excluded: Some(code), ..node };
        let estimated = std::mem::replace(&mut self.estimated, false);
        let value = self.node(state, Window::above(beta - 1), (depth - 1) / 2, without);
        self.estimated = estimated;
        match value {
            _ if self.stopped => None,
            value if value < beta => Some(Singular::Extend),
            value if beta >= window.beta && !window.is_open() && !value.is_mate() => {
                Some(Singular::Cut(beta))
            }
            _ => None,
        }
    }

    /// Whether a static estimate is of use at this depth.
    #[inline]
    fn wants_estimate(&self, state: &G::State, depth: i32, node: NodeInfo) -> bool {
        self.is_near_horizon(depth)
            || self.params.probcut_margin > 0 && depth >= PROBCUT_DEPTH
            || self.params.null_move
                && !node.after_pass
                && depth >= NULL_MOVE_DEPTH
                && self.game.can_pass(state)
    }

    /// A bound that is as good as proven without searching a move: the estimate is far above beta near the
    /// horizon, it is far below alpha and so is what tactical moves find, or the opponent could move twice
    /// and still not get the position below beta.
    fn prune_position(
        &mut self,
        state: &G::State,
        estimate: Score,
        improving: bool,
        window: Window,
        depth: i32,
        node: NodeInfo,
    ) -> Option<Score> {
        let Window { alpha, beta } = window;
        if beta.is_mate() {
            return None;
        }
        let margin = self.margin((depth - i32::from(improving && depth > 1)).max(1));
        if self.is_near_horizon(depth) && estimate - margin >= beta {
            return Some(estimate);
        }
        let razor = self.params.razoring_margin * depth;
        if razor > 0 && depth <= RAZORING_DEPTH && estimate + razor < alpha && !alpha.is_mate() {
            let value = self.quiescence(state, alpha, beta, node.turn, node.ply, false);
            if value <= alpha {
                return Some(value);
            }
        }
        self.pass_cut(state, estimate, window, depth, node)
            .or_else(|| self.probcut(state, window, depth, node))
    }

    /// A probable cut (`ProbCut`): a search that is much less deep finds the position so far above beta that
    /// a deeper one would hardly find it below.
    fn probcut(&mut self, state: &G::State, window: Window, depth: i32, node: NodeInfo) -> Option<Score> {
        let margin = self.params.probcut_margin;
        if margin == 0 || depth < PROBCUT_DEPTH || node.after_pass {
            return None;
        }
        let beta = window.beta + margin;
        let value = self.node(state, Window::above(beta - 1), depth - PROBCUT_REDUCTION, node);
        (!self.stopped && value >= beta && !value.is_mate()).then_some(value - margin)
    }

    /// Null-move pruning: the opponent could move twice and still not get the position below beta.
    fn pass_cut(
        &mut self,
        state: &G::State,
        estimate: Score,
        window: Window,
        depth: i32,
        node: NodeInfo,
    ) -> Option<Score> {
        let beta = window.beta;
        if !self.params.null_move || node.after_pass || depth < NULL_MOVE_DEPTH || estimate < beta {
            return None;
        }
        let passed = self.game.pass(state)?;
        let mut evaluations = node.evaluations;
        evaluations[state.side().index()] = Some(estimate);
        let next = NodeInfo {
            turn: node.turn + 1,
            ply: node.ply + 1,
            previous: None,
            before: node.previous,
            same_turn: false,
            after_pass: true,
            no_win: false,
            evaluations,
            excluded: None,
        };
        self.count_node();
        // A pass is no move of the game, so nothing before it can be repeated after it.
        self.line.push(passed.key(), true);
        let reduced = depth - 1 - NULL_MOVE_REDUCTION - depth / 4;
        let value = -self.node(&passed, Window::above(beta - 1).flipped(), reduced, next);
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

    /// Remembers by how much the estimate of a node was off, where its value says so.
    pub(super) fn learn_correction(
        &mut self,
        state: &G::State,
        estimate: Score,
        value: Score,
        window: Window,
        depth: i32,
        node: NodeInfo,
    ) {
        let tells = value.0.abs() < Score::LIMIT.0
            && !(value >= window.beta && value <= estimate)
            && !(value <= window.alpha && value >= estimate);
        if self.params.correction_history > 0 && tells {
            self.history.learn_correction(state.side(), node.trail(), value.0 - estimate.0, depth);
        }
    }

    /// Near the horizon of a position whose estimate is far below alpha: the most that a quiet move can be
    /// hoped to reach, which is not enough.
    #[inline]
    fn futility_value(&self, estimate: Score, alpha: Score, depth: i32) -> Option<Score> {
        let futility = estimate + self.margin(depth);
        (self.is_near_horizon(depth) && futility <= alpha && !alpha.is_mate()).then_some(futility)
    }

    /// Plies by which a quiet move with this history score is reduced that comes after `number` others.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: usize, history: i32, late: Lateness) -> i32 {
        let params = &self.params;
        if !params.late_move_reductions || depth < REDUCTION_DEPTH || number < REDUCTION_NUMBER {
            return 0;
        }
        let mut reduction = late_move_reduction(params, depth, number);
        reduction -= i32::from(late.open);
        if params.reduction_by_node && !late.open {
            reduction += i32::from(!late.improving) + i32::from(!late.has_tt_move);
        }
        if params.reduction_by_history > 0 {
            reduction -= (history / params.reduction_by_history).clamp(-2, 2);
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

    /// Whether a late quiet move with this history score is left out.
    #[inline]
    pub(super) fn is_hopeless(&self, depth: i32, history: i32, late: Lateness) -> bool {
        let params = &self.params;
        !late.open
            && depth <= params.history_pruning_plies
            && history < -params.history_pruning_margin * depth
    }

    /// Whether the side to move has only one move, and the line is not yet too long for another extension.
    #[inline]
    pub(super) fn is_forced(&self, state: &G::State, ply: usize) -> bool {
        self.may_extend(ply) && self.game.count(state) == 1
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
