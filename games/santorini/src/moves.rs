//! Moves: a code, and for gods the difference that the move makes.
//!
//! Between mortals a move is three small numbers, packed into a code from which it can be had
//! again. The turns of gods are of many kinds; their moves keep what changes on the board, so that
//! one way of playing them is enough for every god, and two turns that lead to one position are one
//! move.

use plywright::Side;

use crate::square::{Direction, Square};
use crate::squares::{Squares, image, image_of_set};
use crate::state::{State, transform_low_bits};
use crate::stored::Stored;

/// A move: a whole turn, or the placing of one's workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    code: u32,
    change: Change,
}

/// What a move changes, as exclusive or; all zero for moves between mortals, whose code says
/// everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
struct Change {
    /// The mover's workers; [`WINS`] is set if he wins.
    own: u32,
    /// The opponent's workers; [`WINS`] is set if he wins.
    others: u32,
    planes: [u32; 3],
    /// What the mover's and the opponent's god have stored.
    stored: [u32; 2],
}

/// In a word of workers: this side has won.
const WINS: u32 = 1 << 31;
/// Codes of gods' moves have this bit.
const OF_GODS: u32 = 1 << 31;

/// A step has eight directions, and what follows it is a building in eight directions or victory.
const SEQUELS: u32 = 9;
const VICTORY: u32 = 8;
/// The first code of placing.
const PLACING: u32 = 25 * 8 * SEQUELS;
/// The code of the move of a side that cannot move: any two squares can be placed on.
const NO_MOVES: u32 = PLACING + 25 * 24 / 2;
/// Beyond the last code that says everything.
const CODES: u32 = NO_MOVES + 1;

/// What a move does whose code says everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    /// Cannot move, and loses.
    NoMoves,
    /// Puts both workers on the board.
    Place(Squares),
    /// Steps up from level 2 to level 3.
    Win(Square, Square),
    /// Steps and builds.
    Build(Square, Square, Square),
}

impl Move {
    /// A step between mortals, and a building in a direction.
    #[inline]
    pub(crate) const fn step_and_build(from: Square, step: Direction, build: Direction) -> Self {
        Self::plain((from.index() as u32 * 8 + step as u32) * SEQUELS + build as u32)
    }

    /// A winning step between mortals.
    #[inline]
    pub(crate) const fn winning_step(from: Square, step: Direction) -> Self {
        Self::plain((from.index() as u32 * 8 + step as u32) * SEQUELS + VICTORY)
    }

    /// A mortal's workers on two squares.
    pub(crate) fn place(first: Square, second: Square) -> Self {
        let (low, high) = (first.min(second).index(), first.max(second).index());
        Self::plain(PLACING + (high * (high - 1) / 2 + low) as u32)
    }

    /// What a side does that cannot move: it loses.
    pub(crate) const NONE: Self = Self::plain(NO_MOVES);

    #[inline]
    const fn plain(code: u32) -> Self {
        let change = Change { own: 0, others: 0, planes: [0; 3], stored: [0; 2] };
        Self { code, change }
    }

    /// The move that leads from one position to another one with the other side to move.
    #[inline]
    pub(crate) fn between(before: &State, after: &State) -> Self {
        let (me, other) = (before.side, before.side.other());
        let workers = |side: Side| {
            let wins = if after.winner == Some(side) { WINS } else { 0 };
            (before.workers(side) ^ after.workers(side)).bits() | wins
        };
        let stored = |side: Side| before.stored(side).0 ^ after.stored(side).0;
        let change = Change {
            own: workers(me),
            others: workers(other),
            planes: std::array::from_fn(|digit| (before.planes[digit] ^ after.planes[digit]).bits()),
            stored: [stored(me), stored(other)],
        };
        Self { code: change.code(), change }
    }

