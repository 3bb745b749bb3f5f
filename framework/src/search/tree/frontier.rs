//! The last turn before the horizon, where it is full-width: most nodes of such a tree are its leaves, so
//! their parents go without table, ranking and history, and value the leaves on the spot.

use super::node_info::NodeInfo;
use super::worker::Worker;
use crate::rules::{CourseRules, Moves, NodeScratch, Score, State};
use crate::search::eval::Eval;
use crate::search::line::Window;
use crate::search::root::SearchGame;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Is nothing to be done with the children of this node but to value them by themselves?
    #[inline]
    pub(super) fn sees_leaves_next(&self, state: &G::State, node: NodeInfo) -> bool {
        !self.params.quiescence
            && self.params.futility_plies == 0
            && self.oracle.is_none()
            && !node.same_turn
            && self.game.course(state) == CourseRules::NONE
    }

    /// The value of a position one turn before the horizon.
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
                // What playing the move would show.
                self.count_node();
                best = best.max(Score::loss_in(turn + 2));
                if best >= window.beta || self.stopped {
                    break;
                }
                continue;
            }
            let mut child = state.clone();
            self.game.play(&mut child, mv);
            self.count_node();
            let below = Window { alpha: window.alpha.max(best), ..window };
            let value = if child.side() == state.side() {
                let goes_on = self.game.continues_turn(&child);
                self.leaf(&child, below, turn + u32::from(!goes_on), 1, goes_on)
            } else if loses_at_once == Some(false) {
                -self.quiescence(&child, -below.beta, -below.alpha, turn + 1, 1, false)
            } else {
                -self.leaf(&child, below.flipped(), turn + 1, 1, false)
            };
            best = best.max(value);
            if best >= window.beta || self.stopped {
                break;
            }
        }
        best
    }
}
