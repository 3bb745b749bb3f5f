//! Change of turns: the end of placing, full boards, impossible removals, and sides without a move.

use plywright::Side;

use super::FamilyRules;
use crate::position::{Phase, State};
use crate::rules::{BoardFull, MillWhilePlacing, Stalemate};

/// Maximum number of empty points at which placing stops, under `stop_placing_when_two_empty_squares`.
const POINTS_LEFT_EMPTY: u32 = 2;

impl FamilyRules {
    pub(super) fn end_turn(&self, state: &mut State) {
        let mover = state.side;
        state.pass_turn();
        self.begin_turn(state, mover);
    }

    /// Begins the turn of the side to move. Ends placing if it is over, updates the phase, and applies the rules for
    /// blocked sides and a full board; all this can change the side to move. `mover` is the side that made the last
    /// move. If `mover` is to move again and the game is over, the turn passes.
    pub(super) fn begin_turn(&self, state: &mut State, mover: Side) {
        self.stop_placing_on_crowded_board(state);
        if state.places() != (state.phase == Phase::Placing) {
            if state.hand == [0, 0] {
                self.end_placing(state);
            }
            state.set_phase_by_hand();
        }
        if state.phase == Phase::Stalemate && state.removals == [0, 0] {
            state.set_phase(Phase::Moving);
        }
        self.apply_special_rules(state);
        if state.side == mover {
            self.pass_if_over(state);
        }
    }

    /// Completes a position that was read from a text. Sets [`Phase::Stalemate`] if a removal is pending because a side
    /// was blocked, and applies the rules for special cases as at the start of a turn. `is_over` says that the text
    /// calls the game over. If it is set, but the game is over only with the other side to move, sets [`Phase::Over`].
    pub(crate) fn restore(&self, state: &mut State, is_over: bool) {
        let removes_for_stalemate = self.rules.stalemate_removes()
            && state.phase == Phase::Moving
            && state.pending() > 0
            && !self.removes_for_full_board(state)
            && self.has_no_slide(state);
        if removes_for_stalemate {
            state.set_phase(Phase::Stalemate);
        }
        self.apply_special_rules(state);
        if is_over && self.ending(state).is_none() && self.ending_for_other_side(state).is_some() {
            state.set_phase(Phase::Over);
        }
    }

    /// Whether the pending removal seems to be due to a full board. Then no point is empty, or one point is empty,
    /// because the other side has just made the first of two removals.
    pub(super) fn removes_for_full_board(&self, state: &State) -> bool {
        let second_remover = match self.rules.board_full {
            BoardFull::FirstAndSecondRemove => Some(Side::Second),
            BoardFull::SecondAndFirstRemove => Some(Side::First),
            _ => None,
        };
        match self.empty(state).count() {
            0 => true,
            1 => state.halfmove_clock == 0 && second_remover == Some(state.side),
            _ => false,
        }
    }

    /// Applies the rules for special cases at the start of a turn: a full board, an impossible removal, a side without
    /// a move. Does nothing if too few stones or a mill have ended the game.
    fn apply_special_rules(&self, state: &mut State) {
        if self.standard.side_without_enough_stones(state).is_some() || self.ending_by_mill(state).is_some() {
            return;
        }
        if self.is_full_after_placing(state) {
            self.resolve_full_board(state);
        }
        if state.pending() != 0 && self.removable(state).is_empty() {
            state.set_removals(state.side, 0);
            if state.removals == [0, 0] {
                state.set_phase_by_hand();
            }
        }
        if state.phase == Phase::Moving && state.pending() == 0 && self.has_no_slide(state) {
            self.resolve_stalemate(state);
        }
    }

    /// Passes the turn if the game is over. The side to move must have made the last move. Sets [`Phase::Over`] if the
    /// ending would differ after the pass.
    fn pass_if_over(&self, state: &mut State) {
        if let Some(ended) = self.ending(state) {
            state.set_side(!state.side);
            state.set_phase_by_hand();
            if self.ending(state) != Some(ended) {
                state.set_phase(Phase::Over);
            }
        }
    }

    fn stop_placing_on_crowded_board(&self, state: &mut State) {
        if self.rules.stop_placing_when_two_empty_squares
            && state.hand != [0, 0]
            && self.empty(state).count() <= POINTS_LEFT_EMPTY
        {
            for side in Side::BOTH {
                state.discard_from_hand(side, state.hand(side));
            }
            // `begin_turn` calls `end_placing` only if the phase must change. In a position that was set up, the side
            // that moved may have had no stone in hand, so that the phase is already moving.
            state.sweep_marked();
        }
    }

    fn end_placing(&self, state: &mut State) {
        state.sweep_marked();
        if self.rules.mill_while_placing == MillWhilePlacing::CountAtTheEnd {
            set_both_removals(state, self.removals_when_placing_ends(state));
        }
        if let Some(first) = self.first_after_placing() {
            state.set_side(first);
        }
    }

    /// Returns the side that moves first after placing; `None` if turns go on alternating.
    fn first_after_placing(&self) -> Option<Side> {
        let rules = &self.rules;
        let turns_alternate = match rules.mill_while_placing {
            MillWhilePlacing::RemoveFromHandThenOpponent => true,
            MillWhilePlacing::RemoveFromHandThenSelf => {
                rules.may_remove_multiple || rules.may_move_in_placing_phase
            }
            MillWhilePlacing::MarkAndDelay | MillWhilePlacing::CountAtTheEnd => false,
            MillWhilePlacing::RemoveFromBoard | MillWhilePlacing::OpponentRemovesOwn => {
                rules.may_move_in_placing_phase
            }
        };
        match (rules.is_defender_move_first, turns_alternate) {
            (true, _) => Some(Side::Second),
            (false, true) => None,
            (false, false) => Some(Side::First),
        }
    }

    fn resolve_full_board(&self, state: &mut State) {
        let (removals, first) = match self.rules.board_full {
            BoardFull::FirstPlayerLoses | BoardFull::Draw => return,
            BoardFull::FirstAndSecondRemove => ([1, 1], Side::First),
            BoardFull::SecondAndFirstRemove => ([1, 1], Side::Second),
            BoardFull::SideToMoveRemoves if self.rules.is_defender_move_first => ([0, 1], Side::Second),
            BoardFull::SideToMoveRemoves => ([1, 0], Side::First),
        };
        set_both_removals(state, removals);
        state.set_side(first);
    }

    fn resolve_stalemate(&self, state: &mut State) {
        match self.rules.stalemate {
            Stalemate::Loss | Stalemate::Draw => {}
            Stalemate::ChangeSide => {
                state.pass_turn();
                state.set_phase_by_hand();
            }
            Stalemate::RemoveAndMove | Stalemate::RemoveAndChangeSide => {
                state.set_removals(state.side, 1);
                state.set_phase(Phase::Stalemate);
            }
            Stalemate::BothRemove => {
                set_both_removals(state, [1, 1]);
                state.set_phase(Phase::Stalemate);
            }
        }
    }
}

fn set_both_removals(state: &mut State, removals: [i8; 2]) {
    for (side, due) in Side::BOTH.into_iter().zip(removals) {
        state.set_removals(side, due);
    }
}
