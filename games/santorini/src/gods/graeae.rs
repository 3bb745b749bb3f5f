//! Graeae build with workers that did not move.

use crate::power::Power;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Graeae;

impl Power for Graeae {
    fn sites<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> Squares {
        turn.sites_beside(moved, moved.unmoved())
    }
}
