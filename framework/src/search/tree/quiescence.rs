//! Quiescence search: follows noisy moves until the position is quiet.

use super::ordering::Picker;
use super::worker::{MAX_PLY, Worker};
use crate::rules::{MoveClass, Score, State};
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};
use crate::search::root::SearchGame;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the value of a position at or beyond the horizon. A move that wins at once may exist.
    #[inline]
    pub(super) fn leaf(
        &mut self,
        state: &G::State,
        window: Window,
        turn: u32,
        ply: usize,
        same_turn: bool,
    ) -> Score {
        if self.game.winning_move(state).is_some() {
            return Score::win_in(turn + 1);
        }
        self.quiescence(state, window, turn, ply, same_turn)
    }

    /// Returns the value of a position at or beyond the horizon. `same_turn`: its side is in the middle of
    /// its turn, so it cannot stand pat and every move is searched. Moves known to win at once have already
    /// been checked.
    pub(super) fn quiescence(
        &mut self,
        state: &G::State,
        Window { mut alpha, beta }: Window,
        turn: u32,
        ply: usize,
        same_turn: bool,
    ) -> Score {
        self.selective_depth = self.selective_depth.max(turn);
        if let Some(ending) = self.game.ending(state) {
            return ending.score(state.side(), turn);
        }
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.ask_oracle(state, turn) {
            return score;
        }
        let mut picker = Picker::new();
        let mut best = -Score::INFINITY;
        if same_turn && ply < MAX_PLY {
            self.game.distinct_moves(state, &mut picker.moves);
        } else {
            self.estimated = true;
            best = self.evaluate(state);
            if best >= beta || !self.params.quiescence || ply >= MAX_PLY {
                return best;
            }
            alpha = alpha.max(best);
            self.game.noisy(state, MoveClass::Noisy, &mut picker.moves);
            if picker.moves.is_empty() {
                return best;
            }
        }
        self.rank(&mut picker, state, MAX_PLY + 1, None);
        for mv in picker {
            let child = Child::new(self.game, state, mv);
            self.count_node();
            let (turn, same_turn) = (turn + child.turn.plies(), child.turn.continues());
            let value = child.value(Window { alpha, beta }, |state, window| {
                self.leaf(state, window, turn, ply + 1, same_turn)
            });
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
