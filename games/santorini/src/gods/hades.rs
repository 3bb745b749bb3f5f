//! Hades: the opponent's workers may not move down.

use crate::power::prelude::*;

impl Power for super::Hades {
    const TEXT: &'static str = "Enemies do not move down.";
    const CARD: Card = Card { refuses: &[God::Pan, God::Asteria, God::Nike], ..Card::MORTAL };
    const RESTRICTIONS: Restrictions = Restrictions { no_descending: true, ..Restrictions::NONE };
}
