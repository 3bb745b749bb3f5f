//! Pan. Win condition: You also win if your worker moves down two or more levels.

use super::Power;

pub(super) const POWER: Power = Power {
    name: "pan",
    card: "Wins by moving down two or more levels, too.",
    wins_by_step: Some(|from, to| from >= to + 2),
    ..Power::MORTAL
};
