//! The trait [`Power`]: a god's card and the stages of its turn. A god overrides the stages that its card
//! changes; the other stages are those of a mortal.
//!
//! | stage | a mortal |
//! |---|---|
//! | [`Power::turn`] | takes an ordinary turn |
//! | [`Power::move_worker`] | takes a step |
//! | [`Power::steps`] | free neighbours at most one level up |
//! | [`Power::after_step`] | builds |
//! | [`Power::sites`] | free neighbours |
//! | [`Power::after_build`] | ends the turn |
//!
//! Gods are types and stages are their functions, so the compiler can inline all stages of a god's turn.

use crate::squares::NEIGHBOURS_ON;
use prelude::{Card, Recorder, Restrictions, Side, Squares, State, TOP, Turn, TurnState, WinFinder};

/// Imports of the gods' files.
pub(crate) mod prelude {
    pub(crate) use plywright::{Part, Side};

    pub(crate) use super::{NO_CLIMBING_IF_STORED, Power, Restrict, STORED_SQUARES_CLOSED};
    pub(crate) use crate::card::{Card, Placement};
    pub(crate) use crate::god::God;
    pub(crate) use crate::square::{Direction, SQUARES, Square, TOP};
    pub(crate) use crate::squares::{NEIGHBOURS, PERIMETER, Squares, neighbours, surroundings};
    pub(crate) use crate::state::State;
    pub(crate) use crate::stored::{Stored, StoredText};
    pub(crate) use crate::turn::Turn;
    pub(crate) use crate::turn::recorder::{Act, Recorder, WinFinder};
    pub(crate) use crate::turn::turn_state::{Restrictions, TurnState};
}

/// Function that adds restrictions in a position. The side is that of the god to which the function belongs.
pub(crate) type Restrict = fn(&State, Side, &mut Restrictions);

/// Forbids the restricted side to move up if the god stores a number above 0.
pub(crate) const NO_CLIMBING_IF_STORED: Option<Restrict> = Some(|state, me, restrictions| {
    restrictions.no_climbing |= state.stored(me).number() > 0;
});

/// Closes the squares that the god stores: in turns of the restricted side, no worker may enter them, and nothing may
/// be built there.
pub(crate) const STORED_SQUARES_CLOSED: Option<Restrict> = Some(|state, me, restrictions| {
    restrictions.closed |= state.stored(me).squares();
});

/// A god's card and the stages of its turn. The defaults are those of a mortal.
pub(crate) trait Power {
    /// Text of the card, in one or two sentences.
    const TEXT: &'static str;
    const CARD: Card = Card::MORTAL;
    /// Whether a turn may win after a step that does not win by itself. If `false`, a search for wins stops at the
    /// step.
    const WINS_AFTER_STEP: bool = false;

    /// Whether the god may act after every building. A god that may act only after some buildings overrides
    /// [`Power::acts_after_build`] instead.
    const ACTS_AFTER_BUILD: bool = false;

    /// Restrictions on the opponent that apply in every turn.
    const RESTRICTIONS: Restrictions = Restrictions::NONE;

    /// Adds restrictions on the opponent that depend on the position; `None` if there are none.
    const RESTRICT_OPPONENT: Option<Restrict> = None;

    /// Adds restrictions on the god's own side; `None` if there are none.
    const RESTRICT_ITSELF: Option<Restrict> = None;

    /// Whether the side to move may win in any way other than by a step up to a square that has level 3 before the
    /// turn. If `false`, there is no such win; `true` promises nothing.
    fn may_win_otherwise(_state: &State) -> bool {
        false
    }

    /// Whether the side to move may have a winning turn. A cheap test: if it returns `false`, there is none; `true`
    /// promises nothing.
    #[inline]
    fn may_win(state: &State) -> bool {
        let tops = state.exactly(TOP);
        let may_climb = if Self::CARD.wins_from_afar {
            !tops.is_empty()
        } else {
            let mut climbers = (state.own() & state.exactly(TOP - 1)).into_iter();
            let near = &NEIGHBOURS_ON[usize::from(Self::CARD.wraps)];
            climbers.any(|worker| near[worker.index()].intersects(tops))
        };
        may_climb || Self::may_win_otherwise(state)
    }

