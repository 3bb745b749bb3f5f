//! Playing a move.
//!
//! Every function that common rule sets go through is compiled twice: with `SPECIAL` false it knows nothing of the
//! rules in [`Mill::special`], so that Nine Men's Morris does not pay for its relatives.

use plywright::Side;

use crate::game::Mill;
use crate::moves::{Action, Move};
use crate::point::Point;
use crate::rules::{BoardFull, MillWhilePlacing, Stalemate};
use crate::state::{Phase, State};

impl Mill {
    /// Plays a legal move.
    #[expect(clippy::inline_always, reason = "perft is a quarter slower when this is called instead")]
    #[inline(always)]
    pub(crate) fn apply<const SPECIAL: bool>(&self, state: &mut State, mv: Move) {
        match mv.action() {
            Action::Place(to) => self.place::<SPECIAL>(state, to),
            Action::Slide(from, to) => self.slide::<SPECIAL>(state, from, to),
            Action::Remove(at) => self.remove::<SPECIAL>(state, at),
        }
    }

    /// The same, out of the way of the common rules.
    #[cold]
    #[inline(never)]
    pub(crate) fn apply_under_special_rules(&self, state: &mut State, mv: Move) {
        self.apply::<true>(state, mv);
    }

    #[inline]
    fn place<const SPECIAL: bool>(&self, state: &mut State, to: Point) {
        let side = state.side;
        state.put(side, to);
        state.take_from_hand(side);
        state.halfmove_clock = 0;
        if SPECIAL {
            self.special_arrival(state, None, to);
        } else {
            self.arrival(state, to);
        }
    }

    #[inline]
    fn slide<const SPECIAL: bool>(&self, state: &mut State, from: Point, to: Point) {
        let side = state.side;
        state.lift(side, from);
        state.put(side, to);
        state.halfmove_clock = state.halfmove_clock.saturating_add(1);
        if SPECIAL {
            self.special_arrival(state, Some(from), to);
        } else {
            self.arrival(state, to);
        }
    }

    /// A stone has come to `to`: a closed mill earns a removal by the same side, else the turn ends.
    #[inline]
    fn arrival(&self, state: &mut State, to: Point) {
        if self.board.closes_mill_in_table(state.own(), to) && !state.opposing().is_empty() {
            state.set_removals(state.side, 1);
        } else {
            self.end_turn::<false>(state);
        }
    }

