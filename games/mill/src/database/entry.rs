//! The entry of a position: three bytes, low byte first.
//!
//! The low twelve bits are a value relative to the value of the subspace, the high twelve bits a distance.
//! Both are signed. With value 0, a negative distance `-n - 1` refers to the position's image under symmetry
//! `n`, and a distance of 0 or more is the number of moves that keep the value, which readers ignore. The
//! format stores distances that do not fit in a list at the end of the file. No win takes that long, so the
//! list is not read.

use plywright::Score;

/// Number of bytes of an entry.
pub(super) const LENGTH: usize = 3;
/// Number of bits of each of the two fields.
pub(super) const FIELD_BITS: u32 = 12;

/// Mask of the value's bits.
const VALUE_MASK: i32 = (1 << FIELD_BITS) - 1;
/// Marks an entry whose distance is stored in the list.
const IN_LIST: i32 = -(1 << (FIELD_BITS - 1));
/// Symmetries of the board, indexed by their numbers in entries.
pub(super) const SYMMETRIES: [u8; 16] = [1, 2, 3, 10, 8, 9, 11, 4, 5, 6, 7, 14, 12, 13, 15, 0];
/// Maximum length of a win in plies.
const MAX_PLIES: i32 = 1000;

/// A decoded entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Refers to the entry of the position's image under this symmetry.
    Image(usize),
    /// A value relative to the subspace's, and the number of plies to the end of a win or loss; `None` if it
    /// is in the list.
    Known { value: i32, plies: Option<i32> },
}

impl Entry {
    /// Decodes an entry. Returns `None` if the bytes are not an entry.
    pub(super) fn decode([low, middle, high]: [u8; LENGTH]) -> Option<Self> {
        let word = i32::from_le_bytes([0, low, middle, high]);
        let plies = word >> (32 - FIELD_BITS);
        let value = word << FIELD_BITS >> (32 - FIELD_BITS);
        match (value, plies) {
            (_, IN_LIST) => Some(Self::Known { value, plies: None }),
            (0, plies) if plies >= 0 => Some(Self::Known { value, plies: Some(plies) }),
            (0, plies) if plies >= -(SYMMETRIES.len() as i32) => Some(Self::Image((-plies - 1) as usize)),
            (0, _) => None,
            (_, plies) => Some(Self::Known { value, plies: Some(plies) }),
        }
    }

    /// Encodes the entry. Returns `None` if a number does not fit.
    pub(super) fn encode(self) -> Option<[u8; LENGTH]> {
        let (value, plies) = match self {
            Self::Image(symmetry) => (0, -(symmetry as i32) - 1),
            Self::Known { value, plies } => (value, plies?),
        };
        let fits = |number: i32| IN_LIST < number && number < -IN_LIST;
        let [low, middle, high, _] = ((value & VALUE_MASK) | plies << FIELD_BITS).to_le_bytes();
        (fits(value) && fits(plies)).then_some([low, middle, high])
    }
}

/// Values that stand for a loss and a win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) loss: i32,
    pub(super) win: i32,
}

impl Scale {
    /// Returns the score of an entry in a subspace of value `subspace`; `None` if no position can have it.
    pub(super) fn score(self, entry: Entry, subspace: i32) -> Option<Score> {
        let Entry::Known { value, plies } = entry else { return None };
        let value = value + subspace;
        let distance = |score: fn(u32) -> Score, unknown: Score| match plies {
            Some(plies @ 0..=MAX_PLIES) => Some(score(plies as u32)),
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
