//! One position's entry: three bytes, low byte first.
//!
//! The low twelve bits are the value relative to the subspace's own, the high twelve a distance: both with sign. With
//! value 0 a negative distance `-n - 1` refers to the position's image under symmetry `n`. A distance that does not
//! fit is kept elsewhere in the file; no win takes so long, so that part is not read.

use plywright::Score;

/// Bytes of an entry.
pub(super) const LENGTH: usize = 3;
/// Bits of the first field, and of the second.
pub(super) const FIELD_BITS: u32 = 12;

/// The distance that says: it is kept elsewhere.
const ELSEWHERE: i32 = -(1 << (FIELD_BITS - 1));
/// Symmetries that an entry may refer to.
const SYMMETRIES: i32 = 16;
/// No win takes more plies than this.
const LONGEST: i32 = 1000;

/// What an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The position's image under this symmetry has the entry.
    Image(usize),
    /// A value relative to the subspace's own, and plies to the end where it is a win or a loss.
    Known { value: i32, plies: Option<i32> },
}

impl Entry {
    /// What the bytes say; `None` when they say nothing that makes sense.
    pub(super) fn decode([low, middle, high]: [u8; LENGTH]) -> Option<Self> {
        let word = i32::from_le_bytes([0, low, middle, high]);
        let plies = word >> (32 - FIELD_BITS);
        let value = word << FIELD_BITS >> (32 - FIELD_BITS);
        match (value, plies) {
            (_, ELSEWHERE) => Some(Self::Known { value, plies: None }),
            (0, plies) if plies >= 0 => Some(Self::Known { value, plies: Some(plies) }),
            (0, plies) if plies >= -SYMMETRIES => Some(Self::Image((-plies - 1) as usize)),
            (0, _) => None,
            (_, plies) => Some(Self::Known { value, plies: Some(plies) }),
        }
    }
}

/// The values that stand for a loss and for a win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) loss: i32,
    pub(super) win: i32,
}

impl Scale {
    /// The score of an entry in a subspace of that value; `None` when the entry makes no sense.
    pub(super) fn score(self, entry: Entry, subspace: i32) -> Option<Score> {
        let Entry::Known { value, plies } = entry else { return None };
        let value = value + subspace;
        let distance = |score: fn(u32) -> Score, unknown: Score| match plies {
            Some(plies @ 0..=LONGEST) => Some(score(plies as u32)),
            Some(_) => None,
            None => Some(unknown),
        };
        if value == self.win {
            distance(Score::win_in, Score::LIMIT)
        } else if value == self.loss {
            distance(Score::loss_in, -Score::LIMIT)
        } else {
            (self.loss < value && value < self.win).then_some(Score::DRAW)
        }
    }
}
