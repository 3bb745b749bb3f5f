//! Searches to the end of the game, for games that know how many moves are left. A node is searched to the
//! end if that number is at most its depth. Its value contains no static evaluation, no position can repeat
//! and there are no draw rules, so most work of a normal node is unnecessary. Near the end of the game the
//! table and move ordering are left out too.

use super::ordering::Picker;
use super::worker::Worker;
use crate::rules::{Depth, Move, Moves, NodeScratch, Score, State};
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};
use crate::search::report::Bound;
use crate::search::root::SearchGame;
use crate::search::table::Entry;

/// Minimum number of moves left for deferring moves of other threads.
const MIN_SHARED: u32 = 12;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the number of moves left if an iteration to `depth` searches to the end of the game. A request
    /// for a result at the end of the game skips many of the shallower iterations.
    pub(super) fn left_from_root(&self, depth: Depth) -> Option<u32> {
        if !self.sees_the_end || !self.deeper_is_welcome {
            return None;
        }
        let left = self.game.moves_left(&self.root.state)?;
        let limit = self.limits.depth.map_or(u32::MAX, |depth| depth.0.into());
        let asks_for_end = limit != u32::MAX || self.limits.mate.is_some_and(|moves| 2 * moves > left);
        let ahead = self.params.solve_ahead as u32;
        let ahead = if asks_for_end { ahead.max(left / 2) } else { ahead };
        (limit >= left && u32::from(depth.0) + ahead >= left).then_some(left)
    }

    /// Returns the number of moves left if a search of `depth` plies reaches the end of the game.
    #[inline]
    pub(super) fn left_to_end(&self, state: &G::State, depth: i32) -> Option<u32> {
        if !self.sees_the_end {
            return None;
        }
        let left = self.game.moves_left(state)?;
        // Every move may be followed by a pass, which costs a ply too.
        let plies = if self.deeper_is_welcome { left } else { 2 * left };
        (plies as i32 <= depth).then_some(left)
    }

    /// Returns the value at the end of the game relative to the null window above `alpha`. A value above
    /// `alpha` is a lower bound, any other an upper bound; both may be exact. `no_win`: no move wins at once.
    pub(super) fn solve(
        &mut self,
        state: &G::State,
        alpha: Score,
        turn: u32,
        left: u32,
        no_win: bool,
    ) -> Score {
        if !no_win && self.game.winning_move(state).is_some() {
            return Score::win_in(turn + 1);
        }
        let (least, most) = (Score::loss_in(turn), Score::win_in(turn + 1));
        if least > alpha || most <= alpha || self.stopped {
            return if most <= alpha { most } else { least };
        }
        if let Some(value) = self.game.value_within(state, alpha, alpha + 1) {
            return value;
        }
        if left as i32 >= self.params.solve_kept {
            return self.solve_ranked(state, alpha, turn, left);
        }
        let mut moves = Moves::new();
        if let Some(ending) = self.game.distinct_moves(state, &mut moves) {
            return ending.score(state.side(), turn);
        }
        let mut scratch = NodeScratch::new();
        let mut best = -Score::INFINITY;
        for mv in moves {
            best = best.max(self.solved_value(state, mv, alpha, turn, left, &mut scratch));
            if best > alpha || self.stopped {
                break;
            }
        }
        best
    }

    /// Does the same with the table and ordered moves.
    fn solve_ranked(&mut self, state: &G::State, alpha: Score, turn: u32, left: u32) -> Score {
        let (key, symmetry) = self.game.canonical(state);
        let known = self.probe(key);
        if let Some(score) = known.and_then(|entry| complete_cutoff(entry, alpha, turn)) {
            return score;
        }
        let mut picker = Picker::new();
        if let Some(ending) = self.game.distinct_moves(state, &mut picker.moves) {
            return ending.score(state.side(), turn);
        }
        if left as i32 >= self.params.solve_looked_ahead
            && let Some(score) = self.known_refutation(state, &picker.moves, alpha, turn)
        {
            return score;
        }
        picker.rank(self.game, &mut self.eval, 0, state);
        if let Some(code) = known.and_then(|entry| entry.code) {
            picker.prefer_image(self.game, code, symmetry);
        }
        let mut scratch = NodeScratch::new();
        let mut best = -Score::INFINITY;
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next() {
            let work = self.work(key, mv, left as i32, picker.moves.len()).filter(|_| left >= MIN_SHARED);
            if self.is_searched_elsewhere(work) && tried > 0 && picker.postponed_after().is_none() {
                picker.postpone(tried);
                continue;
            }
            tried += 1;
            work.inspect(|work| self.shared.currently_searched.begin(*work));
            let value = self.solved_value(state, mv, alpha, turn, left, &mut scratch);
            work.inspect(|work| self.shared.currently_searched.end(*work));
            if self.stopped {
                return alpha;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(self.game.image_of_move(mv, symmetry).code());
                    break;
                }
            }
        }
        let entry = Entry {
            code: best_move,
            score: best.from_root_to_node(turn),
            depth: Depth(2 * left as u16),
            bound: if best > alpha { Bound::Lower } else { Bound::Upper },
            complete: true,
        };
        self.store(key, entry);
        best
    }

    /// Returns the value of a move for the side that plays it.
    #[inline]
    fn solved_value(
        &mut self,
        state: &G::State,
        mv: G::Move,
        alpha: Score,
        turn: u32,
        left: u32,
        scratch: &mut NodeScratch,
    ) -> Score {
        self.count_node();
        let loses_at_once = self.game.loses_at_once(state, mv, scratch);
        if loses_at_once == Some(true) {
            return Score::loss_in(turn + 2);
        }
        let child = Child::new(self.game, state, mv);
        let left = self.game.moves_left(&child.state).unwrap_or(left);
        let turn = turn + child.turn.plies();
        let no_win = loses_at_once == Some(false) && child.turn.passed();
        child.value(Window::above(alpha), |state, window| self.solve(state, window.alpha, turn, left, no_win))
    }

    /// Returns a value above `alpha` that the table knows for a move, from an entry of its successor.
    fn known_refutation(
        &self,
        state: &G::State,
        moves: &[G::Move],
        alpha: Score,
        turn: u32,
    ) -> Option<Score> {
        moves.iter().find_map(|mv| {
            let child = Child::new(self.game, state, *mv);
            let entry = self.table.probe(self.game.canonical(&child.state).0)?;
            let is_known = entry.complete && entry.bound != Bound::Lower && child.turn.passed();
            let value = child.turn.for_mover(entry.score.from_node_to_root(turn + 1));
            (is_known && value > alpha).then_some(value)
        })
    }
}

/// Returns the value of an entry without static evaluations if it settles the null window.
#[inline]
fn complete_cutoff(entry: Entry, alpha: Score, turn: u32) -> Option<Score> {
    let score = entry.score.from_node_to_root(turn);
    (entry.complete && entry.bound.settles(score, alpha, alpha + 1)).then_some(score)
}
