//! A position: stones, hands, pending removals, the turn and the counters, in 48 bytes.
//!
//! Equality and key speak of the same facts, those that decide the legal moves now and later. The two counters are
//! not among them: a position met again at a later move is the same position. The text carries the counters too.

use std::hash::{Hash, Hasher};

use plywright::{Key, Side};

use crate::points::Points;
use crate::square::Square;
use crate::zobrist;

/// The phases of a game. Flying is no phase: it depends on a side's number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Phase {
    /// The side to move had a stone in hand when its turn began.
    #[default]
    Placing,
    /// The side to move has placed all its stones.
    Moving,
    /// As moving, but a side is without a move and takes a stone beside its own for it.
    Stalemate,
    /// The side that is not to move would have had to go on after its own move, and the game ended with that.
    Over,
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

    /// Does the position have facts that are tied to points, besides the stones themselves?
    #[inline]
    pub(crate) fn has_marks(&self) -> bool {
        let sets = self.marked | self.targets | self.used_mills[0] | self.used_mills[1];
        !sets.is_empty() || self.last_mill != [[0; 2]; 2]
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
        self.key ^= zobrist::placing_from_hand(side, *hand);
        *hand -= 1;
    }

    /// Sets how many stones `side` has to remove.
    #[inline]
    pub(crate) fn set_removals(&mut self, side: Side, removals: i8) {
        let old = std::mem::replace(&mut self.removals[side.index()], removals);
        self.key ^= zobrist::removals(side, old) ^ zobrist::removals(side, removals);
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.fullmove = self.fullmove.saturating_add(self.side.index() as u16);
        self.key ^= zobrist::turn(Side::First) ^ zobrist::turn(Side::Second);
        self.side = !self.side;
    }

    /// Sets the phase.
    #[inline]
    pub(crate) fn set_phase(&mut self, phase: Phase) {
        if self.phase != phase {
            self.key ^= zobrist::phase(self.phase) ^ zobrist::phase(phase);
            self.phase = phase;
        }
    }

    /// A side with stones in hand places, any other moves; but a stalemate lasts until its removals are done.
    #[inline]
    pub(crate) fn set_phase_by_hand(&mut self) {
        if self.hand[self.side.index()] > 0 {
            self.set_phase(Phase::Placing);
        } else if self.phase != Phase::Stalemate || self.pending() == 0 {
            self.set_phase(Phase::Moving);
        }
    }

    /// Gives the turn to `side`, whose turn it may be already.
    pub(crate) fn set_side(&mut self, side: Side) {
        self.key ^= zobrist::turn(self.side) ^ zobrist::turn(side);
        self.side = side;
    }

    /// Puts stones out of the hand of `side` out of play.
    pub(crate) fn take_from_hand(&mut self, side: Side, stones: u8) {
        for _ in 0..stones {
            self.spend(side);
            self.total[side.index()] -= 1;
        }
    }

    /// Leaves a taken stone on its point until placing ends.
    pub(crate) fn mark(&mut self, square: Square) {
        self.marked |= square.bit();
        self.key ^= zobrist::marked(square);
    }

    /// Takes all marked stones off the board.
    pub(crate) fn sweep_marked(&mut self) {
        self.marked.iter().for_each(|square| self.key ^= zobrist::marked(square));
        self.marked = Points::NONE;
    }

    /// Binds the pending removal to these stones.
    pub(crate) fn set_targets(&mut self, targets: Points) {
        self.key ^= zobrist::targets(self.targets) ^ zobrist::targets(targets);
        self.targets = targets;
    }

    /// Counts these points as ones of used mills of `side`.
    pub(crate) fn use_up_mills(&mut self, side: Side, points: Points) {
        let used = &mut self.used_mills[side.index()];
        self.key ^= zobrist::used_mills(side, *used) ^ zobrist::used_mills(side, *used | points);
        *used |= points;
    }

    /// Remembers from where and to where `side` closed its last mill.
    pub(crate) fn last_mill_is(&mut self, side: Side, numbers: [u8; 2]) {
        let last = std::mem::replace(&mut self.last_mill[side.index()], numbers);
        self.key ^= zobrist::last_mill(side, last) ^ zobrist::last_mill(side, numbers);
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

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

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
