//! Zobrist keys: what of a position decides its legal moves, each fact with a random word of its own.

use plywright::{Key, Side};

use crate::points::Points;
use crate::square::Square;
use crate::state::{Phase, State};

/// Counts up to this bound (exclusive) have keys of their own.
const COUNTS: usize = 32;

static STONES: [[Key; Square::MAX]; 2] = [Key::table(0x51), Key::table(0x52)];
static MARKED: [Key; Square::MAX] = Key::table(0x53);
static HANDS: [[Key; COUNTS]; 2] = [counts(0x55), counts(0x56)];
static PLACINGS: [[Key; COUNTS]; 2] = [steps(&counts(0x55)), steps(&counts(0x56))];
static REMOVALS: [[Key; COUNTS]; 2] = [counts(0x57), counts(0x58)];
const SECOND_TO_MOVE: Key = Key::mix(0x59);
const MOVING: Key = Key::mix(0x5a);
const STALEMATE: Key = Key::mix(0x5b);
const OVER: Key = Key::mix(0x5c);

/// Keys of counts; none of a thing contributes nothing.
const fn counts(seed: u64) -> [Key; COUNTS] {
    let mut keys = Key::table(seed);
    keys[0] = Key(0);
    keys
}

/// Keys of the differences between each count and the one below.
const fn steps(counts: &[Key; COUNTS]) -> [Key; COUNTS] {
    let mut steps = [Key(0); COUNTS];
    let mut i = 1;
    while i < COUNTS {
        steps[i] = Key(counts[i].0 ^ counts[i - 1].0);
        i += 1;
    }
    steps
}

/// A stone of a side on a point.
#[inline]
pub(crate) fn stone(side: Side, square: Square) -> Key {
    STONES[side.index()][square.index()]
}

/// A marked stone on a point.
pub(crate) fn marked(square: Square) -> Key {
    MARKED[square.index()]
}

/// A side's number of stones in hand.
#[inline]
pub(crate) fn hand(side: Side, stones: u8) -> Key {
    HANDS[side.index()][usize::from(stones) % COUNTS]
}

/// What changes when the last of so many stones in a side's hand is placed.
#[inline]
pub(crate) fn placing_from_hand(side: Side, stones: u8) -> Key {
    PLACINGS[side.index()][usize::from(stones) % COUNTS]
}

/// A side's number of stones that it still has to remove.
#[inline]
pub(crate) fn removals(side: Side, stones: i8) -> Key {
    REMOVALS[side.index()][usize::from(stones.cast_unsigned()) % COUNTS]
}

/// The turn.
#[inline]
pub(crate) fn turn(side: Side) -> Key {
    match side {
        Side::First => Key(0),
        Side::Second => SECOND_TO_MOVE,
    }
}

/// The phase.
#[inline]
pub(crate) fn phase(phase: Phase) -> Key {
    match phase {
        Phase::Placing => Key(0),
        Phase::Moving => MOVING,
        Phase::Stalemate => STALEMATE,
        Phase::Over => OVER,
    }
}

/// The key of what a position has besides stones and marks on points.
#[inline]
pub(crate) fn without_stones(state: &State) -> Key {
    let mut key = turn(state.side) ^ phase(state.phase);
    for side in Side::BOTH {
        let i = side.index();
        key ^= hand(side, state.hand[i]) ^ removals(side, state.removals[i]);
    }
    key
}

/// The key of a position from all its facts.
pub(crate) fn of(state: &State) -> Key {
    let mut key = without_stones(state);
    for side in Side::BOTH {
        let i = side.index();
        state.stones[i].iter().for_each(|square| key ^= stone(side, square));
        key ^= used_mills(side, state.used_mills[i]) ^ last_mill(side, state.last_mill[i]);
    }
    state.marked.iter().for_each(|square| key ^= marked(square));
    key ^ targets(state.targets)
}

/// The stones that a pending removal is bound to.
pub(crate) fn targets(targets: Points) -> Key {
    rare(0x60, targets.0.into())
}

/// A side's used mills.
pub(crate) fn used_mills(side: Side, used: Points) -> Key {
    rare(0x61 + side.index() as u64, used.0.into())
}

/// Where a side closed its last mill.
pub(crate) fn last_mill(side: Side, [from, to]: [u8; 2]) -> Key {
    rare(0x63 + side.index() as u64, u64::from(from) << 8 | u64::from(to))
}

/// A fact that few positions have; 0 stands for its absence.
fn rare(seed: u64, fact: u64) -> Key {
    if fact == 0 { Key(0) } else { Key::mix(Key::mix(seed).0 ^ fact) }
}
