//! Hera: the opponent cannot win by moving to a square of the perimeter. What stands on the board decides about the
//! wins of Maenads and Chronus, so they count there too.

use crate::power::prelude::*;

impl Power for super::Hera {
    const TEXT: &'static str = "The opponent does not win by moving into a perimeter space.";
    const RESTRICTIONS: Restrictions = Restrictions { no_wins: PERIMETER, ..Restrictions::NONE };
}
