//! Quiescence search: follows noisy moves until the position is quiet.

use super::ordering::Picker;
use super::worker::{MAX_PLY, Worker};
use crate::rules::{MoveClass, Score, State};
use crate::search::eval::Eval;
use crate::search::line::Window;
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
        self.quiescence(state, window.alpha, window.beta, turn, ply, same_turn)
    }

    /// Returns the value of a position at or beyond the horizon. `same_turn`: its side is in the middle of
    /// its turn, so it cannot stand pat and every move is searched. Moves known to win at once have already
    /// been checked.
    pub(super) fn quiescence(
        &mut self,
        state: &G::State,
        mut alpha: Score,
        beta: Score,
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
            self.game.noisy(state, MoveClass::Tactical, &mut picker.moves);
            if picker.moves.is_empty() {
                return best;
            }
        }
        self.rank(&mut picker, state, MAX_PLY + 1, None);
        for mv in picker {
            let mut child = state.clone();
            self.game.play(&mut child, mv);
            self.count_node();
            let window = Window { alpha, beta };
            let value = if child.side() == state.side() {
                let goes_on = self.game.continues_turn(&child);
                self.leaf(&child, window, turn + u32::from(!goes_on), ply + 1, goes_on)
            } else {
                -self.leaf(&child, window.flipped(), turn + 1, ply + 1, false)
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
