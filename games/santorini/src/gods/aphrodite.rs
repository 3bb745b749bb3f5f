//! Aphrodite: enemies that begin their turn next to her workers must end it next to them.

use crate::power::prelude::*;

pub(super) struct Aphrodite;

impl Power for Aphrodite {
    const TEXT: &'static str = "Enemies that start next to her workers end next to them.";
    const CARD: Card = Card { refuses: &[God::Urania], ..Card::MORTAL };

    fn restrict_opponent(state: &State, me: Side, restrictions: &mut Restrictions) {
        restrictions.must_stay_adjacent = surroundings(state.workers(me));
    }
}
