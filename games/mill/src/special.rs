//! What mills and captures bring about under the rarer rules.

use plywright::Side;

use crate::captures::Capture;
use crate::game::Mill;
use crate::point::Point;
use crate::point::PointSet;
use crate::rules::{MillWhilePlacing, Rules, Stalemate};
use crate::state::{Phase, State};

impl Rules {
    /// Is there a rule that the common code leaves out?
    pub(crate) fn are_special(&self) -> bool {
        let common = Self {
            layout: self.layout,
            piece_count: self.piece_count,
            fly_piece_count: self.fly_piece_count,
            pieces_at_least_count: self.pieces_at_least_count,
            may_fly: self.may_fly,
            has_diagonal_lines: self.has_diagonal_lines,
            n_move_rule: self.n_move_rule,
            endgame_n_move_rule: self.endgame_n_move_rule,
            threefold_repetition_rule: self.threefold_repetition_rule,
            custodian_capture: self.custodian_capture,
            intervention_capture: self.intervention_capture,
            leap_capture: self.leap_capture,
            ..Self::NINE_MENS_MORRIS
        };
        *self != common || self.captures() || self.board().is_crowded()
    }
}

/// Mills that a stone has just closed and that count.
struct ClosedMills {
    number: i8,
    points: PointSet,
}

impl Mill {
    /// A stone has come to `to`, from the board or from the hand.
    pub(crate) fn special_arrival(&self, state: &mut State, from: Option<Point>, to: Point) {
        let capture = self.capture(state, from, to);
        if capture.is_leap {
            state.set_removals(state.side, 1);
            state.set_targets(capture.targets);
            return;
        }
        let mills = self.closed_mills(state, to);
        if self.rules.mill_wins && mills.number > 0 {
            self.end_turn::<true>(state);
        } else if mills.number > 0 && !state.opposing().is_empty() {
            self.remember_mill(state, from, to, &mills);
            if from.is_none() {
                self.mill_while_placing(state, &mills, &capture);
            } else {
                self.earn(state, self.due_for(&mills), capture.targets);
            }
        } else if !capture.targets.is_empty() {
            self.earn(state, capture.total, capture.targets);
        } else {
            if from.is_some() {
                state.set_last_mill(state.side, [0, 0]);
            }
            self.end_turn::<true>(state);
        }
    }

    /// The mills closed on `to`, but for those that have been used up.
    fn closed_mills(&self, state: &State, to: Point) -> ClosedMills {
        let used = state.used_mills[state.side.index()];
        let mut mills = ClosedMills { number: 0, points: PointSet::EMPTY };
        for others in self.board.mills_closed(state.own(), to) {
            let line = others | PointSet::of(to);
            if !(self.rules.one_time_use_mill && used.contains_all(line)) {
                mills.number += 1;
                mills.points |= line;
            }
        }
        mills
    }

    fn remember_mill(&self, state: &mut State, from: Option<Point>, to: Point, mills: &ClosedMills) {
        if self.rules.one_time_use_mill {
            state.use_up_mills(state.side, mills.points);
        }
        if self.rules.restrict_repeated_mills_formation {
            state.set_last_mill(state.side, [from.map_or(0, Point::number), to.number()]);
        }
    }

    /// How many stones the mills take.
    fn due_for(&self, mills: &ClosedMills) -> i8 {
        if self.rules.may_remove_multiple { mills.number } else { 1 }
    }

    /// The side to move has `due` stones to take, first of all `targets`.
    fn earn(&self, state: &mut State, due: i8, targets: PointSet) {
        state.set_removals(state.side, due);
        state.set_targets(targets);
        if self.removable::<true>(state).is_empty() {
            state.set_removals(state.side, 0);
            state.set_targets(PointSet::EMPTY);
            self.end_turn::<true>(state);
        }
    }

