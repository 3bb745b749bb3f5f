//! Moves between mortals, called plain, and their codes. A code stands for a step and a building, a winning step, a
//! placement on two squares, or the loss of a side that cannot move.

use crate::square::{Direction, Square};
use crate::squares::Squares;

/// Number of ways in which a turn goes on after a step: a building in one of eight directions, or a win.
const SEQUELS: u32 = 9;
/// In the code of a step, the number that stands for a win. The numbers 0 to 7 are directions of a building.
pub(crate) const VICTORY: u32 = 8;
/// First code of a placement. Lower codes are steps, one for each square, direction and way to go on.
const PLACING: u32 = 25 * 8 * SEQUELS;
/// Code of the move of a side that cannot move. The codes of placements, for all pairs of squares, lie below it.
pub(crate) const NO_MOVES: u32 = PLACING + 25 * 24 / 2;
/// Number of codes of moves between mortals. Codes whose step or building leaves the board are never used.
pub(crate) const CODES: u32 = NO_MOVES + 1;

/// A decoded move between mortals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    /// The side cannot move and loses.
    NoMoves,
    /// The side places its two workers on these squares.
    Place(Squares),
    /// A worker wins by a step from the first square to the second.
    Win(Square, Square),
    /// A worker steps from the first square to the second and builds on the third.
    Build(Square, Square, Square),
}

/// Returns the code of a step. `sequel` is the direction of the building that follows, or [`VICTORY`].
#[inline]
pub(crate) const fn code_of_step(from: Square, step: Direction, sequel: u32) -> u32 {
    (from.index() as u32 * 8 + step as u32) * SEQUELS + sequel
}

/// Returns the code of the placement of workers on a set of exactly two squares.
pub(crate) fn code_of_placement(squares: Squares) -> u32 {
    let (low, high) = (squares.bits().trailing_zeros(), squares.bits().ilog2());
    PLACING + pairs_below(high) + low
}

/// Returns the number of pairs of squares that both have numbers below `high`.
const fn pairs_below(high: u32) -> u32 {
    high * (high - 1) / 2
}

impl Plain {
    /// Decodes a code below [`CODES`]; `None` if its step or building leaves the board.
    #[inline]
    pub(crate) fn of(code: u32) -> Option<Self> {
        if code == NO_MOVES {
            return Some(Self::NoMoves);
        }
        if let Some(pair) = code.checked_sub(PLACING) {
            let high = (1..25).rev().find(|high| pairs_below(*high) <= pair)?;
            return Some(Self::Place(Squares::from_bits(1 << high | 1 << (pair - pairs_below(high)))));
        }
        STEPS[code as usize]
    }

    /// Decodes the code of a step; `None` if its step or building leaves the board.
    const fn of_step(code: u32) -> Option<Self> {
        let from = Square::new((code / SEQUELS / 8) as u8);
        let Some(to) = from.next(Direction::ALL[(code / SEQUELS % 8) as usize]) else { return None };
        match code % SEQUELS {
            VICTORY => Some(Self::Win(from, to)),
            build => match to.next(Direction::ALL[build as usize]) {
                Some(site) => Some(Self::Build(from, to, site)),
                None => None,
            },
        }
    }
}

/// The move of each code below [`PLACING`], as [`Plain::of_step`] decodes it.
static STEPS: [Option<Plain>; PLACING as usize] = {
    let mut steps = [None; PLACING as usize];
    let mut code = 0;
    while code < PLACING {
        steps[code as usize] = Plain::of_step(code);
        code += 1;
    }
    steps
};
