//! Texts of moves: `d6` places, `d6-d5` moves or flies, `xb4` removes. `d6d5` is read as `d6-d5`.

use plywright::{Game, ParseMoveError};

use crate::game::Mill;
use crate::position::{Action, Move, State};

const EXPECTED: &str = "a point (d6) to place, two points (d6-d5) to move, or x and a point (xb4) to remove";

pub(super) fn write(game: &Mill, mv: Move) -> String {
    let label = |point| game.board().label(point);
    match mv.action() {
        Action::Place(to) => label(to).to_owned(),
        Action::Slide(from, to) => format!("{}-{}", label(from), label(to)),
        Action::Remove(at) => format!("x{}", label(at)),
    }
}

/// Returns the only action of a move: closing a mill and removing a stone are separate moves.
pub(super) fn action(game: &Mill, mv: Move) -> plywright::Action {
    let label = |point| game.board().label(point);
    match mv.action() {
        Action::Place(to) => plywright::Action::on("place", label(to)),
        Action::Slide(from, to) => plywright::Action::along("move", [label(from), label(to)]),
        Action::Remove(at) => plywright::Action::on("remove", label(at)),
    }
}

/// Reads a legal move. A text that has the form of a move but names a place without a point is illegal, not
/// malformed.
pub(super) fn read(game: &Mill, state: &State, text: &str) -> Result<Move, ParseMoveError> {
    let word = text.trim().to_ascii_lowercase();
    let point = |place: &str| {
        if is_place(place) {
            Ok(game.board().point(place))
        } else {
            Err(ParseMoveError::syntax(text.trim(), EXPECTED))
        }
    };
    // `None` if the text names a place that is not a point of this board.
    let mv = if let Some((from, to)) = split_ends(&word) {
        point(from)?.zip(point(to)?).map(|(from, to)| Move::slide(from, to))
    } else if let Some(at) = word.strip_prefix('x') {
        point(at)?.map(Move::remove)
    } else {
        point(&word)?.map(Move::place)
    };
    match mv {
        Some(mv) if game.is_legal(state, mv) => Ok(mv),
        _ => Err(ParseMoveError::illegal(text.trim())),
    }
}

/// Splits `d6-d5` or `d6d5` into its two halves, which need not be places. `None` if there is no dash and what follows
/// the first two bytes is not a place.
fn split_ends(word: &str) -> Option<(&str, &str)> {
    if let Some(ends) = word.split_once('-') {
        return Some(ends);
    }
    let (from, to) = word.split_at_checked("d6".len())?;
    if is_place(to) { Some((from, to)) } else { None }
}

/// Whether the text is a file from a to g and a rank from 1 to 7. The place need not be a point.
fn is_place(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'g', b'1'..=b'7'])
}
