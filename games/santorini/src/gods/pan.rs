//! Pan also wins by a step down of two or more levels.

use crate::power::prelude::*;

impl Power for super::Pan {
    const TEXT: &'static str = "Wins by moving down two or more levels, too.";
    const CARD: Card = Card { wins_by_step: Some(|from, to| from >= to + 2), ..Card::MORTAL };

    fn may_win_otherwise(state: &State) -> bool {
        state.own().intersects(state.at_least(TOP - 1))
    }
}
