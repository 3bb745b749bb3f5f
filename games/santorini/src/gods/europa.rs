//! Europa: at the end of a turn, Talus may be placed next to the worker that moved. He counts as a dome.

use crate::power::prelude::*;

impl Power for super::Europa {
    const TEXT: &'static str =
        "May put Talus beside the mover at the end of a turn; for everybody he is a dome where he stands.";
    const CARD: Card =
        Card { stored: Some(&StoredText::Square), token: Some("Talus"), places_figure: true, ..Card::MORTAL };
    const ACTS_AFTER_BUILD: bool = true;

    const RESTRICT_OPPONENT: Option<Restrict> = STORED_SQUARES_CLOSED;

    const RESTRICT_ITSELF: Option<Restrict> = Self::RESTRICT_OPPONENT;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        for square in NEIGHBOURS[built.at.index()] & turn.free(built) {
            turn.with_act(Act::Talus(square), |turn| {
                turn.end(&built.with_stored(Stored::squares_of(Squares::of(square))));
            });
        }
    }
}
