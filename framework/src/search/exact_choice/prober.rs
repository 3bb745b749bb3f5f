//! Probes an oracle for the root moves, within time limits.
//!
//! The limits are loose: a move chosen without its exact value can cost the game, so probing may go on for some
//! milliseconds after the end of the search's time, unless the player's clock would run out.

use std::cell::Cell;
use std::time::Duration;

use super::super::algorithm::{Root, SearchGame};
use super::super::control::Control;
use super::super::line::Child;
use super::super::oracle::{Oracle, value_of_move};
use super::super::value::Value;
use crate::rules::{Moves, PositionHistory, State};

/// Minimum time for probing the root moves, even if the time limit has passed. Fast tables need less than a
/// millisecond, slow ones about ten. The rest is a reserve for a busy processor.
const GRACE: Duration = Duration::from_millis(15);

/// Minimum time for probing while no move is known to keep the result, because an arbitrary move would do more harm
/// than the loss of time. Slow tables need up to 50 milliseconds for all moves. After a stop, the minimum is [`GRACE`].
const GRACE_WITHOUT_MOVE: Duration = Duration::from_millis(100);

/// Time limits of probing.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'a> {
    pub(super) control: &'a Control,
    /// Time when probing began.
    pub(super) began: Duration,
}

impl Deadline<'_> {
    /// Whether the search is stopped or out of time, and probing has lasted for `grace`. If the player's clock would
    /// run out, `grace` does not count.
    fn is_late_by(self, grace: Duration) -> bool {
        let has_passed = || self.control.elapsed() >= self.began + grace || self.control.is_past_latest();
        self.control.is_over() && has_passed()
    }

    /// Whether probing ends once a move is known to keep the result: the search is stopped or out of time, and
    /// [`GRACE`] has passed.
    pub(super) fn is_late(self) -> bool {
        self.is_late_by(GRACE)
    }

    /// Whether probing ends even if no move is known to keep the result: the search is stopped and [`GRACE`] has
    /// passed, or the search is out of time and [`GRACE_WITHOUT_MOVE`] has passed.
    pub(super) fn gives_up(self) -> bool {
        self.is_late() && (self.control.is_stopped() || self.is_late_by(GRACE_WITHOUT_MOVE))
    }
}

/// Decides between root moves of equal exact values; the greatest is best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TieBreak {
    /// Grade of a drawing move for its player; `None` if it is unknown, and for other moves.
    pub(super) grade: Option<i32>,
    /// For a draw, whether the game goes on to a new position. For a win, whether it is known to succeed within the
    /// move limit.
    pub(super) is_preferred: bool,
}

pub(super) struct Prober<'a, G> {
    pub(super) game: &'a G,
    pub(super) oracle: &'a dyn Oracle<G>,
    pub(super) deadline: Deadline<'a>,
    pub(super) tb_hits: Cell<u64>,
    /// Whether a draw rule has made a draw of a move whose exact value is not a draw.
    pub(super) has_forced_draw: Cell<bool>,
}

impl<G: SearchGame> Prober<'_, G> {
    pub(super) fn count_hits(&self, hits: usize) {
        self.tb_hits.set(self.tb_hits.get() + hits as u64);
    }

    /// Returns the value of a move for the side that plays it: a draw if a repetition or the move limit ends the game
    /// after the move, otherwise the exact value. `None` if the exact value is unknown. `line` ends in `state`.
    pub(super) fn value(&self, state: &G::State, line: &mut PositionHistory, mv: G::Move) -> Option<Value> {
        let value = value_of_move(self.game, self.oracle, state, mv)?;
        let Child { state: next, turn } = line.play(self.game, state, mv);
        let is_drawn =
            self.game.ending(&next).is_none() && line.is_drawn_at(self.game, &next, turn.continues());
        line.pop();
        if is_drawn && value != Value::DRAW {
            self.has_forced_draw.set(true);
        }
        Some(if is_drawn { Value::DRAW } else { value })
    }

    /// Whether a search would see the exact value of a move, because the move ends the game or [`Oracle::probe`] knows
    /// the position after it. The search then cannot choose among moves of this value.
    pub(super) fn is_fast(&self, state: &G::State, mv: G::Move) -> bool {
        let next = Child::new(self.game, state, mv).state;
        self.game.ending(&next).is_some() || self.oracle.probe(self.game, &next).is_some()
    }

    /// Returns the tie break of a drawing move. If the turn goes on after the move, this is the best tie break of the
    /// moves that keep the draw.
    pub(super) fn tie_break_of_draw(
        &self,
        state: &G::State,
        line: &PositionHistory,
        mv: G::Move,
    ) -> TieBreak {
        let Child { state: next, turn } = Child::new(self.game, state, mv);
        if line.would_repeat(next.key()) || self.game.ending(&next).is_some() {
            return TieBreak::default();
        }
        let new_position = TieBreak { grade: None, is_preferred: true };
        if turn.continues() {
            let mut replies = Moves::new();
            self.game.distinct_moves(&next, &mut replies);
            let is_draw =
                |mv: &G::Move| value_of_move(self.game, self.oracle, &next, *mv) == Some(Value::DRAW);
            let draws = replies.into_iter().filter(is_draw);
            return draws.map(|mv| self.tie_break_of_draw(&next, line, mv)).max().unwrap_or(new_position);
        }
        let grade = if turn.passed() { self.oracle.grade(self.game, &next) } else { None };
        TieBreak { grade: grade.map(|grade| -grade), ..new_position }
    }

    /// Whether the shortest win that begins with `first` succeeds within the move limit against the longest
    /// resistance. `false` if the search ends before this is known. `value` is the value of `first`. Looks up all moves
    /// of each position of that line.
    pub(super) fn wins_in_time(&self, root: &Root<G>, first: G::Move, mut value: Value) -> bool {
        let mut state = root.state.clone();
        let mut line = root.history.clone();
        let mut next = first;
        loop {
            let limit = u32::from(self.game.draw_rules(&state).move_limit);
            let plies = value.plies().unwrap_or(u32::MAX);
            if limit == 0 || u32::from(line.halfmove_clock()).saturating_add(plies) <= limit {
                return true;
            }
            if self.deadline.is_late() {
                return false;
            }
            state = line.play(self.game, &state, next).state;
            // The win is not known to succeed in time if no best move is known, or if the best move only draws.
            match self.best(&state, &mut line) {
                Some(best) if best.0 != Value::DRAW => (value, next) = best,
                _ => return false,
            }
        }
    }

    /// Returns the best move of a position with its value; `None` if the value of a move is unknown or the
    /// game is over.
    fn best(&self, state: &G::State, line: &mut PositionHistory) -> Option<(Value, G::Move)> {
        let mut moves = Moves::new();
        if self.game.distinct_moves(state, &mut moves).is_some() {
            return None;
        }
        self.count_hits(moves.len());
        let valued = moves.iter().map(|mv| Some((self.value(state, line, *mv)?, *mv)));
        valued.collect::<Option<Vec<_>>>()?.into_iter().max_by_key(|(value, _)| *value)
    }
}
