//! Signs of points in the board field of a position text, also used by the scene.

use plywright::Side;

use crate::board::Point;
use crate::position::State;

/// A white stone.
pub(crate) const WHITE: char = 'O';
/// A black stone.
pub(crate) const BLACK: char = '@';
/// A marked stone.
pub(crate) const MARKED: char = 'X';
/// No stone.
pub(crate) const EMPTY: char = '*';

/// Number of points in a group of the board field.
pub(crate) const GROUP: usize = 8;

/// Sign of a point.
pub(crate) fn symbol(state: &State, point: Point) -> char {
    if state.stones(Side::First).contains(point) {
        WHITE
    } else if state.stones(Side::Second).contains(point) {
        BLACK
    } else if state.marked().contains(point) {
        MARKED
    } else {
        EMPTY
    }
}