    /// Whether it is a move between mortals.
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        self.code < CODES
    }

    /// What a move between mortals does.
    #[inline]
    pub(crate) fn as_plain(self) -> Option<Plain> {
        if !self.is_plain() {
            return None;
        }
        if self.code == NO_MOVES {
            return Some(Plain::NoMoves);
        }
        if let Some(pair) = self.code.checked_sub(PLACING) {
            let high = (1..25).rev().find(|high| high * (high - 1) / 2 <= pair)?;
            return Some(Plain::Place(Squares::from_bits(1 << high | 1 << (pair - high * (high - 1) / 2))));
        }
        let direction = |number: u32| Direction::ALL[(number % 8) as usize];
        let from = Square::new((self.code / SEQUELS / 8) as u8);
        let to = from.next(direction(self.code / SEQUELS))?;
        match self.code % SEQUELS {
            VICTORY => Some(Plain::Win(from, to)),
            build => Some(Plain::Build(from, to, to.next(direction(build))?)),
        }
    }

    /// What a move that says what it changes does to the board: the squares where the mover's and the
    /// opponent's workers come or go, and those whose height changes. `None` if it wins.
    #[inline]
    pub(crate) fn changed_squares(&self) -> Option<[Squares; 3]> {
        let Change { own, others, planes: [ones, twos, fours], .. } = self.change;
        ((own | others) & WINS == 0).then(|| [own, others, ones | twos | fours].map(Squares::from_bits))
    }

    /// Whether a move that says what it changes wins for its mover.
    #[inline]
    pub(crate) const fn wins_for_mover(&self) -> bool {
        self.change.own & WINS != 0
    }

    /// A height after a move that says what it changes, from the height before.
    #[inline]
    pub(crate) fn height_after(&self, before: u8, square: Square) -> u8 {
        let changed = |digit: usize| (self.change.planes[digit] >> square.index() & 1) as u8;
        before ^ changed(0) ^ changed(1) << 1 ^ changed(2) << 2
    }

    /// Plays a move that says what it changes.
    #[inline]
    pub(crate) fn apply(self, state: &mut State) {
        let (me, other) = (state.side, state.side.other());
        let Change { own, others, planes, stored } = self.change;
        for (side, word, stored) in [(me, own, stored[0]), (other, others, stored[1])] {
            state.workers[side.index()] ^= Squares::from_bits(word);
            state.stored[side.index()] = Stored(state.stored(side).0 ^ stored);
            if word & WINS != 0 {
                state.winner = Some(side);
            }
        }
        for (plane, change) in state.planes.iter_mut().zip(planes) {
            *plane ^= Squares::from_bits(change);
        }
        state.side = other;
    }

    /// The image under symmetry number `symmetry` of the board.
    pub(crate) fn transformed(self, symmetry: usize) -> Self {
        let there = |square| image(square, symmetry);
        let towards = |from: Square, to: Square| there(from).direction_to(there(to));
        match self.as_plain() {
            Some(Plain::NoMoves) => self,
            Some(Plain::Place(squares)) => {
                let mut squares = image_of_set(squares, symmetry).into_iter();
                squares.next().zip(squares.next()).map_or(self, |(first, second)| Self::place(first, second))
            }
            Some(Plain::Win(from, to)) => {
                towards(from, to).map_or(self, |step| Self::winning_step(there(from), step))
            }
            Some(Plain::Build(from, to, at)) => towards(from, to)
                .zip(towards(to, at))
                .map_or(self, |(step, build)| Self::step_and_build(there(from), step, build)),
            None => {
                let turn = |word| transform_low_bits(word, symmetry);
                let Change { own, others, planes, stored } = self.change;
                let change = Change {
                    own: turn(own),
                    others: turn(others),
                    planes: planes.map(turn),
                    stored: stored.map(turn),
                };
                Self { code: change.code(), change }
            }
        }
    }
}

impl Change {
    /// A hash of 31 bits of the change: two of 200 moves have the same code in one list of 100,000,
    /// where a move from the transposition table may be taken for the other one.
    #[inline]
    fn code(&self) -> u32 {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [ones, twos, fours] = self.planes;
        let workers = pair(self.own, self.others).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let heights = (pair(ones, twos) ^ u64::from(fours) << 25).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let stored = pair(self.stored[0], self.stored[1]).wrapping_mul(0x1656_67b1_9e37_79f9);
        let mixed = workers ^ heights.rotate_left(21) ^ stored.rotate_left(42);
        let code = OF_GODS | ((mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as u32;
        // The table takes the greatest number for no move.
        if code == u32::MAX { OF_GODS } else { code }
    }
}

impl plywright::Move for Move {
    #[inline]
    fn code(self) -> u32 {
        self.code
    }

    /// Moves of gods cannot be had from their codes.
    #[inline]
    fn decode(code: u32) -> Option<Self> {
        let mv = (code < CODES).then(|| Self::plain(code))?;
        mv.as_plain().map(|_| mv)
    }
}
