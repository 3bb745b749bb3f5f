//! Legal moves and endings under the family rules.

use plywright::{Ending, Moves, Side};

use super::FamilyRules;
use crate::board::PointSet;
use crate::position::{Move, Phase, State};
use crate::rules::{BoardFull, Duty, Stalemate};

impl FamilyRules {
    #[cold]
    pub(crate) fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        let ending = self.ending_before_moves(state);
        if ending.is_some() {
            return ending;
        }
        match self.standard.duty(state) {
            Duty::Remove => out.extend(self.removable(state).iter().map(Move::remove)),
            Duty::Place => {
                out.extend(self.empty(state).iter().map(Move::place));
                if self.rules.may_move_in_placing_phase {
                    out.extend(self.slides(state));
                }
            }
            Duty::Fly | Duty::Slide => out.extend(self.slides(state)),
        }
        out.is_empty().then(|| self.ending_without_moves(state))
    }

    #[cold]
    pub(crate) fn ending(&self, state: &State) -> Option<Ending> {
        self.moves(state, &mut Moves::new())
    }

    /// Returns the legal moves; none if the game is over.
    #[cold]
    pub(crate) fn legal_moves(&self, state: &State) -> Moves<Move> {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves
    }

    /// Returns the stones that the side to move may remove. A removal must be pending. The targets of a capture without
    /// a mill, if there are any, are the only choice unless more removals are pending than the capture takes.
    pub(super) fn removable(&self, state: &State) -> PointSet {
        let removes_own = state.pending() < 0;
        let stones = if removes_own { state.own() } else { state.opposing() };
        let regular = if !self.removes_for_stalemate(state) {
            self.standard.removable(stones)
        } else if removes_own {
            stones
        } else {
            stones & self.board().adjacent(state.own())
        };
        let targets = state.targets;
        if removes_own || targets.is_empty() {
            regular
        } else if state.pending() > self.capture_count(state, targets) {
            targets | regular
        } else {
            targets
        }
    }

    /// Whether the rule for blocked sides applies to the pending removals: the remover may take any opposing stone next
    /// to its own stones, even from a mill.
    fn removes_for_stalemate(&self, state: &State) -> bool {
        state.phase == Phase::Stalemate
            || (state.phase == Phase::Moving && self.rules.stalemate_removes() && self.has_no_slide(state))
    }

    /// Whether the side to move has no legal move of a stone on the board.
    pub(super) fn has_no_slide(&self, state: &State) -> bool {
        self.slides(state).next().is_none()
    }

    /// Returns the legal moves of stones on the board, leaps included. For a side that flies, a leap is a move to an
    /// empty point like any other.
    fn slides<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Move> + 'a {
        let empty = self.empty(state);
        let flies = self.standard.flies(state, state.side);
        state.own().iter().flat_map(move |from| {
            let reach =
                if flies { empty } else { (self.board().neighbours(from) & empty) | self.leaps(state, from) };
            let allowed = reach.iter().filter(move |to| !self.repeats_mill(state, from, *to));
            allowed.map(move |to| Move::slide(from, to))
        })
    }

    /// Whether a removal is pending because a side was blocked, although the board does not show it: the side to move
    /// can slide now, or the board is as full as for a removal from a full board. A position text needs an extra field
    /// in this case.
    pub(crate) fn hides_stalemate(&self, state: &State) -> bool {
        state.phase == Phase::Stalemate && (self.removes_for_full_board(state) || !self.has_no_slide(state))
    }

    /// Returns the ending if the game is over for any reason except that the side to move has no move: too few stones,
    /// a winning mill, a full board, or [`Phase::Over`].
    fn ending_before_moves(&self, state: &State) -> Option<Ending> {
        if let Some(loser) = self.standard.side_without_enough_stones(state) {
            return Some(Ending::Win(!loser));
        }
        match state.phase {
            Phase::Over => self.ending_for_other_side(state),
            _ => self.ending_by_mill(state).or_else(|| self.ending_by_full_board(state)),
        }
    }

    /// Returns the win by a mill, under rules where mills win. If both sides have a mill, the opponent of the side to
    /// move wins, because it made the last move.
    pub(super) fn ending_by_mill(&self, state: &State) -> Option<Ending> {
        if !self.rules.mill_wins {
            return None;
        }
        let has_mill = |side: &Side| !self.board().in_mills(state.stones(*side)).is_empty();
        [!state.side, state.side].into_iter().find(has_mill).map(Ending::Win)
    }

    fn ending_by_full_board(&self, state: &State) -> Option<Ending> {
        let ending = match self.rules.board_full {
            BoardFull::FirstPlayerLoses => Ending::Win(Side::Second),
            BoardFull::Draw => Ending::Draw,
            _ => return None,
        };
        self.is_full_after_placing(state).then_some(ending)
    }

    /// Whether placing has filled the board and no removal is due.
    pub(super) fn is_full_after_placing(&self, state: &State) -> bool {
        state.phase == Phase::Moving && state.removals == [0, 0] && self.empty(state).is_empty()
    }

    fn ending_without_moves(&self, state: &State) -> Ending {
        match self.rules.stalemate {
            // Under `ChangeSide`, the other side was blocked too and has already passed the turn, so the game is drawn.
            Stalemate::Draw | Stalemate::ChangeSide => Ending::Draw,
            _ => Ending::Win(!state.side),
        }
    }

    /// Returns the ending of the same stones in the moving phase with the other side to move; `None` if the game would
    /// not be over then.
    pub(super) fn ending_for_other_side(&self, state: &State) -> Option<Ending> {
        let mut other = *state;
        other.pass_turn();
        other.set_phase(Phase::Moving);
        self.ending(&other)
    }
}
