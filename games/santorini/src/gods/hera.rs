//! Hera: the opponent cannot win by moving to a square of the perimeter.

use crate::power::prelude::*;

pub(super) struct Hera;

impl Power for Hera {
    const TEXT: &'static str = "The opponent does not win by moving into a perimeter space.";
    const RESTRICTIONS: Restrictions = Restrictions { no_wins: PERIMETER, ..Restrictions::NONE };
}
