//! Chronus also wins when five complete towers stand on the board.
//!
//! Completing the fifth tower wins at once. When the opponent completes it, Chronus wins at the start of his
//! next turn.

use crate::power::prelude::*;

const TOWERS: u32 = 5;

impl Power for super::Chronus {
    const TEXT: &'static str = "Also wins when there are five complete towers on the board.";
    const CARD: Card = Card {
        refuses: &[God::Atlas, God::Selene, God::Asteria, God::Polyphemus],
        refusal: "chronus counts complete towers, and the other god's low domes look the same",
        ..Card::MORTAL
    };
    const WINS_AFTER_STEP: bool = true;
    const ACTS_AFTER_BUILD: bool = true;

    fn may_win_otherwise(state: &State) -> bool {
        state.domes().count() >= TOWERS - 1
    }

    fn turn<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if has_towers(&start.state) {
            turn.win(start);
        } else {
            Self::ordinary_turns(turn, start);
        }
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        if has_towers(&built.state) { turn.win(built) } else { turn.end(built) }
    }
}

fn has_towers(state: &State) -> bool {
    state.domes().count() >= TOWERS
}
