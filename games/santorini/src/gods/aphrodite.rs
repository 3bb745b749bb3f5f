//! Aphrodite keeps enemies next to her workers.

use plywright::Side;

use crate::power::Power;
use crate::squares::surroundings;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Aphrodite;

impl Power for Aphrodite {
    fn restrict_opponent(state: &State, me: Side, restrictions: &mut Restrictions) {
        restrictions.must_stay_adjacent = surroundings(state.workers(me));
    }
}
