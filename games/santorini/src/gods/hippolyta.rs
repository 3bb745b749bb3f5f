//! Hippolyta keeps all workers but one to the diagonals.

use plywright::Side;

use crate::power::Power;
use crate::squares::Squares;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Hippolyta;

impl Power for Hippolyta {
    fn restrict_opponent(_: &State, _: Side, restrictions: &mut Restrictions) {
        restrictions.diagonal = Squares::ALL;
    }

    fn restrict_itself(state: &State, me: Side, restrictions: &mut Restrictions) {
        restrictions.diagonal |= !state.stored(me).squares();
    }
}
