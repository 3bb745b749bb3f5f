//! The end of games that tell how many moves are left: once that is no more than the depth, a node is
//! searched to the end of the game. No estimate goes into its value, no move repeats a position and no course
//! needs to be kept, so the search goes without most of what a node has, and close to the end without table
//! and ranks.

use super::ordering::Picker;
use super::worker::Worker;
use crate::rules::{Depth, Move, Moves, NodeScratch, Score, State};
use crate::search::eval::Eval;
use crate::search::report::Bound;
use crate::search::root::SearchGame;
use crate::search::table::Entry;

/// With fewer moves left the threads do not keep out of each other's way.
const LEAST_SHARED: u32 = 12;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// The number of moves left where an iteration to that depth is to go to the end of the game. A search
    /// that was asked for the end does not go through all depths before it.
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

    /// The number of moves left where a search of so many plies goes to the end of the game.
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

    /// The value at the end of the game, as far as it can be told by a null window: it is exact or at most
    /// `alpha` if it is not above `alpha`, and exact or more otherwise. `no_win`: no move wins at once.
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

    /// The same with the table's knowledge and the moves in the order of their ranks.
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
            let work = self.work(key, mv, left as i32, picker.moves.len()).filter(|_| left >= LEAST_SHARED);
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

    /// The value of a move for the side that plays it.
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
        let no_win = loses_at_once == Some(false);
        let mut child = state.clone();
        self.game.play(&mut child, mv);
        let left = self.game.moves_left(&child).unwrap_or(left);
        if child.side() == state.side() {
            let turn = turn + u32::from(!self.game.continues_turn(&child));
            self.solve(&child, alpha, turn, left, false)
        } else {
            -self.solve(&child, -alpha - 1, turn + 1, left, no_win)
        }
    }

    /// A value above `alpha` that the table knows of a successor.
    fn known_refutation(
        &self,
        state: &G::State,
        moves: &[G::Move],
        alpha: Score,
        turn: u32,
    ) -> Option<Score> {
        moves.iter().find_map(|mv| {
            let mut child = state.clone();
            self.game.play(&mut child, *mv);
            let entry = self.table.probe(self.game.canonical(&child).0)?;
            let is_known = entry.complete && entry.bound != Bound::Lower && child.side() != state.side();
            let value = -entry.score.from_node_to_root(turn + 1);
            (is_known && value > alpha).then_some(value)
        })
    }
}

/// The value that an entry without an estimate gives for a null window.
#[inline]
fn complete_cutoff(entry: Entry, alpha: Score, turn: u32) -> Option<Score> {
    let score = entry.score.from_node_to_root(turn);
    (entry.complete && entry.bound.settles(score, alpha, alpha + 1)).then_some(score)
}
