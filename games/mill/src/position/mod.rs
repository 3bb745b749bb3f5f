//! A position: stones, hands, pending removals, side to move and counters, in 48 bytes.
//!
//! Equality and key exclude the two counters, so a position that recurs at a later move is the same position.
//! Changes update the key incrementally.

mod moves;
mod zobrist;

use plywright::{Key, Side};

use crate::board::{Point, PointSet};
pub use moves::{Action, Move};

/// Phase of a game. Flying is not a phase, because it depends on a side's number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) enum Phase {
    /// The side to move had a stone in hand when its turn began.
    #[default]
    Placing,
    /// The side to move had no stone in hand when its turn began.
    Moving,
    /// The moving phase while removals are due because a side was blocked.
    Stalemate,
    /// The game is over, but the stones would show this only with the opponent to move. The opponent made the last move
    /// and was to move again, but the turn passed. The ending is that of the same stones in the moving phase with the
    /// opponent to move.
    Over,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub(crate) key: Key,
    /// Each side's stones on the board, marked ones excluded.
    pub(crate) stones: [PointSet; 2],
    /// Removed stones that stay on the board until placing ends.
    pub(crate) marked: PointSet,
    /// Points of the mills that each side has closed, under rules that allow each mill only once.
    pub(crate) used_mills: [PointSet; 2],
    /// Stones that a capture without a mill may take by the pending removals; empty without such a capture.
    pub(crate) targets: PointSet,
    /// Start and end of the move that closed each side's last mill, each as its [`Point::number`], if the rules
    /// restrict repeated mills. The start is 0 for a placed stone; both are 0 without a recorded mill. Moving a stone
    /// without closing a mill or capturing clears the side's record.
    pub(crate) last_mill: [[u8; 2]; 2],
    /// Number of moves of stones since the last placing or removal.
    pub(crate) halfmove_clock: u16,
    /// Move number, from 1.
    pub(crate) fullmove: u16,
    /// Each side's number of stones, on the board and in hand together.
    pub(crate) total: [u8; 2],
    pub(crate) hand: [u8; 2],
    /// Number of stones that each side still has to remove: the opponent's if positive, its own if negative.
    pub(crate) removals: [i8; 2],
    pub(crate) side: Side,
    pub(crate) phase: Phase,
}

const _: () = assert!(size_of::<State>() <= 48);

impl State {
    /// Returns the empty board with `stones` in each side's hand.
    pub(crate) fn empty(stones: u8) -> Self {
        let mut state = Self {
            key: Key(0),
            stones: [PointSet::EMPTY; 2],
            marked: PointSet::EMPTY,
            used_mills: [PointSet::EMPTY; 2],
            targets: PointSet::EMPTY,
            last_mill: [[0; 2]; 2],
            halfmove_clock: 0,
            fullmove: 1,
            total: [stones; 2],
            hand: [stones; 2],
            removals: [0; 2],
            side: Side::First,
            phase: Phase::Placing,
        };
        state.key = state.recomputed_key();
        state
    }

    /// Returns a side's stones on the board, without marked stones.
    #[inline]
    pub const fn stones(&self, side: Side) -> PointSet {
        self.stones[side.index()]
    }

    /// Whether the position has marked stones, targets, used mills or a last mill.
    #[inline]
    pub(crate) fn has_marks(&self) -> bool {
        let sets = self.marked | self.targets | self.used_mills[0] | self.used_mills[1];
        !sets.is_empty() || self.last_mill != [[0; 2]; 2]
    }

    /// Returns the marked stones. They have been removed, but stay on the board until placing ends.
    #[inline]
    pub const fn marked(&self) -> PointSet {
        self.marked
    }

