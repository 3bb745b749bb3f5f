//! Limus: enemies may not build next to her workers, except domes that complete a tower.

use crate::power::prelude::*;

impl Power for super::Limus {
    const TEXT: &'static str =
        "Enemies do not build next to her workers, except domes that complete a tower.";
    const RESTRICTIONS: Restrictions = Restrictions { only_towers_near: true, ..Restrictions::NONE };
}
