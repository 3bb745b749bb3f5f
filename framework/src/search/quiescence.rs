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
    /// The game.
    fn game(&self) -> &G;
    /// Whether noisy moves are followed; otherwise the static evaluation is the value.
    fn follows_noisy(&self) -> bool;
    /// Notes that a position `ply` plies from the root was reached.
    fn reach(&mut self, _ply: u32) {}
    /// Returns the value of an unfinished position `ply` plies from the root if no search is necessary.
    fn known_value(&mut self, state: &G::State, ply: u32) -> Option<Score>;
    /// Returns the static evaluation of a position.
    fn static_evaluation(&mut self, state: &G::State) -> Score;
    /// Scores the moves of a position.
    fn order(&mut self, picker: &mut Picker<G::Move>, state: &G::State);
    /// Counts a visited node.
    fn count_node(&mut self);
    /// Whether the search is over, so that the value no longer matters.
    fn is_over(&self) -> bool;
}

/// Returns the value of a position at or beyond the horizon. A move that wins at once may exist. The other
/// arguments are those of [`unfinished`].
#[inline]
pub(super) fn leaf<G: SearchGame>(
    host: &mut impl QuiescenceHost<G>,
    state: &G::State,
    window: Window,
    ply: u32,
    left: usize,
    mid_turn: bool,
) -> Score {
    if host.game().winning_move(state).is_some() {
        return Score::win_in(ply + 1);
    }
    quiescence(host, state, window, ply, left, mid_turn)
}

/// Returns the value of a position at or beyond the horizon, in which no move is known to win at once. The
/// arguments are those of [`unfinished`].
#[inline]
pub(super) fn quiescence<G: SearchGame>(
    host: &mut impl QuiescenceHost<G>,
    state: &G::State,
    window: Window,
    ply: u32,
    left: usize,
    mid_turn: bool,
) -> Score {
    host.reach(ply);
    match host.game().ending(state) {
        Some(ending) => ending.score(state.side(), ply),
        None => unfinished(host, state, window, ply, left, mid_turn),
    }
}

/// Returns the value of an unfinished position at or beyond the horizon, `ply` plies from the root, in which no
/// move is known to win at once. At most `left` further moves are followed. `mid_turn`: the side to move is in
/// the middle of its turn, so it cannot stand pat and every move is searched.
pub(super) fn unfinished<G: SearchGame>(
    host: &mut impl QuiescenceHost<G>,
    state: &G::State,
    Window { mut alpha, beta }: Window,
    ply: u32,
    left: usize,
    mid_turn: bool,
) -> Score {
    if let Some(score) = host.known_value(state, ply) {
        return score;
    }
    let mut picker = Picker::new();
    let mut best = -Score::INFINITY;
    if mid_turn && left > 0 {
        host.game().distinct_moves(state, &mut picker.moves);
    } else {
        // Stand pat: a side that need not play a noisy move has at least its static evaluation.
        best = host.static_evaluation(state);
        if best >= beta || left == 0 || !host.follows_noisy() {
            return best;
        }
        alpha = alpha.max(best);
        host.game().noisy(state, MoveClass::Noisy, &mut picker.moves);
        if picker.moves.is_empty() {
            return best;
        }
    }
    host.order(&mut picker, state);
    for mv in picker {
        let child = Child::new(host.game(), state, mv);
        host.count_node();
        let (ply, mid_turn) = (ply + child.turn.plies(), child.turn.continues());
        let window = Window { alpha, beta };
        let value = child.value(window, |state, window| leaf(host, state, window, ply, left - 1, mid_turn));
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta || host.is_over() {
            break;
        }
    }
    best
}
