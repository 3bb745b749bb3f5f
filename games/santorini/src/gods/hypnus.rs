//! Hypnus: an enemy that is higher than all other enemies may not move.

use crate::power::prelude::*;

impl Power for super::Hypnus {
    const TEXT: &'static str = "The enemy that is higher than all others does not move.";

    /// Immobilises the enemy that is higher than all others. A lone worker counts as the highest.
    const RESTRICT_OPPONENT: Option<Restrict> = Some(|state, me, restrictions| {
        let workers = state.workers(!me);
        let by_height = (0..=TOP).rev().map(|height| workers & state.exactly(height));
        if let Some(highest) =
            by_height.into_iter().find(|set| !set.is_empty()).filter(|set| set.count() == 1)
        {
            restrictions.immobile |= highest;
        }
    });
}