    /// Returns all occupied points, including those of marked stones.
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.stones[0] | self.stones[1] | self.marked
    }

    /// Returns the number of stones that a side has in hand.
    #[inline]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hand[side.index()]
    }

    /// Returns the number of stones that a side has, on the board and in hand together.
    #[inline]
    pub const fn total(&self, side: Side) -> u8 {
        self.total[side.index()]
    }

    /// Returns the number of stones that a side still has to remove: the opponent's stones if the number is positive,
    /// its own if it is negative.
    #[inline]
    pub const fn removals(&self, side: Side) -> i8 {
        self.removals[side.index()]
    }

    /// Computes the key anew. [`plywright::State::key`] returns the same key, which moves update step by step.
    pub fn recomputed_key(&self) -> Key {
        let mut key = self.key_without_stones() ^ zobrist::marked(self.marked);
        for side in Side::BOTH {
            let i = side.index();
            key ^= zobrist::stones(side, self.stones[i])
                ^ zobrist::used_mills(side, self.used_mills[i])
                ^ zobrist::last_mill(side, self.last_mill[i]);
        }
        key ^ zobrist::targets(self.targets)
    }

    /// Returns the fields that equality compares: all except `halfmove_clock` and `fullmove`.
    fn identity(&self) -> impl PartialEq {
        let numbers = (self.total, self.hand, self.removals, self.side, self.phase);
        (self.key, self.stones, self.marked, self.used_mills, self.targets, self.last_mill, numbers)
    }

    /// Returns the part of the key that does not depend on points: side to move, phase, hands and removals.
    #[inline]
    pub(crate) fn key_without_stones(&self) -> Key {
        let mut key = zobrist::turn(self.side) ^ zobrist::phase(self.phase as usize);
        for side in Side::BOTH {
            let i = side.index();
            key ^= zobrist::hand(side, self.hand[i]) ^ zobrist::removals(side, self.removals[i]);
        }
        key
    }

    #[inline]
    pub(crate) fn own(&self) -> PointSet {
        self.stones[self.side.index()]
    }

    #[inline]
    pub(crate) fn opposing(&self) -> PointSet {
        self.stones[self.side.other().index()]
    }

    /// Returns [`State::removals`] of the side to move.
    #[inline]
    pub(crate) fn pending(&self) -> i8 {
        self.removals[self.side.index()]
    }

    /// Whether the side to move has a stone in hand. A side without a stone in hand moves its stones, even
    /// while the other side still places.
    #[inline]
    pub(crate) fn places(&self) -> bool {
        self.hand[self.side.index()] > 0
    }

    #[inline]
    pub(crate) fn place(&mut self, to: Point) {
        self.change_point(self.side, to);
        self.take_from_hand(self.side);
        self.halfmove_clock = 0;
    }

    #[inline]
    pub(crate) fn slide(&mut self, from: Point, to: Point) {
        self.change_point(self.side, from);
        self.change_point(self.side, to);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
    }

    #[inline]
    pub(crate) fn remove(&mut self, side: Side, at: Point) {
        self.change_point(side, at);
        self.total[side.index()] -= 1;
        self.halfmove_clock = 0;
    }

    #[inline]
    fn change_point(&mut self, side: Side, point: Point) {
        self.stones[side.index()] ^= PointSet::of(point);
        self.key ^= zobrist::stone(side, point);
    }

    /// Takes a stone from a side's hand, which must not be empty. `total` is unchanged, because it counts the stones on
    /// the board too.
    #[inline]
    pub(crate) fn take_from_hand(&mut self, side: Side) {
        let hand = &mut self.hand[side.index()];
        self.key ^= zobrist::hand(side, *hand) ^ zobrist::hand(side, *hand - 1);
        *hand -= 1;
    }

    #[inline]
    pub(crate) fn set_removals(&mut self, side: Side, removals: i8) {
        let old = std::mem::replace(&mut self.removals[side.index()], removals);
        self.key ^= zobrist::removals(side, old) ^ zobrist::removals(side, removals);
    }

    /// Passes the turn. After a turn of the second side, increases the move number.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.fullmove = self.fullmove.saturating_add(self.side.index() as u16);
        self.key ^= zobrist::turn(Side::First) ^ zobrist::turn(Side::Second);
        self.side = !self.side;
    }

    #[inline]
    pub(crate) fn set_phase(&mut self, phase: Phase) {
        if self.phase != phase {
            self.key ^= zobrist::phase(self.phase as usize) ^ zobrist::phase(phase as usize);
            self.phase = phase;
        }
    }

    /// Sets the phase to placing if the side to move has stones in hand. Otherwise sets it to moving, except that a
    /// stalemate phase stays while a removal of the side to move is pending.
    #[inline]
    pub(crate) fn set_phase_by_hand(&mut self) {
        if self.places() {
            self.set_phase(Phase::Placing);
        } else if self.phase != Phase::Stalemate || self.pending() == 0 {
            self.set_phase(Phase::Moving);
        }
    }

    /// Sets the side to move. Unlike [`State::pass_turn`], keeps the move number.
    pub(crate) fn set_side(&mut self, side: Side) {
        self.key ^= zobrist::turn(self.side) ^ zobrist::turn(side);
        self.side = side;
    }

    /// Takes stones from a side's hand and out of the game, so `total` decreases too.
    pub(crate) fn discard_from_hand(&mut self, side: Side, stones: u8) {
        for _ in 0..stones {
            self.take_from_hand(side);
            self.total[side.index()] -= 1;
        }
    }

    /// Marks the point of a stone that has just been removed.
    pub(crate) fn mark(&mut self, point: Point) {
        self.marked.insert(point);
        self.key ^= zobrist::marked(PointSet::of(point));
    }

    pub(crate) fn sweep_marked(&mut self) {
        self.key ^= zobrist::marked(self.marked);
        self.marked = PointSet::EMPTY;
    }

    pub(crate) fn set_targets(&mut self, targets: PointSet) {
        self.key ^= zobrist::targets(self.targets) ^ zobrist::targets(targets);
        self.targets = targets;
    }

    pub(crate) fn use_up_mills(&mut self, side: Side, points: PointSet) {
        let used = &mut self.used_mills[side.index()];
        self.key ^= zobrist::used_mills(side, *used) ^ zobrist::used_mills(side, *used | points);
        *used |= points;
    }

    /// Sets a side's pair of numbers in [`State::last_mill`].
    pub(crate) fn set_last_mill(&mut self, side: Side, numbers: [u8; 2]) {
        let last = std::mem::replace(&mut self.last_mill[side.index()], numbers);
        self.key ^= zobrist::last_mill(side, last) ^ zobrist::last_mill(side, numbers);
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for State {}

plywright::hash_by_key!(State);

impl plywright::State for State {
    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }
}
