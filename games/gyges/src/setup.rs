//! How a game begins: with pieces in place, or with players who put theirs on their home rows.

use plywright::Side;

use crate::board::{Pieces, State};
use crate::moves::Move;
use crate::squares::WIDTH;

/// Pieces of a player, two of each number of rings.
const PIECES_OF_PLAYER: u32 = WIDTH as u32;
/// All pieces.
pub(crate) const ALL_PIECES: u32 = 2 * PIECES_OF_PLAYER;

/// Rings on a row, from file a.
pub(crate) type Row = [u8; WIDTH];

/// The usual start of both players.
const USUAL: Row = [3, 2, 1, 1, 2, 3];

/// Ways to put six pieces, two of each kind, on a row.
const COUNT: usize = 90;

/// All rows of two pieces of each kind, as numbers in ascending order.
static ROWS: [Row; COUNT] = rows();

const fn rows() -> [Row; COUNT] {
    let mut rows = [[0; WIDTH]; COUNT];
    let mut found = 0;
    let mut number = 0;
    while number < 3_usize.pow(WIDTH as u32) {
        let mut counts = [0; 3];
        let mut row = [0; WIDTH];
        let (mut rest, mut file) = (number, WIDTH);
        while file > 0 {
            file -= 1;
            row[file] = (rest % 3 + 1) as u8;
            counts[rest % 3] += 1;
            rest /= 3;
        }
        if counts[0] == 2 && counts[1] == 2 && counts[2] == 2 {
            rows[found] = row;
            found += 1;
        }
        number += 1;
    }
    rows
}

/// The board before anybody has put a piece on it.
pub(crate) fn empty_board() -> State {
    State::new(Pieces::default(), Side::First)
}

/// The position in which a game starts without a set-up phase.
pub(crate) fn usual_start() -> State {
    let mut state = empty_board();
    for side in Side::BOTH {
        put(&mut state, side, USUAL);
    }
    state
}

/// Is it for a player to put pieces on the board?
#[inline]
pub(crate) fn is_going_on(state: &State) -> bool {
    state.pieces.count() < ALL_PIECES
}

/// The moves of a player in the set-up phase.
pub(crate) fn moves() -> impl Iterator<Item = Move> {
    (0..COUNT as u8).map(Move::SetUp)
}

/// The row that stands for a move of the set-up phase.
pub(crate) fn row(number: u8) -> Row {
    ROWS[usize::from(number) % COUNT]
}

/// The move that puts this row.
pub(crate) fn find(row: Row) -> Option<Move> {
    ROWS.iter().position(|known| *known == row).map(|number| Move::SetUp(number as u8))
}

/// The number of the row with its files in reverse order.
pub(crate) fn mirrored(number: u8) -> u8 {
    let mut row = row(number);
    row.reverse();
    ROWS.iter().position(|known| *known == row).map_or(number, |mirrored| mirrored as u8)
}

/// The side to move puts its pieces on its home row.
pub(crate) fn place(state: &mut State, number: u8) {
    let side = state.side;
    put(state, side, row(number));
}

fn put(state: &mut State, side: Side, row: Row) {
    for (file, rings) in row.into_iter().enumerate() {
        state.toggle(home_square(side, file), rings.into());
    }
}

/// The square of a file on the home row of `side`.
pub(crate) const fn home_square(side: Side, file: usize) -> usize {
    match side {
        Side::First => file,
        Side::Second => WIDTH * (WIDTH - 1) + file,
    }
}
