//! Harpies make the opponent's workers slide on.

use plywright::Side;

use crate::power::Power;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Harpies;

impl Power for Harpies {
    fn restrict_opponent(_: &State, _: Side, restrictions: &mut Restrictions) {
        restrictions.slides = true;
    }
}
