//! Athena: after one of her workers moved up, the opponent's workers may not move up in the next turn. She
//! stores whether one did; `NO_CLIMBING_IF_STORED` forbids climbing, and `Turn::squares_up_to` obeys.

use crate::power::prelude::*;

impl Power for super::Athena {
    const TEXT: &'static str =
        "After a turn in which one of her workers moved up, the opponent's workers do not move up.";
    const CARD: Card = Card { stored: Some(&StoredText::NO_CLIMBING), ..Card::MORTAL };

    const RESTRICT_OPPONENT: Option<Restrict> = NO_CLIMBING_IF_STORED;

    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, &moved.with_stored(Stored::number_of(moved.climbed.into())));
    }
}
