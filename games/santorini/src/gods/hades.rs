//! Hades forbids the opponent to move down.

use plywright::Side;

use crate::power::Power;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Hades;

impl Power for Hades {
    fn restrict_opponent(_: &State, _: Side, restrictions: &mut Restrictions) {
        restrictions.no_descending = true;
    }
}
