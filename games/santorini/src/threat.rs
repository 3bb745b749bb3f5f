//! The threat to win by an ordinary step up to level 3. It is found once for a position and checked again after
//! each reply, which is cheaper than a search for any win.

use crate::gods::{may_win_by, winning_turn};
use crate::moves::Move;
use crate::square::Square;
use crate::state::State;
use crate::turn::recorder::Demand;

/// What the opponent could do if the side to move passed.
#[derive(Clone, Copy)]
pub(crate) enum Threat {
    /// The opponent could not win at once.
    None,
    /// The opponent could win by a step from the first square to the second, up to level 3.
    Climb(Square, Square),
    /// The opponent could win in another way.
    Other,
}

impl Threat {
    /// Finds the threat to the side to move, after the placement of all workers.
    pub(crate) fn to(state: &State) -> Self {
        let passed = State { side: !state.side, ..*state };
        match winning_turn(&passed) {
            None | Some((_, Demand::Missed)) => Self::None,
            Some((win, _)) => Self::of(&passed, &win),
        }
    }

    fn of(passed: &State, win: &Move) -> Self {
        // `win` is a legal turn, so the god may take a step that wins in this way.
        match win.step(passed) {
            Some((from, to)) if may_win_by(passed, from, to) => Self::Climb(from, to),
            _ => Self::Other,
        }
    }

    /// Packs the threat into a word, for [`plywright::NodeScratch`].
    pub(crate) fn pack(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Other => 1,
            Self::Climb(from, to) => 2 | (from.index() as u64) << 8 | (to.index() as u64) << 16,
        }
    }

    /// Returns the threat from which [`Threat::pack`] made `word`.
    pub(crate) fn unpack(word: u64) -> Self {
        let square = |shift: u32| Square::new((word >> shift) as u8);
        match word as u8 {
            0 => Self::None,
            1 => Self::Other,
            _ => Self::Climb(square(8), square(16)),
        }
    }

    /// Returns the step that carries out the threat. If it is still possible after a reply, the reply loses.
    pub(crate) fn climb(self) -> Option<(Square, Square)> {
        match self {
            Self::Climb(from, to) => Some((from, to)),
            Self::None | Self::Other => None,
        }
    }

    pub(crate) fn is_any(self) -> bool {
        !matches!(self, Self::None)
    }
}
