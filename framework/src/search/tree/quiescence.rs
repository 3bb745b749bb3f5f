//! The value at the horizon: tactical moves are followed until the position is quiet.

use super::node::Window;
use super::ordering::Picker;
use super::{MAX_HEIGHT, Worker};
use crate::eval::Eval;
use crate::game::{Game, State};
use crate::score::Score;
use crate::search::minimax::ending_score;

impl<G: Game, E: Eval<G>> Worker<'_, G, E> {
    /// The value of a position at the horizon or beyond of which it is not known whether there is a move that wins at
    /// once.
    #[inline]
    pub(super) fn leaf(
        &mut self,
        state: &G::State,
        window: Window,
        ply: u32,
        height: usize,
        same_turn: bool,
    ) -> Score {
        if self.game.winning_move(state).is_some() {
            return Score::win_in(ply + 1);
        }
        self.quiescence(state, window.alpha, window.beta, ply, height, same_turn)
    }

    /// The value of a position at the horizon or beyond. `same_turn`: its side has moved already and goes on, so it
    /// cannot stand still and every move counts. Moves that the game tells to win at once have been looked for before.
    pub(super) fn quiescence(
        &mut self,
        state: &G::State,
        mut alpha: Score,
        beta: Score,
        ply: u32,
        height: usize,
        same_turn: bool,
    ) -> Score {
        self.selective_depth = self.selective_depth.max(ply);
        if let Some(ending) = self.game.ending(state) {
            return ending_score(ending, state.side(), ply);
        }
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.ask_oracle(state, ply) {
            return score;
        }
        let mut picker = Picker::new();
        let mut best = -Score::INFINITY;
        if same_turn && height < MAX_HEIGHT {
            self.game.successors(state, &mut picker.moves);
        } else {
            self.estimated = true;
            best = self.eval.evaluate(self.game, state);
            if best >= beta || !self.policy.quiescence || height >= MAX_HEIGHT {
                return best;
            }
            alpha = alpha.max(best);
            self.game.tactical(state, &mut picker.moves);
            if picker.moves.is_empty() {
                return best;
            }
        }
        self.rank(&mut picker, state, MAX_HEIGHT + 1, None);
        for mv in picker {
            let mut child = state.clone();
            self.game.play(&mut child, mv);
            self.count_node();
            let window = Window { alpha, beta };
            let value = if child.side() == state.side() {
                let goes_on = self.game.turn_goes_on(&child);
                self.leaf(&child, window, ply + u32::from(!goes_on), height + 1, goes_on)
            } else {
                -self.leaf(&child, window.flipped(), ply + 1, height + 1, false)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
