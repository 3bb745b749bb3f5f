//! Pan also wins by jumping down; his card lists the steps that win.

use crate::power::Power;
use crate::square::TOP;
use crate::state::State;

pub(super) struct Pan;

impl Power for Pan {
    fn may_win(state: &State) -> bool {
        state.own().intersects(state.at_least(TOP - 1))
    }
}
