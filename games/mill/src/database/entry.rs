//! The entry of a position: three bytes, low byte first.
//!
//! The low twelve bits are a value relative to the value of the subspace, the high twelve bits a distance in
//! plies. Both are signed. If the value is 0, the high bits have another meaning. A negative number `-n - 1`
//! refers to the entry of the position's image under symmetry `n`. A number of 0 or more counts the moves
//! that keep the value; readers ignore it. A distance too long for its field is in a list at the end of the
//! file. No win is that long, so the list is not read.

use plywright::Score;

/// Number of bytes of an entry.
pub(super) const LENGTH: usize = 3;
/// Number of bits of each of the two fields.
pub(super) const FIELD_BITS: u32 = 12;

/// Mask of the value's bits.
const VALUE_MASK: i32 = (1 << FIELD_BITS) - 1;
/// Distance field of an entry whose distance is stored in the list.
const IN_LIST: i32 = -(1 << (FIELD_BITS - 1));
/// The board's symmetry for each symmetry number in an entry.
pub(super) const SYMMETRIES: [u8; 16] = [1, 2, 3, 10, 8, 9, 11, 4, 5, 6, 7, 14, 12, 13, 15, 0];
/// Maximum plausible length of a win or loss in plies. Longer ones are read as damaged entries.
const MAX_PLIES: i32 = 1000;

/// A decoded entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// No value of its own: the value is in the entry of the position's image under this symmetry, an index
    /// in [`SYMMETRIES`].
    Image(usize),
    /// `value` is relative to the subspace's value. `plies` is the number of plies until this value is
    /// reached; `None` if the file's list of long distances holds it. If `value` is 0, `plies` is the number
    /// of moves that keep the value.
    Known { value: i32, plies: Option<i32> },
}

impl Entry {
    /// Decodes an entry. Returns `None` if the entry refers to a symmetry that does not exist.
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

    /// Encodes the entry. Returns `None` if a number does not fit into its field, or if the number of plies
    /// is not known.
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

/// Values that stand for a loss and a win. All values between them are draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) loss: i32,
    pub(super) win: i32,
}

impl Scale {
    /// Returns the score of an entry, for the side to move. `subspace` is the value of the entry's subspace.
    /// `None` for an entry that refers to an image, or that no position can have.
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
