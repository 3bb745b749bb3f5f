//! Bellerophon: once per game, a worker may move up two levels.

use crate::power::prelude::*;

impl Power for super::Bellerophon {
    const TEXT: &'static str = "Once in the game a worker moves up two levels.";
    const CARD: Card = Card {
        wins_by_step: Some(|low, high| low == TOP - 2 && high == TOP),
        stored: Some(&StoredText::USED),
        wins_from_afar: true,
        ..Card::MORTAL
    };

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if turn.is_power_unused() {
            turn.each_worker(start, turn.movers(start), |turn, chosen| {
                turn.with_act(Act::Hero(chosen.at), |turn| soar(turn, chosen));
            });
        }
    }
}

/// Enumerates the turns in which the chosen worker steps up two levels, which uses the power up.
fn soar<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
    let chosen = chosen.with_optional_climb().with_stored(Stored::USED_UP);
    let (low, high) = (chosen.height(), chosen.height() + 2);
    if high <= TOP {
        let squares = turn.squares_up_to(&chosen, low, high) & chosen.state.exactly(high);
        let steps = turn.ways(&chosen) & (squares - chosen.state.occupied());
        turn.each_step(&chosen, steps, super::Bellerophon::build);
    }
}
