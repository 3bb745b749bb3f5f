//! A position: stones, hands, pending removals, the turn and the counters, in 48 bytes.
//!
//! Equality and key speak of the same facts, those that decide the legal moves now and later. The two counters are
//! not among them: a position met again at a later move is the same position. The text carries the counters too.

use plywright::{Key, Side};

use crate::points::Points;
use crate::square::Square;
use crate::zobrist;

/// The two phases of a game. Flying is no phase: it depends on a side's number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Phase {
    /// At least one side has stones in hand, or the last of them has just been placed and a removal is due.
    #[default]
    Placing,
    /// All stones have been placed.
    Moving,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub(crate) key: Key,
    /// The stones on the board, without marked ones.
    pub(crate) stones: [Points; 2],
    /// Stones that are taken but stay on the board until placing ends.
    pub(crate) marked: Points,
    /// Points of mills that have been used up, where rules say that mills are.
    pub(crate) used_mills: [Points; 2],
    /// The stones that the pending removal is bound to, where a capture names them.
    pub(crate) targets: Points,
    /// From where and to where each side's last mill was closed, as numbers of the position text; 0 for none.
    pub(crate) last_mill: [[u8; 2]; 2],
    /// Moves since the last placing or removal.
    pub(crate) rule50: u16,
    /// Counts the turns of both sides together, from 1.
    pub(crate) fullmove: u16,
    /// Each side's stones, on the board and in hand.
    pub(crate) total: [u8; 2],
    pub(crate) hand: [u8; 2],
    /// How many stones each side still has to remove; negative for stones of its own.
    pub(crate) removals: [i8; 2],
    pub(crate) side: Side,
    pub(crate) phase: Phase,
}

const _: () = assert!(size_of::<State>() <= 48);

impl State {
    /// The empty board with `stones` in each side's hand.
    pub(crate) fn empty(stones: u8) -> Self {
        let mut state = Self {
            key: Key(0),
            stones: [Points::NONE; 2],
            marked: Points::NONE,
            used_mills: [Points::NONE; 2],
            targets: Points::NONE,
            last_mill: [[0; 2]; 2],
            rule50: 0,
            fullmove: 1,
            total: [stones; 2],
            hand: [stones; 2],
            removals: [0; 2],
            side: Side::First,
            phase: Phase::Placing,
        };
        state.key = zobrist::of(&state);
        state
    }

    /// A side's stones on the board.
    #[inline]
    pub const fn stones(&self, side: Side) -> Points {
        self.stones[side.index()]
    }

    /// The marked stones: out of play, but in the way until placing ends.
    #[inline]
    pub const fn marked(&self) -> Points {
        self.marked
    }

    /// All points on which something stands.
    #[inline]
    pub fn occupied(&self) -> Points {
        self.stones[0] | self.stones[1] | self.marked
    }

    /// How many stones a side has in hand.
    #[inline]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hand[side.index()]
    }

    /// How many stones a side has, on the board and in hand.
    #[inline]
    pub const fn total(&self, side: Side) -> u8 {
        self.total[side.index()]
    }

    /// How many stones a side still has to remove; negative for stones of its own.
    #[inline]
    pub const fn removals(&self, side: Side) -> i8 {
        self.removals[side.index()]
    }

    /// The phase.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Moves since the last placing or removal.
    #[inline]
    pub const fn rule50(&self) -> u16 {
        self.rule50
    }

    /// The number of the move, from 1; it rises after Black's turn.
    #[inline]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The key computed afresh; always equal to the one that is kept.
    pub fn recomputed_key(&self) -> Key {
        zobrist::of(self)
    }

    /// The side to move's stones.
    #[inline]
    pub(crate) fn own(&self) -> Points {
        self.stones[self.side.index()]
    }

    /// The stones of the side that is not to move.
    #[inline]
    pub(crate) fn opposing(&self) -> Points {
        self.stones[self.side.other().index()]
    }

    /// How many stones the side to move still has to remove.
    #[inline]
    pub(crate) fn pending(&self) -> i8 {
        self.removals[self.side.index()]
    }

    /// Does the side to move place a stone, unless it has one to remove? A side whose hand is empty moves, even while
    /// the other still places.
    #[inline]
    pub(crate) fn places(&self) -> bool {
        self.hand[self.side.index()] > 0
    }

    /// Puts a stone of `side` on an empty point.
    #[inline]
    pub(crate) fn put(&mut self, side: Side, square: Square) {
        self.stones[side.index()] |= square.bit();
        self.key ^= zobrist::stone(side, square);
    }

    /// Takes a stone of `side` off the board; its total stays.
    #[inline]
    pub(crate) fn lift(&mut self, side: Side, square: Square) {
        self.stones[side.index()] ^= square.bit();
        self.key ^= zobrist::stone(side, square);
    }

    /// Takes a stone out of the hand of `side`; its total stays.
    #[inline]
    pub(crate) fn spend(&mut self, side: Side) {
        let hand = &mut self.hand[side.index()];
        self.key ^= zobrist::hand(side, *hand) ^ zobrist::hand(side, *hand - 1);
        *hand -= 1;
    }

    /// Sets how many stones `side` has to remove.
    #[inline]
    pub(crate) fn set_removals(&mut self, side: Side, removals: i8) {
        let old = std::mem::replace(&mut self.removals[side.index()], removals);
        self.key ^= zobrist::removals(side, old) ^ zobrist::removals(side, removals);
    }

    /// Gives the turn to the other side and ends the placing phase with the last stone.
    #[inline]
    pub(crate) fn end_turn(&mut self) {
        self.pass_turn();
        if self.phase == Phase::Placing && self.hand == [0, 0] {
            self.set_phase(Phase::Moving);
        }
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.fullmove = self.fullmove.saturating_add(self.side.index() as u16);
        self.key ^= zobrist::turn(Side::First) ^ zobrist::turn(Side::Second);
        self.side = !self.side;
    }

    /// Sets the phase.
    pub(crate) fn set_phase(&mut self, phase: Phase) {
        self.key ^= zobrist::phase(self.phase) ^ zobrist::phase(phase);
        self.phase = phase;
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.stones == other.stones
            && self.marked == other.marked
            && self.used_mills == other.used_mills
            && self.targets == other.targets
            && self.last_mill == other.last_mill
            && self.total == other.total
            && self.hand == other.hand
            && self.removals == other.removals
            && self.side == other.side
            && self.phase == other.phase
    }
}

impl Eq for State {}

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
