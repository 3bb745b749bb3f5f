//! Moves: small codes if both sides are mortals, otherwise changes of the position.
//!
//! The module `plain` describes the codes. Turns in games with gods vary too much for codes. Their moves, here called
//! gods' moves, store the changes of the position: workers, heights, the gods' stored state and a win. One function
//! plays them for every god. Two turns of a god that lead to the same position are one move.

use plywright::Side;

use crate::plain::{CODES, NO_MOVES, Plain, VICTORY, code_of_placement, code_of_step};
use crate::square::{Direction, Square};
use crate::squares::{Squares, image, image_of_set, neighbours};
use crate::state::{State, transform_low_bits};
use crate::stored::Stored;

/// A move: a whole turn, or the placement of a side's workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    code: u32,
    change: Change,
}

/// Exclusive or of the positions before and after a god's move. All zero for a move between mortals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
struct Change {
    /// Squares that the mover's workers leave or enter, as bits; [`WINS`] is set if the mover wins.
    own: u32,
    /// Squares that the opponent's workers leave or enter, as bits; [`WINS`] is set if the opponent wins.
    others: u32,
    /// For each binary digit of the heights, lowest first, the squares in whose height the digit changes.
    planes: [u32; 3],
    /// Changes of the stored state of the mover's and the opponent's god.
    stored: [u32; 2],
}

/// Squares that a god's move changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangedSquares {
    /// Squares that the mover's workers leave or enter.
    pub(crate) own: Squares,
    /// Squares that the opponent's workers leave or enter.
    pub(crate) others: Squares,
    /// Squares whose height grows by one.
    pub(crate) raised: Squares,
    /// Squares whose height falls, or grows by more than one.
    pub(crate) rebuilt: Squares,
}

/// Flag in [`Change::own`] and [`Change::others`]: the side has won.
const WINS: u32 = 1 << 31;
/// Flag in the codes of gods' moves. Codes of moves between mortals are below [`CODES`].
const OF_GODS: u32 = 1 << 31;

impl Move {
    #[inline]
    pub(crate) const fn step_and_build(from: Square, step: Direction, build: Direction) -> Self {
        Self::plain(code_of_step(from, step, build as u32))
    }

    #[inline]
    pub(crate) const fn winning_step(from: Square, step: Direction) -> Self {
        Self::plain(code_of_step(from, step, VICTORY))
    }

    /// Returns the placement of mortals on a set of exactly two squares.
    pub(crate) fn place(squares: Squares) -> Self {
        Self::plain(code_of_placement(squares))
    }

    /// The move of a side that cannot move and therefore loses.
    pub(crate) const NONE: Self = Self::plain(NO_MOVES);

    #[inline]
    const fn plain(code: u32) -> Self {
        let change = Change { own: 0, others: 0, planes: [0; 3], stored: [0; 2] };
        Self { code, change }
    }

    /// Creates a god's move from the positions before and after it.
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

    /// Returns a copy of this god's move that leads to the heights of `after` instead of those of `before`.
    #[inline]
    pub(crate) fn with_heights(mut self, before: &State, after: &State) -> Self {
        for (digit, plane) in self.change.planes.iter_mut().enumerate() {
            *plane ^= (before.planes[digit] ^ after.planes[digit]).bits();
        }
        self.code = self.change.code();
        self
    }

    /// Decodes a move between mortals, or [`Move::NONE`]. Returns `None` for a god's move, and for a code
    /// whose step or building leaves the board.
    #[inline]
    pub(crate) fn as_plain(self) -> Option<Plain> {
        if self.code < CODES { Plain::of(self.code) } else { None }
    }

    /// Returns the squares that a god's move from `state` changes. `None` if either side wins.
    #[inline]
    pub(crate) fn changed_squares(&self, state: &State) -> Option<ChangedSquares> {
        let Change { own, others, planes, .. } = self.change;
        if (own | others) & WINS != 0 {
            return None;
        }
        let [own, others] = [own, others].map(Squares::from_bits);
        let [ones, twos, fours] = planes.map(Squares::from_bits);
        // Adding one to a height changes its lowest digit, the second digit exactly if the lowest one was set, and the
        // third digit exactly if both lower ones were set.
        let [low, middle, _] = state.planes;
        let raised = ones - (twos ^ low) - (fours ^ (low & middle));
        Some(ChangedSquares { own, others, raised, rebuilt: (ones | twos | fours) - raised })
    }

