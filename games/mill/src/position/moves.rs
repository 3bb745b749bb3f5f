//! Moves: placing, moving and removing a stone.

use crate::board::Point;

const POINT_BITS: u16 = 5;
const POINT_MASK: u16 = (1 << POINT_BITS) - 1;
const PLACE: u16 = 0;
const SLIDE: u16 = 1;
const REMOVE: u16 = 2;
/// The codes of all moves are below this number.
const CODES: u16 = (REMOVE + 1) << (2 * POINT_BITS);

/// A move, packed into 12 bits. The move that closes a mill and the removal that follows are separate moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// The kind and the points of a [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Puts a stone from the hand on a point.
    Place(Point),
    /// Moves a stone from one point to another.
    Slide(Point, Point),
    /// Takes a stone from the board.
    Remove(Point),
}

impl Move {
    /// Creates a move that places a stone from the hand.
    #[inline]
    pub const fn place(to: Point) -> Self {
        Self(PLACE << (2 * POINT_BITS) | to.index() as u16)
    }

    /// Creates a move that slides or flies a stone from one point to another.
    #[inline]
    pub const fn slide(from: Point, to: Point) -> Self {
        Self(SLIDE << (2 * POINT_BITS) | (from.index() as u16) << POINT_BITS | to.index() as u16)
    }

    /// Creates a move that takes a stone from a point.
    #[inline]
    pub const fn remove(at: Point) -> Self {
        Self(REMOVE << (2 * POINT_BITS) | at.index() as u16)
    }

    /// Returns the kind and the points of the move.
    #[inline]
    pub const fn action(self) -> Action {
        let to = Point::new((self.0 & POINT_MASK) as usize);
        match self.0 >> (2 * POINT_BITS) {
            PLACE => Action::Place(to),
            SLIDE => Action::Slide(Point::new((self.0 >> POINT_BITS & POINT_MASK) as usize), to),
            _ => Action::Remove(to),
        }
    }
}

impl plywright::Move for Move {
    #[inline]
    fn code(self) -> u32 {
        self.0.into()
    }

    #[inline]
    fn decode(code: u32) -> Option<Self> {
        let mv = u16::try_from(code).ok().filter(|code| *code < CODES).map(Self)?;
        // In the code of a placing or a removal, the bits of the start are 0.
        let has_start = mv.0 >> POINT_BITS & POINT_MASK != 0;
        (!has_start || matches!(mv.action(), Action::Slide(..))).then_some(mv)
    }
}
