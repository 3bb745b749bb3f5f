//! Drawing of the board in characters, with the next action of the side to move.

use plywright::Side;

use crate::mill::Mill;
use crate::position::{Phase, State};
use crate::rules::RuleSheet;
use crate::text::scene;

/// The board and the next action of the side to move.
pub(super) fn of(game: &Mill, state: &State) -> String {
    scene::of(game, state).to_string() + "\n" + &caption(game, state)
}

/// The last line: the side to move, its next action, and both hands.
fn caption(game: &Mill, state: &State) -> String {
    let name = |side| match side {
        Side::First => "White (O)",
        Side::Second => "Black (@)",
    };
    let doing = match (game.sheet.ending(state), state.pending(), state.phase) {
        (Some(_), ..) => "has the turn, but the game is over".to_owned(),
        (None, 0, Phase::Placing) => "to place".to_owned(),
        (None, 0, Phase::Moving) if game.flies(state, state.side) => "to move or fly".to_owned(),
        (None, 0, _) => "to move".to_owned(),
        (None, due, _) => format!("to remove {}", due.unsigned_abs()),
    };
    let hands = format!("in hand: White {}, Black {}", state.hand(Side::First), state.hand(Side::Second));
    format!("{} {doing}; {hands}", name(state.side))
}
