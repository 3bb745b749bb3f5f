//! Polyphemus: once per game, a turn may end with one or two domes on any free squares.

use crate::power::prelude::*;

impl Power for super::Polyphemus {
    const TEXT: &'static str =
        "Once in the game a turn ends with one or two domes on any levels, anywhere on the board.";
    const CARD: Card = Card { stored: Some(&StoredText::USED), repeats: true, ..Card::MORTAL };

    fn acts_after_build<R: Recorder>(turn: &Turn<'_, R>, _moved: &TurnState) -> bool {
        turn.is_power_unused()
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        turn.with_act(Act::Hero(built.at), |turn| throw(turn, built));
    }
}

/// Enumerates the turns that end with one or two further domes. They use up the power.
fn throw<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
    let built = built.with_stored(Stored::USED_UP);
    let sites = turn.open_sites(&built);
    turn.each_dome(&built, sites, |turn, domed| {
        turn.end(domed);
        turn.each_last_dome(domed, Turn::<R>::in_order(domed, sites.without(domed.site)));
    });
}
