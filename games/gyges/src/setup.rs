//! The start of a game: the usual arrangement, or a phase in which each player places six pieces on the home
//! row.

use std::sync::LazyLock;

use plywright::Side;

use crate::board::{Pieces, State};
use crate::moves::Move;
use crate::square::{Square, WIDTH};

const PIECES_OF_PLAYER: u32 = WIDTH as u32;
pub(crate) const ALL_PIECES: u32 = 2 * PIECES_OF_PLAYER;

/// Rings of the six pieces on a home row, in the order of the files 0 to 5.
pub(crate) type Row = [u8; WIDTH];

const USUAL: Row = [3, 2, 1, 1, 2, 3];

/// All 90 home rows with two pieces each of one, two and three rings, in ascending order of their digits.
/// [`Move::SetUp`] holds an index of this list.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    // The digits of `number` in base three, each plus 1.
    let digits = |number: usize| {
        std::array::from_fn(|file| (number / 3_usize.pow((WIDTH - 1 - file) as u32) % 3 + 1) as u8)
    };
    let has_two_of_each = |row: &Row| {
        let mut sorted = *row;
        sorted.sort_unstable();
        sorted == [1, 1, 2, 2, 3, 3]
    };
    (0..3_usize.pow(WIDTH as u32)).map(digits).filter(has_two_of_each).collect()
});

pub(crate) fn empty_board() -> State {
    State::new(Pieces::default(), Side::First)
}

pub(crate) fn usual_start() -> State {
    let mut state = empty_board();
    for side in Side::BOTH {
        place_row(&mut state, side, USUAL);
    }
    state
}

/// Whether at least one player has yet to place pieces.
#[inline]
pub(crate) fn is_under_way(state: &State) -> bool {
    state.pieces.count() < ALL_PIECES
}

pub(crate) fn moves() -> impl Iterator<Item = Move> {
    (0..ROWS.len() as u8).map(Move::SetUp)
}

/// Returns the home row that [`Move::SetUp`] places for `number`, 0 to 89. Larger numbers wrap around.
pub(crate) fn row(number: u8) -> Row {
    ROWS[usize::from(number) % ROWS.len()]
}

/// Returns the move that places a home row; `None` unless the row has two pieces each of one, two and three rings.
pub(crate) fn move_of(row: Row) -> Option<Move> {
    ROWS.iter().position(|known| *known == row).map(|number| Move::SetUp(number as u8))
}

/// Returns the move that places the home row `number` in reverse order.
pub(crate) fn mirrored(number: u8) -> Move {
    let mut reversed = row(number);
    reversed.reverse();
    move_of(reversed).unwrap_or(Move::SetUp(number))
}

/// Places the home row `number` of the side to move. Does not change the side to move.
pub(crate) fn place(state: &mut State, number: u8) {
    let side = state.side;
    place_row(state, side, row(number));
}

fn place_row(state: &mut State, side: Side, row: Row) {
    for (file, rings) in row.into_iter().enumerate() {
        state.toggle(Square::at_home(side, file), rings.into());
    }
}
