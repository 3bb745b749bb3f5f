//! The entry of a position: three bytes, low byte first.
//!
//! A subspace is the set of positions with given numbers of stones. The low twelve bits of an entry are a signed value
//! relative to the value of the subspace, the high twelve bits a signed number of plies. If the value is 0, the high
//! bits mean something else: a negative number `-n - 1` refers to the entry of the position's image under symmetry `n`,
//! and a number of 0 or more counts the moves that keep the value. Numbers of plies that do not fit into twelve bits
//! are in a list at the end of the file. The list is not read, because no win is that long.

use plywright::Score;

/// Length of an entry in bytes.
pub(super) const LENGTH: usize = 3;
pub(super) const FIELD_BITS: u32 = 12;

const VALUE_MASK: i32 = (1 << FIELD_BITS) - 1;
/// Value of the field for a number of plies that is in the list at the end of the file.
const IN_LIST: i32 = -(1 << (FIELD_BITS - 1));
/// Maps a symmetry's number in entries to its number in [`Board`](crate::board::Board).
pub(super) const SYMMETRIES: [u8; 16] = [1, 2, 3, 10, 8, 9, 11, 4, 5, 6, 7, 14, 12, 13, 15, 0];
/// Maximum plausible length of a win or loss in plies. A greater or a negative length counts as damage.
const MAX_PLIES: i32 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The value is in the entry of the position's image under this symmetry, an index in [`SYMMETRIES`].
    Image(usize),
    /// `value` is relative to the subspace's value. `plies` is the number of plies until best play reaches this value;
    /// if `value` is 0, it is the number of moves that keep the value. `plies` is `None` if the number is in the list
    /// at the end of the file.
    Value { value: i32, plies: Option<i32> },
}

impl Entry {
    /// Decodes an entry. Returns `None` if the entry refers to a symmetry that does not exist.
    pub(super) fn decode([low, middle, high]: [u8; LENGTH]) -> Option<Self> {
        // The entry fills the upper 24 bits of the word, so that shifts to the right extend the signs of its numbers.
        let word = i32::from_le_bytes([0, low, middle, high]);
        let plies = word >> (32 - FIELD_BITS);
        let value = word << FIELD_BITS >> (32 - FIELD_BITS);
        match (value, plies) {
            (_, IN_LIST) => Some(Self::Value { value, plies: None }),
            (0, plies) if plies >= 0 => Some(Self::Value { value, plies: Some(plies) }),
            (0, plies) if plies >= -(SYMMETRIES.len() as i32) => Some(Self::Image((-plies - 1) as usize)),
            (0, _) => None,
            (_, plies) => Some(Self::Value { value, plies: Some(plies) }),
        }
    }

    /// Encodes an entry. Returns `None` if a number does not fit into its field or `plies` is `None`.
    pub(super) fn encode(self) -> Option<[u8; LENGTH]> {
        let (value, plies) = match self {
            Self::Image(symmetry) => (0, -(symmetry as i32) - 1),
            Self::Value { value, plies } => (value, plies?),
        };
        let fits = |number: i32| IN_LIST < number && number < -IN_LIST;
        let [low, middle, high, _] = ((value & VALUE_MASK) | plies << FIELD_BITS).to_le_bytes();
        (fits(value) && fits(plies)).then_some([low, middle, high])
    }
}

/// Values of a loss and a win, not relative to a subspace. Values between them are draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) loss: i32,
    pub(super) win: i32,
}

impl Scale {
    /// Returns the score of an entry, for the side to move. `subspace` is the value of the entry's subspace. A win or
    /// loss without a number of plies has the score [`Score::LIMIT`] or its negative. `None` if the entry refers to an
    /// image or its numbers are impossible.
    pub(super) fn score(self, entry: Entry, subspace: i32) -> Option<Score> {
        let Entry::Value { value, plies } = entry else { return None };
        let value = value + subspace;
        let is_win = value == self.win;
        if !is_win && value != self.loss {
            return (self.loss < value && value < self.win).then_some(Score::DRAW);
        }
        match plies {
            Some(plies @ 0..=MAX_PLIES) if is_win => Some(Score::win_in(plies as u32)),
            Some(plies @ 0..=MAX_PLIES) => Some(Score::loss_in(plies as u32)),
            Some(_) => None,
            None if is_win => Some(Score::LIMIT),
            None => Some(-Score::LIMIT),
        }
    }
}