    /// Enumerates every turn of the god's side.
    #[inline]
    fn turn<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        Self::ordinary_turns(turn, start);
        Self::other_turns(turn, start);
    }

    /// Enumerates the turns in which a worker is chosen and moves, by [`Power::move_worker`].
    #[inline]
    fn ordinary_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        turn.each_worker(start, turn.movers(start), Self::move_worker);
    }

    /// Enumerates the turns that [`Power::ordinary_turns`] leaves out. A mortal has none.
    fn other_turns<R: Recorder>(_turn: &mut Turn<'_, R>, _start: &TurnState) {}

    /// Enumerates the moves of the chosen worker and the continuations of the turn after each move. If only wins are
    /// wanted, leaves out moves after which the turn cannot win.
    #[inline]
    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        // If this cheap test fails, none of the turns below wins.
        let may_win = Self::WINS_AFTER_STEP
            || Self::CARD.wins_from_afar
            || Self::CARD.wins_by_step.is_some()
            || chosen.height() == TOP - 1;
        if R::ONLY_WINS && !may_win {
            return;
        }
        let steps = Self::steps(turn, chosen);
        let needs_all_steps = !R::ONLY_WINS || Self::WINS_AFTER_STEP;
        let steps = if needs_all_steps { steps } else { turn.winning_steps(chosen, steps) };
        turn.each_step(chosen, steps, Self::after_step);
        Self::other_moves(turn, chosen);
    }

    /// Enumerates the moves of the chosen worker that [`Power::steps`] leaves out, with the continuations of
    /// the turn. A mortal has none.
    fn other_moves<R: Recorder>(_turn: &mut Turn<'_, R>, _chosen: &TurnState) {}

    /// Returns the free squares that the chosen worker may step to: for a mortal, neighbours at most one level up.
    fn steps<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState) -> Squares {
        turn.steps(chosen)
    }

    /// Returns two sets for the inputs of the network: the squares to which the chosen worker can move, and those on
    /// which it wins. The default returns the ends of steps without slides. A god whose workers often move in other
    /// ways overrides it. Rare moves are left out.
    #[inline]
    fn reach(turn: &Turn<'_, WinFinder>, chosen: &TurnState) -> [Squares; 2] {
        turn.ends_and_wins(chosen, Self::steps(turn, chosen))
    }

    /// Continues the turn after a move of the chosen worker that does not win. A mortal builds.
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, moved);
    }

    /// Enumerates the turns that build on one of the sites after a move. Continues each with [`Power::after_build`], or
    /// ends it if [`Power::acts_after_build`] is `false`. Enumerates nothing if only wins are wanted and none can come
    /// after a step.
    #[inline]
    fn build<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        if R::ONLY_WINS && !Self::WINS_AFTER_STEP {
            return;
        }
        let sites = Self::sites(turn, moved);
        if Self::acts_after_build(turn, moved) {
            turn.each_build(moved, sites, Self::after_build);
        } else {
            turn.each_last_build(moved, sites);
        }
    }

    /// Returns the sites (squares to build on) after a move. A mortal builds next to the worker that moved.
    fn sites<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> Squares {
        turn.sites(moved)
    }

    /// Whether the god may act after a building that follows this move. If `false`, the building ends the turn, and
    /// all buildings are enumerated at once, which is faster.
    #[inline]
    fn acts_after_build<R: Recorder>(_turn: &Turn<'_, R>, _moved: &TurnState) -> bool {
        Self::ACTS_AFTER_BUILD
    }

    /// Continues the turn after the first building. A mortal's turn ends. Called only if [`Power::acts_after_build`] is
    /// `true`.
    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
    }
}
