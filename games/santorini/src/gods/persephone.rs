//! Persephone makes the opponent climb.

use plywright::Side;

use crate::power::Power;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Persephone;

impl Power for Persephone {
    fn restrict_opponent(_: &State, _: Side, restrictions: &mut Restrictions) {
        restrictions.must_climb = true;
    }
}
