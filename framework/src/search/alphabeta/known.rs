//! Values of a node that are known without searching its moves: from the rules, the transposition table and the
//! oracle. Values that the move limit could change are adapted or not used.

use std::sync::atomic::Ordering;

use super::visit::Node;
use super::worker::Worker;
use crate::rules::{Ending, Move, Points, Score, State, Symmetry};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::{Child, Turn, Window};
use crate::search::oracle::Oracle;
use crate::search::report::Bound;
use crate::search::transposition_table::Entry;

/// Minimum number of reversible moves left to the move limit for using a stored value that the limit may change. Nearer
/// to the limit, the search itself finds how the limit changes the value.
const NEAR_MOVE_LIMIT: u32 = 12;

/// Work of an oracle probe, in units of one listed move. The number is high because a probe may have to read
/// files.
const ORACLE_WORK: usize = 512;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the value if a draw rule or superko ends the game here, or if the side to move wins at once. A winning
    /// move also becomes the line of the node if the window is open. Other ends of the game are noticed later, for
    /// example when the moves are listed.
    #[inline]
    pub(super) fn value_by_rules(&mut self, state: &G::State, window: Window, node: Node) -> Option<Score> {
        let game = self.game;
        if let Some(ending) = self.line.ending(game, state, node.mid_turn) {
            self.has_static_value = true;
            // The position may end the game by itself, which takes precedence over a draw.
            let of_position = if ending == Ending::Draw { game.ending(state) } else { None };
            return Some(of_position.unwrap_or(ending).score(state.side(), node.ply));
        }
        if node.no_win {
            return None;
        }
        let win = game.winning_move(state)?;
        if window.is_open() {
            self.variations[node.height].clear();
            self.variations[node.height].push(win);
        }
        Some(Score::win_in(node.ply + 1))
    }

    /// Mate distance pruning: narrows the window to the values that the position can have, from a loss at this ply to a
    /// win by the next move. In a game decided by points, these are the values in [`Points::range`].
    #[inline]
    pub(super) fn possible_values(&self, state: &G::State, window: Window, ply: u32) -> Window {
        let points = self.game.points(state);
        let [min, max] = points.map_or([Score::loss_in(ply), Score::win_in(ply + 1)], Points::range);
        Window { alpha: window.alpha.max(min), beta: window.beta.min(max) }
    }

    /// Returns the shared transposition table's entry of the position after a move, and the effect of the move on the
    /// turn; `None` if there is no entry.
    #[inline]
    pub(super) fn entry_after(&self, state: &G::State, mv: G::Move) -> Option<(Entry, Turn)> {
        let child = Child::new(self.game, state, mv);
        let (key, _) = self.game.canonical(&child.state);
        Some((self.table.probe(key)?, child.turn))
    }

    /// Returns the value of a transposition table entry if the entry is deep enough and its score is exact or a bound
    /// outside the window. `None` otherwise, and near the move limit if the limit may change the value. A win or loss
    /// is adapted to the move limit by [`within_limit`]. Sets `has_static_value` unless the value is proven.
    #[inline]
    pub(super) fn tt_cutoff(
        &mut self,
        state: &G::State,
        entry: Entry,
        depth: i32,
        window: Window,
        ply: u32,
    ) -> Option<Score> {
        let stored = i32::from(entry.depth.0);
        let deep_enough = stored == depth || (self.accepts_deeper && (stored > depth || entry.complete));
        let settles = |score: Score| {
            let score = score.from_node_to_root(ply);
            entry.bound.settles(score, window.alpha, window.beta).then_some(score)
        };
        let mut score = settles(entry.score).filter(|_| deep_enough)?;
        let mut proven = entry.complete;
        if let Some(left) = self.moves_to_limit(state) {
            let proves_end = match entry.bound {
                Bound::Exact => entry.score.is_mate(),
                Bound::Lower => entry.score.is_win(),
                Bound::Upper => (-entry.score).is_win(),
            };
            if proves_end {
                let known = within_limit(entry.score, left)?;
                score = settles(known)?;
                proven &= known == entry.score;
            } else if !entry.complete && left < NEAR_MOVE_LIMIT {
                // Not used: the value may have been stored when more moves were left to the move limit, and be wrong
                // here.
                return None;
            }
        }
        self.has_static_value |= !proven;
        Some(score)
    }

    /// Returns the value of the position if the game is over or the oracle knows the value. Without an oracle,
    /// returns `None` even if the game is over.
    #[inline]
    pub(super) fn exact_value(&mut self, state: &G::State, ply: u32) -> Option<Score> {
        let oracle = self.oracle?;
        let ending = self.game.ending(state).map(|ending| ending.score(state.side(), ply));
        ending.or_else(|| self.value_by_oracle(oracle, state, ply))
    }

    /// Returns the oracle's value of an unfinished position, adapted to the move limit by [`within_limit`]; `None` if
    /// the value is unknown, or [`within_limit`] returns `None`. Counts the probe as work, and also as an oracle hit if
    /// it gives a value. Not inlined, because most searches have no oracle.
    #[cold]
    #[inline(never)]
    pub(super) fn value_by_oracle(
        &mut self,
        oracle: &dyn Oracle<G>,
        state: &G::State,
        ply: u32,
    ) -> Option<Score> {
        let score = oracle.probe(self.game, state);
        self.count_listed(ORACLE_WORK);
        let score = score?;
        let known = match self.moves_to_limit(state) {
            Some(left) => within_limit(score, left)?,
            None => score,
        };
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        self.has_static_value |= known != score;
        Some(known.from_node_to_root(ply))
    }

    /// Returns the number of further reversible moves after which the move limit draws the game; `None` without a
    /// limit.
    #[inline]
    fn moves_to_limit(&self, state: &G::State) -> Option<u32> {
        let limit = self.game.draw_rules(state).move_limit;
        (limit > 0).then(|| limit.saturating_sub(self.line.halfmove_clock()).into())
    }
}

/// Decodes a move code from the transposition table. `None` if the game cannot decode move codes or the move is not
/// legal in `state`. `symmetry` maps the position to its canonical image, to which `code` belongs.
#[inline]
pub(super) fn tt_move<G: SearchGame>(
    game: &G,
    state: &G::State,
    code: u32,
    symmetry: Symmetry,
) -> Option<G::Move> {
    let mv = G::Move::decode(code)?;
    let is_itself = symmetry == Symmetry::IDENTITY;
    let mv = if is_itself { mv } else { game.image_of_move(mv, game.inverse(symmetry)) };
    game.is_legal(state, mv).then_some(mv)
}

/// Adapts an exact value to the move limit, which draws the game after `left` further reversible moves. A win or loss
/// in more than `left` plies becomes a value near the end of the range of static evaluations: the shorter, the nearer.
/// With fewer than [`NEAR_MOVE_LIMIT`] moves left, it becomes `None`, because the search itself finds moves that reset
/// the count.
fn within_limit(score: Score, left: u32) -> Option<Score> {
    match score.plies_to_end() {
        Some(plies) if plies > left => {
            let value = Score::LIMIT - plies as i32;
            (left >= NEAR_MOVE_LIMIT).then_some(if score > Score::DRAW { value } else { -value })
        }
        _ => Some(score),
    }
}
