//! Positions and moves from the point of view of the player to move, who becomes player one. Some programs
//! use only this point of view.

use plywright::Side;

use crate::board::{Pieces, State};
use crate::square::{PLACES, SQUARES, Square};

/// Returns the position as the player to move sees it: if player two is to move, the board is rotated by 180 degrees
/// and the players are exchanged.
pub(crate) fn of(state: &State) -> State {
    if state.side == Side::First {
        return *state;
    }
    let mut pieces = Pieces::default();
    for square in state.pieces.occupied() {
        pieces.toggle(turned(square), state.pieces.rings(square));
    }
    State::new(pieces, Side::First)
}

/// Takes the text of a move as the player to move in `state` sees it, and returns the text of this move in `state`.
/// Does not check the move: what is neither a square nor the digits of a home row stays as it is.
pub(crate) fn resolve(state: &State, text: &str) -> String {
    if state.side == Side::First {
        text.to_owned()
    } else if text.contains('|') {
        let squares = text.split('|').map(|word| {
            let square = word.trim().parse().ok().and_then(Square::new);
            square.map_or(word.to_owned(), |square| turned(square).to_string())
        });
        squares.collect::<Vec<_>>().join("|")
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        // Seen from the other end, the home row reads in reverse order.
        text.chars().rev().collect()
    } else {
        text.to_owned()
    }
}

/// Returns the image of a square or goal under a rotation of the board by 180 degrees.
fn turned(square: Square) -> Square {
    // The numbers of a square and its image add up to 35, and those of the two goals to 73.
    let sum = if square.is_goal() { SQUARES + PLACES - 1 } else { SQUARES - 1 };
    Square::new(sum - square.number()).unwrap_or(square)
}
