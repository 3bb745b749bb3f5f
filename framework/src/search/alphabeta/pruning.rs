//! Pruning of a node before its moves are tried, by its static evaluation and by searches of less depth.

use super::visit::{Node, Visit};
use super::worker::Worker;
use crate::rules::{Score, State};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::{Child, Turn, Window};

/// Minimum depth of null-move pruning.
const NULL_MOVE_DEPTH: i32 = 3;
/// Constant part of the depth reduction of null-move pruning, in plies. The other parts are one ply for the
/// pass and a quarter of the depth.
const NULL_MOVE_REDUCTION: i32 = 2;
/// Minimum depth of `ProbCut`.
const PROBCUT_DEPTH: i32 = 5;
/// Number of plies by which the search of `ProbCut` is shallower than the remaining depth of its node.
const PROBCUT_REDUCTION: i32 = 4;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Prunes the node if its static evaluation, or a shallower search, says that its value is outside the window. Does
    /// so only in a null window, at the beginning of a turn and without a threat. Returns the node's value if it is
    /// pruned or the game is over. Otherwise sets the evaluation, whether it improves, and the limit of futility
    /// pruning in `visit`, as far as they are known.
    #[inline]
    pub(super) fn prune(&mut self, visit: &mut Visit<'_, G>) -> Option<Score> {
        let Visit { state, depth, node, window: Window { alpha, beta }, .. } = *visit;
        if visit.threatened || node.mid_turn || visit.window.is_open() {
            return None;
        }
        let near_horizon = depth <= self.params.futility_plies;
        let tries_null_move = self.params.null_move && !node.after_null_move && depth >= NULL_MOVE_DEPTH;
        let passed = if tries_null_move { self.game.pass(state) } else { None };
        let tries_probcut = self.params.probcut_margin > 0 && depth >= PROBCUT_DEPTH && !node.after_null_move;
        if !near_horizon && passed.is_none() && !tries_probcut {
            return None;
        }
        if let Some(ending) = self.game.ending(state) {
            return Some(ending.score(state.side(), node.ply));
        }
        let value = self.evaluate(state);
        visit.late.improving = node.evaluations[state.side().index()].is_none_or(|before| value > before);
        let margin = self.params.futility_margin;
        if !beta.is_mate() {
            // Reverse futility pruning: the static evaluation is so far above beta that a search would
            // hardly return a value below beta. Reverse futility pruning and futility pruning together gained
            // 50 to 257 Elo.
            let plies = (depth - i32::from(visit.late.improving && depth > 1)).max(1);
            let mut pruned = None;
            if near_horizon && value - margin * plies >= beta {
                pruned = Some(value);
            }
            if pruned.is_none()
                && value >= beta
                && let Some(passed) = passed
            {
                pruned = self.null_move(visit, passed, value);
            }
            if pruned.is_none() && tries_probcut {
                pruned = self.probcut(visit);
            }
            if pruned.is_some() {
                self.has_static_value = true;
                return pruned;
            }
        }
        // Futility pruning: the static evaluation is so far below alpha that quiet moves could hardly raise
        // it enough.
        let limit = value + margin * depth;
        if near_horizon && limit <= alpha && !alpha.is_mate() {
            visit.futility = Some(limit);
        }
        visit.evaluation = Some(value);
        None
    }

    /// Probabilistic cut (`ProbCut`): returns a value of at least `beta` if the value of a much shallower search
    /// exceeds `beta` by at least the margin, because a deeper search would then hardly return a value below `beta`.
    /// `None` otherwise, and if the value is a proven win.
    fn probcut(&mut self, visit: &Visit<'_, G>) -> Option<Score> {
        let Visit { state, depth, node, window: Window { beta, .. }, .. } = *visit;
        let margin = self.params.probcut_margin;
        let window = Window::above(beta + margin - 1);
        let value = self.search(state, window, depth - PROBCUT_REDUCTION, node);
        (!self.stopped && value >= window.beta && !value.is_mate()).then(|| value - margin)
    }

    /// Null-move pruning: returns a value of at least `beta` if a search at reduced depth returns such a value even
    /// after a pass; otherwise `None`. From depth `null_move_verification` on, a search without the pass must confirm
    /// the cut. `passed` is the position after the pass, and `evaluation` the static evaluation before it.
    fn null_move(&mut self, visit: &Visit<'_, G>, passed: G::State, evaluation: Score) -> Option<Score> {
        let Visit { state, depth, node, window: Window { beta, .. }, .. } = *visit;
        let mut next = Node {
            ply: node.ply + 1,
            height: node.height + 1,
            after_null_move: true,
            evaluations: node.evaluations,
            ..Node::default()
        };
        next.evaluations[state.side().index()] = Some(evaluation);
        self.count_node();
        // A null move is not a legal move. It counts as irreversible, so no position after it repeats one before it.
        let irreversible = true;
        self.line.push(passed.key(), irreversible);
        let reduced = depth - 1 - NULL_MOVE_REDUCTION - depth / 4;
        let window = Window::above(beta - 1);
        let passed = Child { state: passed, turn: Turn::Passed };
        let value = passed.value(window, |state, window| self.search(state, window, reduced, next));
        self.line.pop();
        if self.stopped || value < beta {
            return None;
        }
        // Verification protects against zugzwang, in which passing would be best.
        let verification = self.params.null_move_verification;
        if verification > 0 && depth >= verification {
            let unpassed = Node { after_null_move: true, ..node };
            if self.search(state, window, reduced, unpassed) < beta || self.stopped {
                return None;
            }
        }
        // A mate found after a null move is not proven, so it counts only as `beta`.
        Some(if value.is_mate() { beta } else { value })
    }
}
