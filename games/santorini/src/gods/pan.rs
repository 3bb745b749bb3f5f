//! Pan also wins by jumping down; which steps do is on his card.

use crate::power::Power;
use crate::square::TOP;
use crate::state::State;

pub(super) struct Pan;

impl Power for Pan {
    fn may_win(state: &State) -> bool {
        state.own().intersects(state.at_least(TOP - 1))
    }
}
