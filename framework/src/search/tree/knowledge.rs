//! Knowledge about a position before its moves are searched: from the table, the rules and the oracle.

use std::sync::atomic::Ordering;

use super::node_info::NodeInfo;
use super::worker::Worker;
use crate::rules::{Key, Move, Score, State, Symmetry};
use crate::search::eval::Eval;
use crate::search::line::Window;
use crate::search::oracle::Oracle;
use crate::search::report::Bound;
use crate::search::root::SearchGame;
use crate::search::table::Entry;

/// With fewer moves left to the move limit than this, a table value is used only if it holds under the limit.
const NEAR_MOVE_LIMIT: u32 = 12;

/// Work of an oracle probe, counted in listed moves. The oracle may have to read files first.
const ORACLE_WORK: usize = 512;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the table move for the position by its code, if it can be found without listing moves.
    #[inline]
    pub(super) fn decoded_tt_move(&self, state: &G::State, code: u32, symmetry: Symmetry) -> Option<G::Move> {
        let mv = G::Move::decode(code)?;
        let mv = if symmetry == Symmetry::IDENTITY {
            mv
        } else {
            self.game.image_of_move(mv, self.game.inverse(symmetry))
        };
        self.game.is_legal(state, mv).then_some(mv)
    }

    /// Returns the table value of a position if it is deep enough and settles the window.
    #[inline]
    pub(super) fn tt_cutoff(
        &mut self,
        state: &G::State,
        entry: Entry,
        depth: i32,
        window: Window,
        turn: u32,
    ) -> Option<Score> {
        let stored = i32::from(entry.depth.0);
        let deep_enough = stored == depth || self.deeper_is_welcome && (stored > depth || entry.complete);
        let settles = |score: Score| {
            let score = score.from_node_to_root(turn);
            entry.bound.settles(score, window.alpha, window.beta).then_some(score)
        };
        let mut score = settles(entry.score).filter(|_| deep_enough)?;
        let mut proven = entry.complete;
        if let Some(left) = self.moves_to_limit(state) {
            let ends = match entry.bound {
                Bound::Exact => entry.score.is_mate(),
                Bound::Lower => entry.score.is_win(),
                Bound::Upper => (-entry.score).is_win(),
            };
            if ends {
                let known = within_limit(entry.score, left)?;
                score = settles(known)?;
                proven &= known == entry.score;
            } else if !entry.complete && left < NEAR_MOVE_LIMIT {
                // The draw by the limit was further away when this value was stored.
                return None;
            }
        }
        self.estimated |= !proven;
        Some(score)
    }

    /// Number of moves left to the move limit, if there is one.
    #[inline]
    fn moves_to_limit(&self, state: &G::State) -> Option<u32> {
        let limit = self.game.draw_rules(state).move_limit;
        (limit > 0).then(|| limit.saturating_sub(self.line.halfmove_clock()).into())
    }

    /// Returns the value of a position during its search, if another thread has stored it meanwhile.
    #[inline]
    pub(super) fn found_elsewhere(
        &mut self,
        state: &G::State,
        key: Key,
        depth: i32,
        window: Window,
        node: NodeInfo,
    ) -> Option<Score> {
        let entry = self.probe(key)?;
        self.tt_cutoff(state, entry, depth, window, node.turn)
    }

    /// Returns the value of the position if the game is over.
    #[inline]
    pub(super) fn ended(&self, state: &G::State, turn: u32) -> Option<Score> {
        self.game.ending(state).map(|ending| ending.score(state.side(), turn))
    }

    /// Returns the value of the position if the oracle knows it or the game is over. `None` without an
    /// oracle.
    #[inline]
    pub(super) fn known_exactly(&mut self, state: &G::State, turn: u32) -> Option<Score> {
        self.oracle.as_ref()?;
        self.ended(state, turn).or_else(|| self.ask_oracle(state, turn))
    }

    /// Returns the oracle's value of an unfinished position.
    #[inline]
    pub(super) fn ask_oracle(&mut self, state: &G::State, turn: u32) -> Option<Score> {
        let oracle = self.oracle?;
        self.consult(oracle, state, turn)
    }

    /// Kept out of line for searches without an oracle.
    #[cold]
    #[inline(never)]
    fn consult(&mut self, oracle: &dyn Oracle<G>, state: &G::State, turn: u32) -> Option<Score> {
        let score = oracle.probe(self.game, state);
        self.count_listed(ORACLE_WORK);
        let score = score?;
        let known = match self.moves_to_limit(state) {
            Some(left) => within_limit(score, left)?,
            None => score,
        };
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        self.estimated |= known != score;
        Some(known.from_node_to_root(turn))
    }
}

/// Adapts a value found without the move limit to `left` moves before it. A win or loss beyond the limit
/// becomes an estimate: the shorter it is, the more likely some move resets the count in time. Near the limit
/// the result is `None`, because a search can see such moves.
fn within_limit(score: Score, left: u32) -> Option<Score> {
    match score.plies_to_end() {
        Some(plies) if plies > left => {
            let estimate = Score::LIMIT - plies as i32;
            (left >= NEAR_MOVE_LIMIT).then_some(if score > Score::DRAW { estimate } else { -estimate })
        }
        _ => Some(score),
    }
}
