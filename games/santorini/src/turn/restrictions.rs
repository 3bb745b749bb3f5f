//! What gods forbid during a turn: the opponent's god mostly, one's own sometimes.

use crate::square::Direction;
use crate::squares::Squares;

/// The restrictions that hold for a turn. A god sets the fields that its card speaks of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Restrictions {
    /// No worker moves up.
    pub(crate) no_climbing: bool,
    /// No worker moves down.
    pub(crate) no_descending: bool,
    /// A turn with a step up must be chosen, if there is one.
    pub(crate) must_climb: bool,
    /// A worker that steps goes on in that direction until higher ground or something in the way.
    pub(crate) slides: bool,
    /// Next to the opponent's workers nothing is built but domes that complete a tower.
    pub(crate) only_towers_near: bool,
    /// Squares that nobody enters and nobody builds on.
    pub(crate) closed: Squares,
    /// Squares on which a step does not win.
    pub(crate) no_wins: Squares,
    /// Workers that may not move.
    pub(crate) immobile: Squares,
    /// A worker chosen on one of these squares moves only diagonally.
    pub(crate) diagonal: Squares,
    /// A worker that starts on one of these squares must end on one of them.
    pub(crate) must_stay_adjacent: Squares,
    /// Directions in which no worker moves: each god may have a wind.
    pub(crate) winds: [Option<Direction>; 2],
}
