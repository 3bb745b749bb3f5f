//! How a game ends by its position.

use plywright::{Ending, Side};

use crate::game::Mill;
use crate::rules::{BoardFull, Stalemate};
use crate::state::{Phase, State};

impl Mill {
    /// How the game ended, if it did.
    #[inline]
    pub(crate) fn ended(&self, state: &State) -> Option<Ending> {
        if let Some(ending) = self.ended_by_stones(state) {
            return Some(ending);
        }
        if self.is_stuck(state) { Some(self.stalemate(state)) } else { None }
    }

    /// How the game ended before any moves are looked for: too few stones, a mill that wins, or a full board.
    #[inline]
    pub(crate) fn ended_by_stones(&self, state: &State) -> Option<Ending> {
        if let Some(loser) = self.without_enough_stones(state) {
            return Some(Ending::Win(!loser));
        }
        if self.special { self.ended_by_special_rules(state) } else { None }
    }

    #[cold]
    #[inline(never)]
    fn ended_by_special_rules(&self, state: &State) -> Option<Ending> {
        match state.phase {
            Phase::Over => self.ended_on_the_other_side(state),
            _ => self.ended_by_mill(state).or_else(|| self.ended_by_full_board(state)),
        }
    }

    /// Has a mill won the game? If both sides have one, it was that of the last to move.
    pub(crate) fn ended_by_mill(&self, state: &State) -> Option<Ending> {
        if !self.rules.mill_wins {
            return None;
        }
        let has_mill = |side: &Side| !self.board.in_mills(state.stones(*side)).is_empty();
        [!state.side, state.side].into_iter().find(has_mill).map(Ending::Win)
    }

    /// How the game ended if it is the other side that should be moving.
    pub(crate) fn ended_on_the_other_side(&self, state: &State) -> Option<Ending> {
        let mut other = *state;
        other.pass_turn();
        other.set_phase(Phase::Moving);
        self.ended(&other)
    }

    /// The side that has too few stones left to win; the side to move where both have.
    #[inline]
    pub(crate) fn without_enough_stones(&self, state: &State) -> Option<Side> {
        let least = self.rules.pieces_at_least_count;
        if state.total[0] >= least && state.total[1] >= least {
            return None;
        }
        Some(if state.total(state.side) < least { state.side } else { !state.side })
    }

    /// Placing has filled the board, and no removals have been agreed for that.
    pub(crate) fn is_full_at_the_end_of_placing(&self, state: &State) -> bool {
        state.phase == Phase::Moving && state.removals == [0, 0] && self.empty(state).is_empty()
    }

    fn ended_by_full_board(&self, state: &State) -> Option<Ending> {
        let ending = match self.rules.board_full {
            BoardFull::FirstPlayerLoses => Ending::Win(Side::Second),
            BoardFull::Draw => Ending::Draw,
            _ => return None,
        };
        self.is_full_at_the_end_of_placing(state).then_some(ending)
    }

    /// How the game ended for a side to move that has no legal move.
    #[inline]
    pub(crate) fn stalemate(&self, state: &State) -> Ending {
        match self.rules.stalemate {
            // When the turn has passed and the other side has no move either, nobody wins.
            Stalemate::Draw | Stalemate::ChangeSide => Ending::Draw,
            _ => Ending::Win(!state.side),
        }
    }

    /// Is the side to move without a legal move?
    #[inline]
    fn is_stuck(&self, state: &State) -> bool {
        if self.special {
            return self.list_is_empty(state);
        }
        if state.pending() != 0 {
            return state.opposing().is_empty();
        }
        let empty = self.empty(state);
        if state.places() {
            empty.is_empty()
        } else if self.flies(state) {
            empty.is_empty() || state.own().is_empty()
        } else {
            (self.board.adjacent(state.own()) & empty).is_empty()
        }
    }
}
