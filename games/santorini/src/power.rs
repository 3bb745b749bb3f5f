//! A god: its card, and its power as the stages of a turn, each as a mortal has it unless the card speaks of
//! it.
//!
//! | stage | a mortal |
//! |---|---|
//! | [`Power::turn`] | the ordinary turns, then others |
//! | [`Power::move_worker`] | steps, then other ways to move |
//! | [`Power::steps`] | neighbours at most one level up |
//! | [`Power::after_step`] | builds |
//! | [`Power::sites`] | free neighbours |
//! | [`Power::after_build`] | ends the turn |
//!
//! Stages are functions of types without values, so each god's turn is compiled as one piece.

use prelude::{Card, Recorder, Restrictions, Side, Squares, State, TOP, Turn, TurnState};

/// The vocabulary of the gods' files.
pub(crate) mod prelude {
    pub(crate) use plywright::{Part, Side};

    pub(crate) use super::{Deviations, Power};
    pub(crate) use crate::card::{Card, Placement};
    pub(crate) use crate::god::God;
    pub(crate) use crate::square::{Direction, SQUARES, Square, TOP};
    pub(crate) use crate::squares::{NEIGHBOURS, PERIMETER, Squares, neighbours, surroundings};
    pub(crate) use crate::state::State;
    pub(crate) use crate::stored::{Stored, StoredText, number_part};
    pub(crate) use crate::turn::Turn;
    pub(crate) use crate::turn::recorder::{Act, Recorder};
    pub(crate) use crate::turn::turn_state::{Restrictions, TurnState};
}

/// Deviations of play: rules of the published card, and the rules here.
pub(crate) type Deviations = &'static [(&'static str, &'static str)];

/// A god's card, powers and restrictions.
pub(crate) trait Power {
    /// Text of the card, in one sentence.
    const TEXT: &'static str;
    /// Where play differs from the published card.
    const DEVIATIONS: Deviations = &[];
    /// Plain data of the card.
    const CARD: Card = Card::MORTAL;
    /// Whether a turn may be won after a step that does not win by itself.
    const WINS_AFTER_STEP: bool = false;

    /// Restrictions on the opponent in every turn.
    const RESTRICTIONS: Restrictions = Restrictions::NONE;

    /// Adds the god's further restrictions on its opponent. The given side is the god's own.
    fn restrict_opponent(_state: &State, _me: Side, _restrictions: &mut Restrictions) {}

    /// Adds the god's restrictions on its own side.
    fn restrict_itself(_state: &State, _me: Side, _restrictions: &mut Restrictions) {}

    /// Whether the side to move may win other than by a step up to level 3.
    fn may_win_otherwise(_state: &State) -> bool {
        false
    }

    /// Whether the side to move may have a winning turn. This cheap test avoids most enumerations.
    #[inline]
    fn may_win(state: &State) -> bool {
        let is_near = Self::CARD.wins_from_afar || state.own().intersects(state.exactly(TOP - 1));
        is_near && !state.exactly(TOP).is_empty() || Self::may_win_otherwise(state)
    }

    /// Enumerates every turn of the god's side.
    #[inline]
    fn turn<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        Self::ordinary_turns(turn, start);
        Self::other_turns(turn, start);
    }

    /// Moves a worker, then builds with it.
    #[inline]
    fn ordinary_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        turn.each_worker(start, turn.movers(start), Self::move_worker);
    }

    /// Turns that are not a move followed by a building.
    fn other_turns<R: Recorder>(_turn: &mut Turn<'_, R>, _start: &TurnState) {}

    /// Moves the chosen worker.
    #[inline]
    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let steps = Self::steps(turn, chosen);
        let all = !R::ONLY_WINS || Self::WINS_AFTER_STEP;
        let steps = if all { steps } else { turn.winning_steps(chosen, steps) };
        turn.each_step(chosen, steps, Self::after_step);
        Self::other_moves(turn, chosen);
    }

    /// Moves of the chosen worker that are not steps to free squares.
    fn other_moves<R: Recorder>(_turn: &mut Turn<'_, R>, _chosen: &TurnState) {}

    /// The squares that the chosen worker may step to.
    fn steps<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState) -> Squares {
        turn.steps(chosen)
    }

    /// Continues the turn after the move of the chosen worker.
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, moved);
    }

    /// Builds on one of the sites.
    #[inline]
    fn build<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        if R::ONLY_WINS && !Self::WINS_AFTER_STEP {
            return;
        }
        turn.each_build(moved, Self::sites(turn, moved), Self::after_build);
    }

    /// The sites of the worker that has moved.
    fn sites<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> Squares {
        turn.sites(moved)
    }

    /// Continues the turn after the first building.
    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
    }
}
