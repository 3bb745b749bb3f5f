//! Zeus builds under himself.
//!
//! The rise is not a move and does not win.

use crate::power::Power;
use crate::square::TOP;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Zeus;

impl Power for Zeus {
    fn sites<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> Squares {
        let below = Squares::of(moved.at) & (turn.allowed_sites(moved) - moved.state.at_least(TOP));
        turn.sites(moved) | below
    }
}
