//! Search to the end of the game, for games that implement [`Hints::moves_left`](crate::Hints::moves_left) and have no
//! draw rules. This search evaluates no leaf, so its values depend on no static evaluation. Near the end of the game,
//! it uses neither transposition table nor move ordering, because they cost more than they save there.

use super::abdada::Claim;
use super::worker::Worker;
use crate::rules::{Depth, Move, Moves, NodeScratch, Score, State};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};
use crate::search::ordering::Picker;
use crate::search::report::Bound;
use crate::search::transposition_table::Entry;

/// Minimum number of moves left in the game for postponing a move that another thread is searching.
const MIN_SHARED: u32 = 12;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the number of moves left in the game if an iteration to `depth` should search to the end. The end may
    /// lie up to `solve_ahead` plies beyond `depth`, or up to half of the moves left if a depth or mate limit covers
    /// the rest of the game. In any case, the depth limit must reach the end. `None` for any other iteration, and in a
    /// full-width search.
    pub(super) fn moves_left_at_root(&self, depth: Depth) -> Option<u32> {
        if !self.sees_the_end || !self.accepts_deeper {
            return None;
        }
        let left = self.game.moves_left(&self.root.state)?;
        let limit = self.limits.depth.map_or(u32::MAX, |depth| depth.0.into());
        let asks_for_end = limit != u32::MAX || self.limits.mate.is_some_and(|moves| moves > left / 2);
        let ahead = self.params.solve_ahead as u32;
        let ahead = if asks_for_end { ahead.max(left / 2) } else { ahead };
        (limit >= left && u32::from(depth.0) + ahead >= left).then_some(left)
    }

    /// Returns the number of moves left if a search of `depth` plies reaches the end of the game, otherwise
    /// `None`.
    #[inline]
    pub(super) fn moves_left(&self, state: &G::State, depth: i32) -> Option<u32> {
        if !self.sees_the_end {
            return None;
        }
        let left = self.game.moves_left(state)?;
        // A pass, which costs a ply, may follow every move. Passes count only if the search must not exceed `depth`.
        let plies = if self.accepts_deeper { left } else { 2 * left };
        (plies as i32 <= depth).then_some(left)
    }

    /// Searches the `left` moves to the end of the game with the null window above `alpha`. A value above `alpha` is a
    /// lower bound, any other value an upper bound. After the search was stopped, the value is meaningless. `no_win`
    /// means that the side to move is known to have no move that wins at once.
    pub(super) fn solve(
        &mut self,
        state: &G::State,
        alpha: Score,
        ply: u32,
        left: u32,
        no_win: bool,
    ) -> Score {
        let game = self.game;
        if !no_win && game.winning_move(state).is_some() {
            return Score::win_in(ply + 1);
        }
        let (lower, upper) = (Score::loss_in(ply), Score::win_in(ply + 1));
        if lower > alpha || upper <= alpha || self.stopped {
            return if upper <= alpha { upper } else { lower };
        }
        if let Some(value) = game.value_within(state, alpha, alpha + 1) {
            return value;
        }
        if left as i32 >= self.params.solve_kept {
            return self.solve_ordered(state, alpha, ply, left);
        }
        let mut moves = Moves::new();
        if let Some(ending) = game.distinct_moves(state, &mut moves) {
            return ending.score(state.side(), ply);
        }
        let mut scratch = NodeScratch::new();
        let mut best = -Score::INFINITY;
        for mv in moves {
            best = best.max(self.solve_move(state, mv, alpha, ply, left, &mut scratch));
            if best > alpha || self.stopped {
                break;
            }
        }
        best
    }

    /// Like [`Self::solve`], for positions with at least `solve_kept` moves left: uses the transposition table and move
    /// ordering. The game may be over, but the side to move has no move that wins at once.
    fn solve_ordered(&mut self, state: &G::State, alpha: Score, ply: u32, left: u32) -> Score {
        let game = self.game;
        let (key, symmetry) = game.canonical(state);
        let entry = self.probe_near_end(left, key);
        if let Some(score) = entry.and_then(|entry| settled(entry, alpha, ply)) {
            return score;
        }
        let mut picker = Picker::new();
        if let Some(ending) = game.distinct_moves(state, &mut picker.moves) {
            return ending.score(state.side(), ply);
        }
        let looks_ahead = left as i32 >= self.params.solve_looked_ahead;
        if looks_ahead && let Some(score) = self.known_refutation(state, &picker.moves, alpha, ply) {
            return score;
        }
        let child_eval = if looks_ahead { self.params.solve_by_child_eval } else { 0 };
        picker.rank(game, &mut self.eval, child_eval, state);
        if let Some(code) = entry.and_then(|entry| entry.code) {
            picker.prefer(|mv| game.image_of_move(mv, symmetry).code() == code);
        }
        let mut scratch = NodeScratch::new();
        let mut best = -Score::INFINITY;
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next() {
            let claim = self.claim(key, mv, left as i32, picker.moves.len()).filter(|_| left >= MIN_SHARED);
            if claim.is_some_and(Claim::is_taken) && tried > 0 && picker.postponed_after().is_none() {
                picker.postpone(tried);
                continue;
            }
            tried += 1;
            let value =
                self.claiming(claim, |worker| worker.solve_move(state, mv, alpha, ply, left, &mut scratch));
            if self.stopped {
                return alpha;
            }
            best = best.max(value);
            if value > alpha {
                best_move = Some(game.image_of_move(mv, symmetry).code());
                break;
            }
        }
        let entry = Entry {
            code: best_move,
            score: best.from_root_to_node(ply),
            // A pass may follow every move.
            depth: Depth(2 * left as u16),
            bound: if best > alpha { Bound::Lower } else { Bound::Upper },
            complete: true,
        };
        self.store_near_end(left, key, entry);
        best
    }

    /// Returns the value of a move for the side that plays it: a lower bound if it is above `alpha`, otherwise an upper
    /// bound, as in [`Self::solve`]. `left` is the number of moves left before the move.
    #[inline]
    fn solve_move(
        &mut self,
        state: &G::State,
        mv: G::Move,
        alpha: Score,
        ply: u32,
        left: u32,
        scratch: &mut NodeScratch,
    ) -> Score {
        self.count_node();
        let loses_at_once = self.game.loses_at_once(state, mv, scratch);
        if loses_at_once == Some(true) {
            return Score::loss_in(ply + 2);
        }
        let child = Child::new(self.game, state, mv);
        let left = self.game.moves_left(&child.state).unwrap_or(left);
        let ply = ply + child.turn.plies();
        let no_win = loses_at_once == Some(false) && child.turn.passed();
        child.value(Window::above(alpha), |state, window| self.solve(state, window.alpha, ply, left, no_win))
    }

    /// Enhanced transposition cutoff: returns a value above `alpha` that the transposition table entry of a
    /// successor proves; `None` if no entry proves one.
    fn known_refutation(&self, state: &G::State, moves: &[G::Move], alpha: Score, ply: u32) -> Option<Score> {
        moves.iter().find_map(|mv| {
            let (entry, turn) = self.entry_after(state, *mv)?;
            let is_known = entry.complete && entry.bound != Bound::Lower && turn.passed();
            let value = turn.for_mover(entry.score.from_node_to_root(ply + 1));
            (is_known && value > alpha).then_some(value)
        })
    }
}

/// Returns the value of a transposition table entry, with mate distances from the root, if the entry proves whether the
/// position is worth more than `alpha`; otherwise `None`.
#[inline]
fn settled(entry: Entry, alpha: Score, ply: u32) -> Option<Score> {
    let score = entry.score.from_node_to_root(ply);
    (entry.complete && entry.bound.settles(score, alpha, alpha + 1)).then_some(score)
}
