//! The threat of the opponent to win in the next turn. It is found once for a position. If it is an ordinary step up to
//! level 3, the search checks after each reply whether the step is still possible, which is cheaper than a new search
//! for wins.

use crate::gods::{may_win_by, winning_turn};
use crate::square::Square;
use crate::state::State;
use crate::turn::recorder::Demand;

/// How the opponent could win at once if the side to move passed.
#[derive(Clone, Copy)]
pub(crate) enum Threat {
    /// No win at once was found. The opponent may have one that is legal only if none of its turns climbs.
    None,
    /// The opponent could win by a step from the first square to the second, up to level 3. If the step is still
    /// possible after a reply, the reply loses, unless it wins itself.
    Climb(Square, Square),
    /// The opponent could win in another way.
    Other,
}

impl Threat {
    /// Finds the threat against the side to move. All workers must be placed, and the game must not be over.
    pub(crate) fn to(state: &State) -> Self {
        let passed = State { side: !state.side, ..*state };
        match winning_turn(&passed) {
            None | Some((_, Demand::Missed)) => Self::None,
            // `may_win_by` does not check that the god may take such a step. The legal turn `win` shows that it may.
            Some((win, _)) => match win.step(&passed) {
                Some((from, to)) if may_win_by(&passed, from, to) => Self::Climb(from, to),
                _ => Self::Other,
            },
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
}