    /// Returns the square that the mover's workers leave and the one that they enter in a god's move from `state`.
    /// `None` unless they leave exactly one square and enter exactly one.
    pub(crate) fn step(&self, state: &State) -> Option<(Square, Square)> {
        let changed = Squares::from_bits(self.change.own & !WINS);
        let (left, entered) = (changed & state.own(), changed - state.own());
        let is_single = left.count() == 1 && entered.count() == 1;
        if is_single { Some((left.first()?, entered.first()?)) } else { None }
    }

    /// Whether the mover has a worker on level 2 next to a free square of level 3 after a god's move.
    #[inline]
    pub(crate) fn threatens(&self, state: &State) -> bool {
        let Change { own, others, planes: [ones, twos, _], .. } = self.change;
        let [ones, twos] =
            [(0, ones), (1, twos)].map(|(digit, change)| state.planes[digit] ^ Squares::from_bits(change));
        let climbers = (state.own() ^ Squares::from_bits(own & !WINS)) & (twos - ones);
        let occupied = state.occupied() ^ Squares::from_bits((own ^ others) & !WINS);
        !climbers.is_empty() && neighbours(climbers).intersects((ones & twos) - occupied)
    }

    #[inline]
    pub(crate) const fn wins_for_mover(&self) -> bool {
        self.change.own & WINS != 0
    }

    /// Returns the height of a square after a god's move, given the height before it.
    #[inline]
    pub(crate) fn height_after(&self, before: u8, square: Square) -> u8 {
        let changed = |digit: usize| (self.change.planes[digit] >> square.index() & 1) as u8;
        before ^ changed(0) ^ changed(1) << 1 ^ changed(2) << 2
    }

    /// Plays a god's move.
    #[inline]
    pub(crate) fn apply(self, state: &mut State) {
        let (me, other) = (state.side, state.side.other());
        let next = state.next_side();
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
        state.side = next;
    }

    /// Returns the move's image under the board symmetry with index `symmetry`, 0 to 7.
    pub(crate) fn transformed(self, symmetry: usize) -> Self {
        let image_of = |square| image(square, symmetry);
        // The images of neighbours are neighbours, so there always is a direction.
        let towards = |from, to| image_of(from).direction_to(image_of(to)).unwrap_or(Direction::North);
        match self.as_plain() {
            Some(Plain::NoMoves) => self,
            Some(Plain::Place(squares)) => Self::place(image_of_set(squares, symmetry)),
            Some(Plain::Win(from, to)) => Self::winning_step(image_of(from), towards(from, to)),
            Some(Plain::Build(from, to, site)) => {
                Self::step_and_build(image_of(from), towards(from, to), towards(to, site))
            }
            None => {
                let transform = |word| transform_low_bits(word, symmetry);
                let Change { own, others, planes, stored } = self.change;
                let change = Change {
                    own: transform(own),
                    others: transform(others),
                    planes: planes.map(transform),
                    stored: stored.map(transform),
                };
                Self { code: change.code(), change }
            }
        }
    }
}

impl Change {
    /// Hashes the change to 31 bits and sets [`OF_GODS`]. About one in 100,000 lists of 200 moves contains two moves
    /// with the same code. The search may then mistake one for the other when it reads the transposition table.
    #[inline]
    fn code(&self) -> u32 {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [ones, twos, fours] = self.planes;
        let workers = pair(self.own, self.others).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let heights = (pair(ones, twos) ^ u64::from(fours) << 25).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let stored = pair(self.stored[0], self.stored[1]).wrapping_mul(0x1656_67b1_9e37_79f9);
        let mixed = workers ^ heights.rotate_left(21) ^ stored.rotate_left(42);
        let code = OF_GODS | ((mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as u32;
        // The transposition table reserves the highest code for "no move".
        if code == u32::MAX { OF_GODS } else { code }
    }
}

impl plywright::Move for Move {
    #[inline]
    fn code(self) -> u32 {
        self.code
    }

    /// Returns `None` for the code of a god's move, which does not determine the move, and for a code without
    /// a move.
    #[inline]
    fn decode(code: u32) -> Option<Self> {
        let mv = (code < CODES).then(|| Self::plain(code))?;
        mv.as_plain().map(|_| mv)
    }
}
