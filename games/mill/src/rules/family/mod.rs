//! Rules in which other members of the family differ from the standard rules.
//!
//! This module handles every parameter of [`Rules`](crate::Rules) that the standard rules lack. It lists all
//! moves to count them or to look one up: these games run at a fraction of the standard game's speed.

mod context;
mod ending;
mod line_captures;
mod listing;
mod mills;
mod play;
mod restore;
mod turn;

use plywright::{Ending, Moves};

pub(crate) use context::FamilyRules;

use crate::board::Point;
use crate::position::{Action, Move, Phase, State};
use crate::rules::{CaptureKind, RuleSheet};

impl RuleSheet for FamilyRules {
    #[cold]
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        if let Some(ending) = ending::before_moves(self, state) {
            return Some(ending);
        }
        listing::list(self, state, out);
        if out.is_empty() { Some(ending::without_moves(self, state)) } else { None }
    }

    #[cold]
    fn ending(&self, state: &State) -> Option<Ending> {
        ending::ending(self, state)
    }

    #[cold]
    fn count(&self, state: &State) -> u64 {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.len() as u64
    }

    #[cold]
    fn is_legal(&self, state: &State, mv: Move) -> bool {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }

    #[cold]
    #[inline(never)]
    fn play(&self, state: &mut State, mv: Move) {
        play::play(self, state, mv);
    }

    #[cold]
    fn wins_stones(&self, state: &State, mv: Move) -> bool {
        let mut after = *state;
        self.play(&mut after, mv);
        let (own, other) = (state.side.index(), state.side.other().index());
        matches!(mv.action(), Action::Remove(_))
            || after.removals[own] != 0
            || after.removals[other] < 0
            || ending::by_mill(self, &after).is_some()
            || after.total[other] < state.total[other]
    }

    #[cold]
    fn noisy(&self, state: &State, out: &mut Moves<Move>) {
        self.moves(state, out);
        out.retain(|mv| self.wins_stones(state, *mv));
    }

    fn restore(&self, state: &mut State, is_over: bool) {
        restore::restore(self, state, is_over);
    }

    fn capture_kind(&self, state: &State, at: Point) -> Option<CaptureKind> {
        Some(line_captures::kind(self, state, at))
    }

    fn hides_stalemate(&self, state: &State) -> bool {
        state.phase == Phase::Stalemate && !listing::has_no_slide(self, state)
    }
}
