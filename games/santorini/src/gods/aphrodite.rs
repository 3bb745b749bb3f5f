//! Aphrodite: an enemy that begins its turn next to her workers must also end its turn next to them.

use crate::power::prelude::*;

impl Power for super::Aphrodite {
    const TEXT: &'static str = "Enemies that start next to her workers end next to them.";
    const CARD: Card = Card { refuses: &[God::Urania], ..Card::MORTAL };

    const RESTRICT_OPPONENT: Option<Restrict> = Some(|state, me, restrictions| {
        restrictions.must_stay_adjacent = surroundings(state.workers(me));
    });
}
