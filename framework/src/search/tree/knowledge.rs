//! What is known of a position before its moves are searched: from the table, by the rules, by an oracle.

use std::sync::atomic::Ordering;

use super::node_info::{NodeInfo, Window};
use super::worker::Worker;
use crate::eval::Eval;
use crate::game::{Move, State};
use crate::key::Key;
use crate::oracle::Oracle;
use crate::score::Score;
use crate::search::root::SearchGame;
use crate::search::table::Entry;
use crate::symmetry::Symmetry;

/// With fewer moves left to the move limit than this, a decided position whose end comes later is searched
/// on.
const NEAR_MOVE_LIMIT: u32 = 12;

/// Moves in whose listing's time an oracle may answer: its files may have to be read first.
const ORACLE_WORK: usize = 512;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// The move that the table knows for the position by its code, if it can be had without listing moves.
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

    /// The value of a known position, if it was searched deep enough and settles what the window asks.
    #[inline]
    pub(super) fn tt_cutoff(&mut self, entry: Entry, depth: i32, window: Window, turn: u32) -> Option<Score> {
        let stored = i32::from(entry.depth.0);
        let deep_enough = stored == depth || self.deeper_is_welcome && (stored > depth || entry.complete);
        let score = entry.score.from_node_to_root(turn);
        let tt_cutoff = deep_enough && entry.bound.settles(score, window.alpha, window.beta);
        self.estimated |= tt_cutoff && !entry.complete;
        tt_cutoff.then_some(score)
    }

    /// The value of a position that is being searched, where another thread has found it meanwhile.
    #[inline]
    pub(super) fn found_elsewhere(
        &mut self,
        key: Key,
        depth: i32,
        window: Window,
        node: NodeInfo,
    ) -> Option<Score> {
        let entry = self.probe(key).filter(|_| node.excluded.is_none())?;
        self.tt_cutoff(entry, depth, window, node.turn)
    }

    /// The value of the position if the game is over.
    #[inline]
    pub(super) fn ended(&self, state: &G::State, turn: u32) -> Option<Score> {
        self.game.ending(state).map(|ending| ending.score(state.side(), turn))
    }

    /// The value of the position if there is an oracle and it knows the value, or the game is over.
    #[inline]
    pub(super) fn known_exactly(&mut self, state: &G::State, turn: u32) -> Option<Score> {
        self.oracle.as_ref()?;
        self.ended(state, turn).or_else(|| self.ask_oracle(state, turn))
    }

    /// What the oracle knows about a position in which the game goes on.
    #[inline]
    pub(super) fn ask_oracle(&mut self, state: &G::State, turn: u32) -> Option<Score> {
        let oracle = self.oracle?;
        self.consult(oracle, state, turn)
    }

    /// Out of the way of searches that have no oracle.
    #[cold]
    #[inline(never)]
    fn consult(&mut self, oracle: &dyn Oracle<G>, state: &G::State, turn: u32) -> Option<Score> {
        let score = oracle.probe(self.game, state);
        self.count_listed(ORACLE_WORK);
        let score = score?;
        let limit = u32::from(self.game.course(state).move_limit);
        let left = limit.saturating_sub(self.line.halfmove_clock().into());
        let in_time = score.plies_to_end().is_none_or(|plies| limit == 0 || plies < left);
        if !in_time && left < NEAR_MOVE_LIMIT {
            // A search must see whether a move that starts the count anew comes before the limit.
            return None;
        }
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        if in_time {
            return Some(score.from_node_to_root(turn));
        }
        // Not proven under the move limit, but nearer to a win the shorter it is.
        let distance = score.plies_to_end().unwrap_or(0) as i32;
        self.estimated = true;
        Some(if score > Score::DRAW { Score::LIMIT - distance } else { -(Score::LIMIT - distance) })
    }
}
