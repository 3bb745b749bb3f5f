//! Zobrist keys: random words for the properties of a position that affect its legal moves, such as the stones in hand.
//! `State::recomputed_key` combines the words of all properties; moves update the key by those that change.

use plywright::{Key, Side};

use crate::board::{Point, PointSet};

/// Number of keys for a count. The count's remainder modulo this number selects its key, also for negative counts.
/// Counts from 0 to 31, or from -16 to 15, have different keys.
const COUNTS: usize = 32;

// The seeds are arbitrary, but each of them is used only once in this file.
static STONES: [[Key; Point::MAX]; 2] = [Key::table(0x51), Key::table(0x52)];
static MARKED: [Key; Point::MAX] = Key::table(0x53);
static HANDS: [[Key; COUNTS]; 2] = [counts(0x55), counts(0x56)];
static REMOVALS: [[Key; COUNTS]; 2] = [counts(0x57), counts(0x58)];
static PHASES: [Key; 4] = [Key(0), Key::mix(0x5a), Key::mix(0x5b), Key::mix(0x5c)];
const SECOND_TO_MOVE: Key = Key::mix(0x59);

/// Returns a key for each remainder of a count. The key of remainder 0 is zero.
const fn counts(seed: u64) -> [Key; COUNTS] {
    let mut keys = Key::table(seed);
    keys[0] = Key(0);
    keys
}

#[inline]
pub(crate) fn stone(side: Side, point: Point) -> Key {
    STONES[side.index()][point.index()]
}

pub(crate) fn stones(side: Side, stones: PointSet) -> Key {
    stones.iter().fold(Key(0), |key, point| key ^ stone(side, point))
}

pub(crate) fn marked(stones: PointSet) -> Key {
    stones.iter().fold(Key(0), |key, point| key ^ MARKED[point.index()])
}

#[inline]
pub(crate) fn hand(side: Side, stones: u8) -> Key {
    HANDS[side.index()][usize::from(stones) % COUNTS]
}

#[inline]
pub(crate) fn removals(side: Side, stones: i8) -> Key {
    REMOVALS[side.index()][usize::from(stones.cast_unsigned()) % COUNTS]
}

#[inline]
pub(crate) fn turn(side: Side) -> Key {
    match side {
        Side::First => Key(0),
        Side::Second => SECOND_TO_MOVE,
    }
}

/// Returns the key of a phase, given as its number; zero for number 0, the placing phase. The remainder only saves the
/// check of the index, because all numbers are below the length.
#[inline]
pub(crate) fn phase(number: usize) -> Key {
    PHASES[number % PHASES.len()]
}

/// Returns the key of the targets of captures; zero if there are no targets.
pub(crate) fn targets(targets: PointSet) -> Key {
    rare(0x60, targets.bits().into())
}

pub(crate) fn used_mills(side: Side, used: PointSet) -> Key {
    rare(0x61 + side.index() as u64, used.bits().into())
}

pub(crate) fn last_mill(side: Side, [from, to]: [u8; 2]) -> Key {
    rare(0x63 + side.index() as u64, u64::from(from) << 8 | u64::from(to))
}

/// Computes the key of a property that few positions have. `fact` encodes the property. A position without the property
/// has the fact 0 and the key zero.
fn rare(seed: u64, fact: u64) -> Key {
    if fact == 0 { Key(0) } else { Key::mix(Key::mix(seed).0 ^ fact) }
}
