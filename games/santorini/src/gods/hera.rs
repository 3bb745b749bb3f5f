//! Hera: the opponent cannot win by moving to a square of the perimeter. Maenads and Chronus win by what stands on the
//! board, not by moving to a square, so their wins count on the perimeter too.

use crate::power::prelude::*;

impl Power for super::Hera {
    const TEXT: &'static str = "The opponent does not win by moving into a perimeter space.";
    const RESTRICTIONS: Restrictions = Restrictions { no_wins: PERIMETER, ..Restrictions::NONE };
}
