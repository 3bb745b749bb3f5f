//! Hippolyta: all workers except her female one may move only diagonally.

use crate::power::prelude::*;

impl Power for super::Hippolyta {
    const TEXT: &'static str = "All workers but her female one move only diagonally.";
    const CARD: Card = Card::WITH_FEMALE;
    const RESTRICTIONS: Restrictions = Restrictions { diagonal: Squares::ALL, ..Restrictions::NONE };

    const RESTRICT_ITSELF: Option<Restrict> = Some(|state, me, restrictions| {
        restrictions.diagonal |= !state.stored(me).squares();
    });
}
