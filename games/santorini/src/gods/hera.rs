//! Hera guards the perimeter.

use plywright::Side;

use crate::power::Power;
use crate::squares::PERIMETER;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Hera;

impl Power for Hera {
    fn restrict_opponent(_: &State, _: Side, restrictions: &mut Restrictions) {
        restrictions.no_wins |= PERIMETER;
    }
}
