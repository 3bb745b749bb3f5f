//! What gods forbid: the opponent's god mostly, one's own sometimes.

use crate::square::Direction;
use crate::squares::Squares;
use crate::state::State;

/// The restrictions that hold for a turn. A god that binds sets the fields that its card names.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bonds {
    /// No worker moves up.
    pub(crate) no_climbing: bool,
    /// No worker moves down.
    pub(crate) no_descending: bool,
    /// Squares that nobody enters and nobody builds on.
    pub(crate) closed: Squares,
    /// Next to the opponent's workers nothing is built but domes that complete a tower.
    pub(crate) no_building_near: bool,
    /// Squares on which a step does not win.
    pub(crate) no_wins: Squares,
    /// Workers that may not move.
    pub(crate) held: Squares,
    /// A worker chosen on one of these squares moves only diagonally.
    pub(crate) diagonal: Squares,
    /// Directions in which no worker moves: each god may have a wind.
    pub(crate) winds: [Option<Direction>; 2],
    /// A worker that steps goes on in that direction until higher ground or something in the way.
    pub(crate) slides: bool,
    /// A worker that starts on one of these squares must end on one of them.
    pub(crate) company: Squares,
    /// A turn with a step up must be chosen, if there is one.
    pub(crate) must_climb: bool,
}

impl Bonds {
    /// What holds for the side to move.
    #[inline]
    pub(crate) fn on(state: &State) -> Self {
        let mut bonds = Self::default();
        let (me, other) = (state.side, !state.side);
        if let Some(binds) = state.gods[other.index()].power().binds_opponent {
            binds(state, other, &mut bonds);
        }
        if let Some(binds) = state.gods[me.index()].power().binds_itself {
            binds(state, me, &mut bonds);
        }
        bonds
    }
}
