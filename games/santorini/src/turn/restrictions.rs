//! Restrictions on a turn, usually by the opponent's god, sometimes by the side's own.

use crate::square::Direction;
use crate::squares::Squares;

/// The restrictions on a turn. A god sets the fields that its card mentions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Restrictions {
    /// No worker moves up.
    pub(crate) no_climbing: bool,
    /// No worker moves down.
    pub(crate) no_descending: bool,
    /// A turn with a step up must be chosen if there is one.
    pub(crate) must_climb: bool,
    /// A worker that steps slides on in that direction until higher ground or an obstacle.
    pub(crate) slides: bool,
    /// Next to the opponent's workers only domes that complete a tower may be built.
    pub(crate) only_towers_near: bool,
    /// Squares that no worker enters and nobody builds on.
    pub(crate) closed: Squares,
    /// Squares on which a step does not win.
    pub(crate) no_wins: Squares,
    /// Workers that may not move.
    pub(crate) immobile: Squares,
    /// A worker chosen on one of these squares moves only diagonally.
    pub(crate) diagonal: Squares,
    /// A worker that starts on one of these squares must end on one of them.
    pub(crate) must_stay_adjacent: Squares,
    /// Directions in which no worker moves, one for each god.
    pub(crate) winds: [Option<Direction>; 2],
}
