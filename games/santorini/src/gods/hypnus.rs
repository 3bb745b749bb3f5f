//! Hypnus puts the highest enemy to sleep.

use plywright::Side;

use crate::power::Power;
use crate::square::TOP;
use crate::state::State;
use crate::turn::restrictions::Restrictions;

pub(super) struct Hypnus;

impl Power for Hypnus {
    /// A lone worker counts as the highest, like one of several that stands above all others.
    fn restrict_opponent(state: &State, me: Side, restrictions: &mut Restrictions) {
        let workers = state.workers(!me);
        let by_height = (0..=TOP).rev().map(|height| workers & state.exactly(height));
        if let Some(highest) =
            by_height.into_iter().find(|set| !set.is_empty()).filter(|set| set.count() == 1)
        {
            restrictions.immobile |= highest;
        }
    }
}
