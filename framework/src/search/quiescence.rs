//! Quiescence search: follows noisy moves until the position is quiet, because static evaluations are unreliable in the
//! middle of an exchange.
//!
//! Alpha-beta and MCTS share this code, which calls them through [`QuiescenceHost`]. Plain minimax has its own version,
//! as a reference for tests.

use super::algorithm::SearchGame;
use super::line::{Child, Window};
use super::ordering::Picker;
use crate::rules::{MoveClass, NodeScratch, Score, State};

/// Callbacks by which quiescence search uses the search thread that runs it.
pub(super) trait QuiescenceHost<G: SearchGame> {
    /// Whether noisy moves are searched.
    fn follows_noisy(&self) -> bool;
    /// Whether a side that the opponent threatens to beat at once must answer: it may not stand pat, and all its
    /// moves are searched. `false` by default.
    fn answers_threats(&self) -> bool {
        false
    }
    /// Whether noisy moves with a negative ordering score are skipped. `false` by default.
    fn skips_losing(&self) -> bool {
        false
    }
    /// Records, for the selective depth, that a position `ply` plies from the root was reached. Does nothing by
    /// default.
    fn reach(&mut self, _ply: u32) {}
    /// Returns the value of an unfinished position `ply` plies from the root, such as an oracle's; `None` if it is
    /// not known without a search, and by default.
    fn known_value(&mut self, _state: &G::State, _ply: u32) -> Option<Score> {
        None
    }
    /// Returns the static evaluation of an unfinished position.
    fn static_evaluation(&mut self, state: &G::State) -> Score;
    /// Scores the moves for the order in which they are tried.
    fn order(&mut self, picker: &mut Picker<G::Move>, state: &G::State);
    /// Counts a visited node, and regularly checks the limits of the search.
    fn count_node(&mut self);
    /// Whether the search is over. Quiescence search then ends early with the best value so far.
    fn is_over(&self) -> bool;
}

/// Location of a position at or beyond the horizon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// Number of plies from the root.
    pub(super) ply: u32,
    /// Maximum number of further moves on a line from this position. At 0, even a side in the middle of its turn
    /// stands pat.
    pub(super) left: usize,
    /// Whether the side to move is in the middle of its turn. Such a side cannot stand pat, and all its moves are
    /// searched.
    pub(super) mid_turn: bool,
    /// Whether the side to move is known to have no move that wins at once.
    pub(super) no_win: bool,
}

/// Returns the value of a position at or beyond the horizon for its side to move. A value outside `window` is
/// only a bound. Repetitions and move limits are not seen.
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
    let mut picker = Picker::new();
    // Where noisy moves are obligatory, one list of moves shows whether the game is over and whether a move is
    // noisy.
    let ending = if must_play_noisy::<G>(host, leaf) {
        game.distinct_moves(state, &mut picker.moves)
    } else {
        game.ending(state)
    };
    match ending {
        Some(ending) => ending.score(state.side(), leaf.ply),
        None => unfinished(game, host, state, window, leaf, &mut picker),
    }
}

/// Whether a side that has a noisy move must play one here instead of standing pat. `false` if the game does not demand
/// it, if noisy moves are not searched, or if the line must end.
#[inline]
fn must_play_noisy<G: SearchGame>(host: &impl QuiescenceHost<G>, leaf: Leaf) -> bool {
    G::NOISY_MOVES_ARE_OBLIGATORY && leaf.left > 0 && host.follows_noisy()
}

/// Continues [`quiescence`] for an unfinished position without a known winning move. `picker` holds all moves, or none
/// if they are not listed yet.
pub(super) fn unfinished<G: SearchGame>(
    game: &G,
    host: &mut impl QuiescenceHost<G>,
    state: &G::State,
    Window { mut alpha, beta }: Window,
    leaf: Leaf,
    picker: &mut Picker<G::Move>,
) -> Score {
    let Leaf { ply, left, mid_turn, .. } = leaf;
    if let Some(score) = host.known_value(state, ply) {
        return score;
    }
    let mut best = -Score::INFINITY;
    let mut scratch = NodeScratch::new();
    let is_threatened =
        left > 0 && !mid_turn && host.answers_threats() && game.is_threatened(state, &mut scratch);
    let mut tries_all = (mid_turn && left > 0) || is_threatened;
    let is_obliged = must_play_noisy::<G>(host, leaf);
    if (tries_all || is_obliged) && picker.moves.is_empty() {
        game.distinct_moves(state, &mut picker.moves);
    }
    if is_obliged && !tries_all {
        // Where noisy moves are obligatory, either all legal moves are noisy or none is.
        tries_all = picker.moves.first().is_some_and(|mv| game.class(state, *mv) == MoveClass::Noisy);
        if !tries_all {
            return host.static_evaluation(state);
        }
    }
    if !tries_all {
        // Stand pat: the value is at least the static evaluation, because the side to move need not play a
        // noisy move.
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
    host.order(picker, state);
    let skips_losing = !tries_all && host.skips_losing();
    while let Some(mv) = picker.next() {
        if skips_losing && picker.last_score() < 0 {
            break;
        }
        // Most moves leave the threat unanswered and lose at once. Such a move is scored without being played.
        if is_threatened && game.loses_at_once(state, mv, &mut scratch) == Some(true) {
            best = best.max(Score::loss_in(ply + 2));
            continue;
        }
        let value = value_after(game, host, state, mv, Window { alpha, beta }, leaf);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta || host.is_over() {
            break;
        }
    }
    best
}

/// Returns the value of a move for the side that plays it, by quiescence search after the move. `leaf` is the location
/// of the position before the move; its `left` must not be 0.
#[inline]
fn value_after<G: SearchGame>(
    game: &G,
    host: &mut impl QuiescenceHost<G>,
    state: &G::State,
    mv: G::Move,
    window: Window,
    leaf: Leaf,
) -> Score {
    let child = Child::new(game, state, mv);
    host.count_node();
    let next = Leaf {
        ply: leaf.ply + child.turn.plies(),
        left: leaf.left - 1,
        mid_turn: child.turn.continues(),
        no_win: false,
    };
    child.value(window, |state, window| quiescence(game, host, state, window, next))
}
