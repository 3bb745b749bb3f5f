//! Limus guards the squares next to her workers.

use plywright::Side;

use crate::power::Power;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Limus;

impl Power for Limus {
    fn restrict_opponent(_: &State, _: Side, restrictions: &mut Restrictions) {
        restrictions.only_towers_near = true;
    }
}