    fn mill_while_placing(&self, state: &mut State, mills: &ClosedMills, capture: &Capture) {
        let due = self.due_for(mills);
        match self.rules.mill_while_placing {
            MillWhilePlacing::RemoveFromBoard | MillWhilePlacing::MarkAndDelay => {
                let besides = if self.rules.may_remove_multiple { capture.total } else { 0 };
                self.earn(state, due + besides, capture.targets);
            }
            MillWhilePlacing::RemoveFromHandThenOpponent | MillWhilePlacing::RemoveFromHandThenSelf => {
                self.remove_from_hand(state, due);
            }
            MillWhilePlacing::OpponentRemovesOwn => {
                state.pass_turn();
                state.set_removals(state.side, -due);
            }
            MillWhilePlacing::CountAtTheEnd => self.end_turn::<true>(state),
        }
    }

    /// The opponent loses stones in hand; what its hand lacks is taken from the board.
    fn remove_from_hand(&self, state: &mut State, due: i8) {
        let opponent = !state.side;
        let taken = state.hand(opponent).min(due.unsigned_abs());
        state.discard_from_hand(opponent, taken);
        let left = due - taken.cast_signed();
        if left > 0 {
            self.earn(state, left, PointSet::EMPTY);
        } else if self.rules.mill_while_placing == MillWhilePlacing::RemoveFromHandThenOpponent {
            self.end_turn::<true>(state);
        } else {
            self.begin_turn::<true>(state, state.side);
        }
    }

    /// How many removals are left after one of the stone on `at`; also sees to the stones that captures name.
    pub(crate) fn due_after_removing(&self, state: &mut State, at: Point) -> i8 {
        let pending = state.pending();
        if pending < 0 {
            return pending + 1;
        }
        let targets = state.targets;
        if targets.is_empty() {
            return pending - 1;
        }
        state.set_targets(PointSet::EMPTY);
        if targets.contains(at) {
            let counterpart = self.counterpart(state, targets, at);
            state.set_targets(counterpart);
            return counterpart.count() as i8;
        }
        pending - self.capture_total(state, targets) - 1
    }

    /// The last removal of the side to move is done.
    pub(crate) fn special_removal_done(&self, state: &mut State, took_own: bool) {
        state.set_targets(PointSet::EMPTY);
        let moves_on = state.phase == Phase::Stalemate && self.rules.stalemate == Stalemate::RemoveAndMove;
        if moves_on && self.without_enough_stones(state).is_none() {
            state.set_phase(Phase::Moving);
        } else if took_own && self.rules.mill_while_placing == MillWhilePlacing::OpponentRemovesOwn {
            // It was the other side's mill: now this side's own turn begins.
            self.begin_turn::<true>(state, state.side);
        } else {
            self.end_turn::<true>(state);
        }
    }

    /// The removals that are due when placing ends, from the mills that both sides then have.
    pub(crate) fn set_removals_by_mills(&self, state: &mut State) {
        let mills = |side| {
            let stones = state.stones(side);
            self.board.lines().iter().filter(|line| line.iter().all(|point| stones.contains(*point))).count()
                as i8
        };
        let removals = match (mills(Side::First), mills(Side::Second)) {
            (0, 0) => [-1, -1],
            (_, 0) => [2, 1],
            (0, _) => [1, 2],
            (white, black) if white > black => [black + 1, black],
            (white, black) if white < black => [white, white + 1],
            (white, black) => [white, black],
        };
        Side::BOTH.iter().zip(removals).for_each(|(side, due)| state.set_removals(*side, due));
    }

    /// Would the move undo the side's last mill to close the one before it again, where rules forbid that?
    pub(crate) fn repeats_mill(&self, state: &State, from: Point, to: Point) -> bool {
        let side = state.side.index();
        if !self.rules.restrict_repeated_mills_formation
            || state.last_mill[side] != [to.number(), from.number()]
        {
            return false;
        }
        let own = state.own();
        let counts = |others: PointSet, point: Point| {
            !(self.rules.one_time_use_mill && state.used_mills[side].contains_all(others.with(point)))
        };
        self.board.mills_closed(own, from).any(|others| counts(others, from))
            && self.board.mills_closed(own.without(from), to).any(|others| counts(others, to))
    }
}
