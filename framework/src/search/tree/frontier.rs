//! The last turn before the horizon in a full-width search. Most nodes of such a tree are leaves, so their
//! parents skip table, move ordering and history, and value the leaves directly.

use super::node_info::NodeInfo;
use super::worker::Worker;
use crate::rules::{DrawRules, Moves, NodeScratch, Score, State};
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};
use crate::search::root::SearchGame;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Whether all children of this node are leaves with static values.
    #[inline]
    pub(super) fn sees_leaves_next(&self, state: &G::State, node: NodeInfo) -> bool {
        !self.params.quiescence
            && self.params.futility_plies == 0
            && self.oracle.is_none()
            && !node.same_turn
            && self.game.draw_rules(state) == DrawRules::NONE
    }

    /// Returns the value of a position one turn before the horizon.
    pub(super) fn frontier(&mut self, state: &G::State, window: Window, turn: u32) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.distinct_moves(state, &mut moves) {
            return ending.score(state.side(), turn);
        }
        let mut scratch = NodeScratch::new();
        let mut best = -Score::INFINITY;
        for mv in moves {
            let loses_at_once = self.game.loses_at_once(state, mv, &mut scratch);
            if loses_at_once == Some(true) {
                // The result of playing the move.
                self.count_node();
                best = best.max(Score::loss_in(turn + 2));
                if best >= window.beta || self.stopped {
                    break;
                }
                continue;
            }
            let child = Child::new(self.game, state, mv);
            self.count_node();
            let below = Window { alpha: window.alpha.max(best), ..window };
            let (turn, same_turn) = (turn + child.turn.plies(), child.turn.continues());
            let no_win = loses_at_once == Some(false) && child.turn.passed();
            let value = child.value(below, |state, window| {
                if no_win {
                    self.quiescence(state, window, turn, 1, same_turn)
                } else {
                    self.leaf(state, window, turn, 1, same_turn)
                }
            });
            best = best.max(value);
            if best >= window.beta || self.stopped {
                break;
            }
        }
        best
    }
}