    /// Takes a stone. The turn ends with the last removal that is due and possible, and with the game.
    #[inline]
    fn remove<const SPECIAL: bool>(&self, state: &mut State, at: Point) {
        let removes_own = SPECIAL && state.pending() < 0;
        let victim = if removes_own { state.side } else { !state.side };
        let due = if SPECIAL { self.due_after_removing(state, at) } else { state.pending() - 1 };
        state.lift(victim, at);
        state.total[victim.index()] -= 1;
        state.halfmove_clock = 0;
        if SPECIAL && self.rules.marks_stones() && state.phase == Phase::Placing && !removes_own {
            state.mark(at);
        }
        state.set_removals(state.side, due);
        let goes_on = due != 0
            && self.without_enough_stones(state).is_none()
            && !self.removable::<SPECIAL>(state).is_empty();
        if !goes_on {
            state.set_removals(state.side, 0);
            if SPECIAL {
                self.special_removal_done(state, removes_own);
            } else {
                self.end_turn::<false>(state);
            }
        }
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(crate) fn end_turn<const SPECIAL: bool>(&self, state: &mut State) {
        let mover = state.side;
        state.pass_turn();
        self.begin_turn::<SPECIAL>(state, mover);
    }

    /// Brings the phase into line with the hand of the side to move, and sees to what else a turn after one of `mover`
    /// may start with.
    #[inline]
    pub(crate) fn begin_turn<const SPECIAL: bool>(&self, state: &mut State, mover: Side) {
        if SPECIAL {
            self.stop_placing_on_a_crowded_board(state);
        }
        if state.places() != (state.phase == Phase::Placing) {
            self.change_phase::<SPECIAL>(state);
        }
        if SPECIAL {
            if state.phase == Phase::Stalemate && state.removals == [0, 0] {
                state.set_phase(Phase::Moving);
            }
            self.settle(state);
            if state.side == mover {
                self.pass_turn_at_the_end(state);
            }
        }
    }

    /// The turn passes with the move that ends the game, also where the mover was to move again.
    fn pass_turn_at_the_end(&self, state: &mut State) {
        if let Some(ending) = self.ended(state) {
            state.set_side(!state.side);
            if self.ended(state) != Some(ending) {
                state.set_phase(Phase::Over);
            }
        }
    }

    #[cold]
    fn change_phase<const SPECIAL: bool>(&self, state: &mut State) {
        if state.hand == [0, 0] {
            self.end_placing::<SPECIAL>(state);
        }
        state.set_phase_by_hand();
    }

    /// All stones are placed: the first mover moves.
    fn end_placing<const SPECIAL: bool>(&self, state: &mut State) {
        if SPECIAL {
            state.sweep_marked();
            if self.rules.mill_while_placing == MillWhilePlacing::CountAtTheEnd {
                self.set_removals_by_mills(state);
            }
        }
        if let Some(first) = self.first_mover() {
            state.set_side(first);
        }
    }

    /// Who moves first after placing; `None` where the turns just go on.
    fn first_mover(&self) -> Option<Side> {
        let rules = &self.rules;
        let turns_go_on = match rules.mill_while_placing {
            MillWhilePlacing::RemoveFromHandThenOpponent => true,
            MillWhilePlacing::RemoveFromHandThenSelf => {
                rules.may_remove_multiple || rules.may_move_in_placing_phase
            }
            MillWhilePlacing::MarkAndDelay | MillWhilePlacing::CountAtTheEnd => false,
            MillWhilePlacing::RemoveFromBoard | MillWhilePlacing::OpponentRemovesOwn => {
                rules.may_move_in_placing_phase
            }
        };
        match (rules.is_defender_move_first, turns_go_on) {
            (true, _) => Some(Side::Second),
            (false, true) => None,
            (false, false) => Some(Side::First),
        }
    }

    /// Where the rules say so, hands are put aside when only two points are empty.
    fn stop_placing_on_a_crowded_board(&self, state: &mut State) {
        const CROWDED: u32 = 2;
        let rules = &self.rules;
        if rules.stop_placing_when_two_empty_squares
            && state.hand != [0, 0]
            && self.empty(state).count() <= CROWDED
        {
            for side in Side::BOTH {
                state.discard_from_hand(side, state.hand(side));
            }
        }
    }

    /// What a full board, a removal that cannot be carried out, and a side without a move bring about.
    pub(crate) fn settle(&self, state: &mut State) {
        if self.without_enough_stones(state).is_some() || self.ended_by_mill(state).is_some() {
            return;
        }
        if self.is_full_at_the_end_of_placing(state) {
            self.settle_full_board(state);
        }
        if state.pending() != 0 && self.removable::<true>(state).is_empty() {
            state.set_removals(state.side, 0);
        }
        if state.phase == Phase::Moving && state.pending() == 0 && self.has_no_slide(state) {
            self.settle_stalemate(state);
        }
    }

    fn settle_full_board(&self, state: &mut State) {
        let remove = |state: &mut State, removals: [i8; 2], first: Side| {
            Side::BOTH.iter().zip(removals).for_each(|(side, due)| state.set_removals(*side, due));
            state.set_side(first);
        };
        match self.rules.board_full {
            BoardFull::FirstPlayerLoses | BoardFull::Draw => {}
            BoardFull::FirstAndSecondRemove => remove(state, [1, 1], Side::First),
            BoardFull::SecondAndFirstRemove => remove(state, [1, 1], Side::Second),
            BoardFull::SideToMoveRemoves => {
                if self.rules.is_defender_move_first {
                    remove(state, [0, 1], Side::Second);
                } else {
                    remove(state, [1, 0], Side::First);
                }
            }
        }
    }

    fn settle_stalemate(&self, state: &mut State) {
        let side = state.side;
        match self.rules.stalemate {
            Stalemate::Loss | Stalemate::Draw => {}
            Stalemate::ChangeSide => {
                state.pass_turn();
                state.set_phase_by_hand();
            }
            Stalemate::RemoveAndMove | Stalemate::RemoveAndChangeSide => {
                state.set_removals(side, 1);
                state.set_phase(Phase::Stalemate);
            }
            Stalemate::BothRemove => {
                state.set_removals(side, 1);
                state.set_removals(!side, 1);
                state.set_phase(Phase::Stalemate);
            }
        }
    }
}
