//! Asteria: after a worker moved down, a dome may be built on any free square.

use crate::power::prelude::*;

impl Power for super::Asteria {
    const TEXT: &'static str =
        "After a turn in which a worker moved down, may build a dome on any unoccupied space.";
    const CARD: Card = Card { repeats: true, ..Card::MORTAL };

    fn acts_after_build<R: Recorder>(turn: &Turn<'_, R>, moved: &TurnState) -> bool {
        moved.height() < turn.start.height(moved.origin)
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        turn.each_last_dome(built, turn.open_sites(built));
    }
}
