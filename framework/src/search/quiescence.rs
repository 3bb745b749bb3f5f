//! Quiescence search: follows noisy moves until the position is quiet. Alpha-beta values its horizon by it,
//! Monte Carlo tree search its new nodes.
//!
//! Plain minimax has a form of its own without windows and move order, because it is the reference for this
//! one.

use super::algorithm::SearchGame;
use super::line::{Child, Window};
use super::ordering::Picker;
use crate::rules::{MoveClass, Score, State};

/// A thread whose search ends in quiescence searches.
pub(super) trait QuiescenceHost<G: SearchGame> {
    /// Whether noisy moves are followed; otherwise the static evaluation is the value.
    fn follows_noisy(&self) -> bool;
    /// Notes that a position `ply` plies from the root was reached.
    fn reach(&mut self, _ply: u32) {}
    /// Returns the value of an unfinished position `ply` plies from the root if no search is necessary.
    fn known_value(&mut self, _state: &G::State, _ply: u32) -> Option<Score> {
        None
    }
    /// Returns the static evaluation of a position.
    fn static_evaluation(&mut self, state: &G::State) -> Score;
    /// Scores the moves of a position.
    fn order(&mut self, picker: &mut Picker<G::Move>, state: &G::State);
    /// Counts a visited node.
    fn count_node(&mut self);
    /// Whether the search is over, so that the value no longer matters.
    fn is_over(&self) -> bool;
}

/// A position at or beyond the horizon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// Number of plies from the root.
    pub(super) ply: u32,
    /// Maximum number of further moves that are followed.
    pub(super) left: usize,
    /// Whether the side to move is in the middle of its turn. It then cannot stand pat, and every move is
    /// searched.
    pub(super) mid_turn: bool,
    /// Whether the side to move is known to have no move that wins at once.
    pub(super) no_win: bool,
}

/// Returns the value of a position at or beyond the horizon.
#[inline]
pub(super) fn quiescence<G: SearchGame>(
    game: &G,
    host: &mut impl QuiescenceHost<G>,
    state: &G::State,
    window: Window,
    leaf: Leaf,
) -> Score {
    if !leaf.no_win && game.winning_move(state).is_some() {
        return Score::win_in(leaf.ply + 1);
    }
    host.reach(leaf.ply);
    match game.ending(state) {
        Some(ending) => ending.score(state.side(), leaf.ply),
        None => unfinished(game, host, state, window, leaf),
    }
}

/// Returns the value of an unfinished position at or beyond the horizon in which no move wins at once.
pub(super) fn unfinished<G: SearchGame>(
    game: &G,
    host: &mut impl QuiescenceHost<G>,
    state: &G::State,
    Window { mut alpha, beta }: Window,
    Leaf { ply, left, mid_turn, .. }: Leaf,
) -> Score {
    if let Some(score) = host.known_value(state, ply) {
        return score;
    }
    let mut picker = Picker::new();
    let mut best = -Score::INFINITY;
    if mid_turn && left > 0 {
        game.distinct_moves(state, &mut picker.moves);
    } else {
        // Stand pat: a side that need not play a noisy move has at least its static evaluation.
        best = host.static_evaluation(state);
        if best >= beta || left == 0 || !host.follows_noisy() {
            return best;
        }
        alpha = alpha.max(best);
        game.noisy(state, MoveClass::Noisy, &mut picker.moves);
        if picker.moves.is_empty() {
            return best;
        }
    }
    host.order(&mut picker, state);
    for mv in picker {
        let child = Child::new(game, state, mv);
        host.count_node();
        let next = Leaf {
            ply: ply + child.turn.plies(),
            left: left - 1,
            mid_turn: child.turn.continues(),
            no_win: false,
        };
        let window = Window { alpha, beta };
        let value = child.value(window, |state, window| quiescence(game, host, state, window, next));
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta || host.is_over() {
            break;
        }
    }
    best
}
