//! Nike: after one of her workers moved down, the opponent's workers may not move up in the next turn.
//!
//! A step down counts even if the worker then slides on; a slide down does not count.

use crate::power::prelude::*;

impl Power for super::Nike {
    const TEXT: &'static str =
        "After a turn in which one of her workers moved down, the opponent's workers do not move up.";
    const CARD: Card = Card { stored: Some(&StoredText::NO_CLIMBING), ..Card::MORTAL };

    const RESTRICT_OPPONENT: Option<Restrict> = NO_CLIMBING_IF_STORED;

    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, &moved.with_stored(Stored::number_of(moved.descended.into())));
    }
}
