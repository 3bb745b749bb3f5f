//! Zobrist keys: random words for the facts of a position that decide its legal moves.

use plywright::{Key, Side};

use crate::board::{Point, PointSet};

/// Number of counts with a word of their own, from 0.
const COUNTS: usize = 32;

static STONES: [[Key; Point::MAX]; 2] = [Key::table(0x51), Key::table(0x52)];
static MARKED: [Key; Point::MAX] = Key::table(0x53);
static HANDS: [[Key; COUNTS]; 2] = [counts(0x55), counts(0x56)];
static REMOVALS: [[Key; COUNTS]; 2] = [counts(0x57), counts(0x58)];
static PHASES: [Key; 4] = [Key(0), Key::mix(0x5a), Key::mix(0x5b), Key::mix(0x5c)];
const SECOND_TO_MOVE: Key = Key::mix(0x59);

/// Words for counts. The word for 0 is zero.
const fn counts(seed: u64) -> [Key; COUNTS] {
    let mut keys = Key::table(seed);
    keys[0] = Key(0);
    keys
}

/// Key of a stone of a side on a point.
#[inline]
pub(crate) fn stone(side: Side, point: Point) -> Key {
    STONES[side.index()][point.index()]
}

/// Key of a side's stones on the board.
pub(crate) fn stones(side: Side, stones: PointSet) -> Key {
    stones.iter().fold(Key(0), |key, point| key ^ stone(side, point))
}

/// Key of the marked stones.
pub(crate) fn marked(stones: PointSet) -> Key {
    stones.iter().fold(Key(0), |key, point| key ^ MARKED[point.index()])
}

/// Key of a side's number of stones in hand.
#[inline]
pub(crate) fn hand(side: Side, stones: u8) -> Key {
    HANDS[side.index()][usize::from(stones) % COUNTS]
}

/// Key of a side's number of pending removals.
#[inline]
pub(crate) fn removals(side: Side, stones: i8) -> Key {
    REMOVALS[side.index()][usize::from(stones.cast_unsigned()) % COUNTS]
}

/// Key of the side to move.
#[inline]
pub(crate) fn turn(side: Side) -> Key {
    match side {
        Side::First => Key(0),
        Side::Second => SECOND_TO_MOVE,
    }
}

/// Key of a phase, given by its number.
#[inline]
pub(crate) fn phase(number: usize) -> Key {
    PHASES[number % PHASES.len()]
}

/// Key of the targets of pending removals.
pub(crate) fn targets(targets: PointSet) -> Key {
    rare(0x60, targets.bits().into())
}

/// Key of the points of a side's used mills.
pub(crate) fn used_mills(side: Side, used: PointSet) -> Key {
    rare(0x61 + side.index() as u64, used.bits().into())
}

/// Key of the slide that closed a side's last mill.
pub(crate) fn last_mill(side: Side, [from, to]: [u8; 2]) -> Key {
    rare(0x63 + side.index() as u64, u64::from(from) << 8 | u64::from(to))
}

/// Key of a fact that few positions have. The fact 0 means that it is absent, and has key zero.
fn rare(seed: u64, fact: u64) -> Key {
    if fact == 0 { Key(0) } else { Key::mix(Key::mix(seed).0 ^ fact) }
}
