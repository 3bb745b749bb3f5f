//! Morpheus: each turn gains one building, which can be saved for later turns.
//!
//! The published card limits neither the buildings of a turn nor those that are saved.

use crate::power::prelude::*;

const SAVED: StoredText = StoredText::Other {
    write: |stored| Some(stored.number().to_string()),
    read: |text| text.parse().ok().filter(|number| *number <= Stored::MAX).map(Stored::number_of),
    expected: "a number of saved buildings up to 127, or nothing",
    form: |stored| vec![Part::number("Buildings saved", [0, Stored::MAX.into()], stored.number())],
};

/// Maximum number of buildings in a turn. It limits the number of turns that are enumerated.
const MAX_SPENT: u8 = 12;

impl Power for super::Morpheus {
    const TEXT: &'static str =
        "Gains one building each turn; a turn may use any number of the saved buildings, or none.";
    const CARD: Card = Card { stored: Some(&SAVED), ..Card::MORTAL };

    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        let saved = (moved.state.stored(turn.me).number() + 1).min(Stored::MAX);
        build_around(turn, &moved.with_stored(Stored::number_of(saved)), 0, saved.min(MAX_SPENT));
    }
}

/// Enumerates the turns with 0 to `max` further buildings. The order of buildings does not matter, so the worker builds
/// clockwise on the squares around it, from index `first`; index 0 is the top left square. Each building reduces the
/// saved number by 1.
fn build_around<R: Recorder>(turn: &mut Turn<'_, R>, now: &TurnState, first: usize, max: u8) {
    turn.end(now);
    if max == 0 {
        return;
    }
    for number in first..8 {
        let Some(site) = now.at.next(Direction::ALL[(number + 7) % 8]) else { continue };
        turn.each_build(now, turn.sites(now) & Squares::of(site), |turn, built| {
            let saved = built.state.stored(turn.me).number();
            build_around(turn, &built.with_stored(Stored::number_of(saved - 1)), number, max - 1);
        });
    }
}
