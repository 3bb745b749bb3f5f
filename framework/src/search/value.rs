//! Exact values of positions: win, draw or loss, with or without the distance, or a margin.

use std::cmp::Ordering;
use std::fmt;

use crate::rules::{Ending, Score, Side};

/// Exact value of a position for the side to move: a draw, a win or loss with or without its distance in plies, or a
/// margin. Some tables store no distances below [`Value::LONG`]. In such a table, a win or loss without a distance is a
/// short one.
///
/// The winner shortens the game and the loser lengthens it. Turns are assumed to alternate, so a win takes an odd
/// number of plies and a loss an even one. Tables with distances store a byte: 0 for a draw, otherwise the number of
/// plies plus 1.
///
/// In a game decided by points, the value is the margin under best play. Tables with margins store the margin
/// minus the lead of [`Hints::points`](crate::Hints::points).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
// The number is 0 for a draw, and the plies plus 1 for a known distance. Then come the unknown distances, then the
// margins. Below the margins, odd numbers are losses, and even numbers above 0 wins.
pub struct Value(u32);

impl Value {
    /// Draw under best play.
    pub const DRAW: Self = Self(0);
    /// The side to move has already lost.
    pub const LOST: Self = Self(1);
    /// Loss in an unknown number of plies.
    pub const LOSS: Self = Self(257);
    /// Win in an unknown number of plies.
    pub const WIN: Self = Self(258);
    /// Loss in an unknown number of plies. A table gives this value to losses in fewer than [`Value::LONG`] plies.
    /// [`Value::one_turn_before`] also gives it to a loss in `LONG` plies, one ply before a short win.
    pub const SHORT_LOSS: Self = Self(259);
    /// Win in an unknown number of plies. A table gives this value to wins in fewer than [`Value::LONG`] plies.
    pub const SHORT_WIN: Self = Self(260);
    /// Minimum distance in plies of a long win or loss. A table can leave out shorter distances, because a search finds
    /// short wins by itself.
    pub const LONG: u32 = 30;
    /// Maximum distance of a value in plies.
    pub const MAX_PLIES: u32 = 254;
    /// Offset of margins: a margin of `points` is stored as `MARGINS + points`. A margin of 0 is stored as
    /// [`Value::DRAW`].
    const MARGINS: i32 = 1 << 16;
    /// Stored number of the most negative margin. The other margins have greater numbers.
    const MIN_MARGIN: u32 = (Self::MARGINS - Score::LIMIT.0) as u32;

    /// Creates a win if `plies` is odd, or a loss if `plies` is even; `None` beyond [`Value::MAX_PLIES`].
    #[inline]
    pub const fn decided_in(plies: u32) -> Option<Self> {
        if plies > Self::MAX_PLIES { None } else { Some(Self(plies + 1)) }
    }

    /// Creates the value of a game that ends with this margin for the side to move, in the units of evaluations. A
    /// margin of 0 is a draw. A margin beyond [`Score::LIMIT`] counts as this limit.
    #[inline]
    pub const fn margin(points: i32) -> Self {
        match points {
            0 => Self::DRAW,
            _ if points > Score::LIMIT.0 => Self((Self::MARGINS + Score::LIMIT.0) as u32),
            _ if points < -Score::LIMIT.0 => Self(Self::MIN_MARGIN),
            _ => Self((Self::MARGINS + points) as u32),
        }
    }

    /// Returns the margin for the side to move, in the units of evaluations; `None` for a draw and for values
    /// without a margin.
    #[inline]
    pub const fn points(self) -> Option<i32> {
        if self.0 < Self::MIN_MARGIN { None } else { Some(self.0 as i32 - Self::MARGINS) }
    }

    /// Adds a lead of the side to move, in the units of evaluations, to a margin or a draw. For any other value, the
    /// lead must be 0.
    #[inline]
    pub(crate) const fn with_lead(self, lead: i32) -> Self {
        match self.points() {
            Some(points) => Self::margin(points + lead),
            None if lead == 0 => self,
            None => Self::margin(lead),
        }
    }

    /// Converts a byte of a table with margins to its value. The byte is a number of steps from -128 to 127, and `unit`
    /// is the size of a step in the units of evaluations.
    #[inline]
    pub const fn from_margin_byte(byte: u8, unit: i32) -> Self {
        Self::margin(byte.cast_signed() as i32 * unit)
    }

    /// Converts a margin or a draw to a byte of a table with margins: a number of steps from -128 to 127. `unit` is the
    /// size of a step in the units of evaluations. `None` for other values, and if the margin is out of range or no
    /// multiple of `unit`.
    #[inline]
    pub const fn to_margin_byte(self, unit: i32) -> Option<u8> {
        let points = match self.points() {
            Some(points) => points,
            None if self.0 == 0 => 0,
            None => return None,
        };
        let steps = points / unit;
        let fits = points % unit == 0 && steps >= i8::MIN as i32 && steps <= i8::MAX as i32;
        if fits { Some((steps as i8).cast_unsigned()) } else { None }
    }

    /// Converts a byte of a table with distances to its value; the inverse of [`Value::to_byte`].
    #[inline]
    pub const fn from_byte(byte: u8) -> Self {
        Self(byte as u32)
    }

    /// Converts a value to a byte of a table with distances: 0 for a draw, otherwise one more than the number of plies.
    /// Margins and unknown distances have no such byte and must not be converted.
    #[inline]
    pub const fn to_byte(self) -> u8 {
        self.0 as u8
    }

    /// Returns the distance to the end of the game in plies; `None` for a draw, an unknown distance or a
    /// margin.
    #[inline]
    pub const fn plies(self) -> Option<u32> {
        if self.0 == 0 || self.0 > u8::MAX as u32 { None } else { Some(self.0 - 1) }
    }

    /// Whether the side to move wins; a margin above 0 is a win.
    #[inline]
    pub const fn is_win(self) -> bool {
        match self.points() {
            Some(points) => points > 0,
            None => self.0 != 0 && self.0.is_multiple_of(2),
        }
    }

    /// Whether the side to move loses; a margin below 0 is a loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        match self.points() {
            Some(points) => points < 0,
            None => !self.0.is_multiple_of(2),
        }
    }

    /// Converts the opponent's value after a turn to the value of that turn for its player. A distance becomes one ply
    /// longer, an unknown distance stays unknown, and a margin changes its sign. `None` if the longer distance exceeds
    /// [`Value::MAX_PLIES`].
    #[inline]
    pub const fn one_turn_before(self) -> Option<Self> {
        match self {
            Self::DRAW => Some(Self::DRAW),
            Self::WIN => Some(Self::LOSS),
            Self::SHORT_WIN => Some(Self::SHORT_LOSS),
            Self(byte) if byte == u8::MAX as u32 => None,
            Self(number) if number >= Self::MIN_MARGIN => Some(Self(2 * Self::MARGINS as u32 - number)),
            Self(byte) => Some(Self(byte + 1)),
        }
    }

    /// Returns the value, for `mover`, of a turn by which `mover` ends the game. `None` if `mover` loses without a
    /// margin, because no value stands for a loss in one ply.
    pub fn of_turn(ending: Ending, mover: Side) -> Option<Self> {
        match ending {
            Ending::Draw => Some(Self::DRAW),
            Ending::Win(winner) if winner == mover => Self::LOST.one_turn_before(),
            Ending::Win(_) => None,
            Ending::Margin(points) => Some(Self::margin(if mover == Side::First { points } else { -points })),
        }
    }

    /// Converts the value to a search score. A known distance gives [`Score::win_in`] or [`Score::loss_in`]. A win of
    /// unknown distance gives [`Score::LIMIT`], a loss of unknown distance its negative, and a margin gives itself.
    pub const fn score(self) -> Score {
        if let Some(points) = self.points() {
            return Score(points);
        }
        match self.plies() {
            None if self.is_win() => Score::LIMIT,
            None if self.is_loss() => Score(-Score::LIMIT.0),
            None => Score::DRAW,
            Some(plies) if self.is_win() => Score::win_in(plies),
            Some(plies) => Score::loss_in(plies),
        }
    }

    /// Returns the score by which [`Ord`] compares values.
    const fn rank(self) -> Score {
        match self {
            // No win takes an even number of plies and no loss an odd one, so these scores lie between known distances.
            Self::SHORT_WIN => Score::win_in(Self::LONG),
            Self::SHORT_LOSS => Score::loss_in(Self::LONG - 1),
            _ => self.score(),
        }
    }

    /// Converts the score of a draw, win or loss to a value. [`Score::LIMIT`] becomes a win of unknown distance, and
    /// its negative a loss. `None` for any other score, for a distance beyond [`Value::MAX_PLIES`], and for a win in an
    /// even or a loss in an odd number of plies.
    pub fn from_score(score: Score) -> Option<Self> {
        match score.plies_to_end() {
            None => [Self::DRAW, Self::WIN, Self::LOSS].into_iter().find(|value| value.score() == score),
            Some(plies) => Self::decided_in(plies).filter(|value| value.is_win() == (score > Score::DRAW)),
        }
    }

    /// Whether this value is true of a position whose exact value is `exact`, which must not be [`Value::SHORT_WIN`] or
    /// [`Value::SHORT_LOSS`]. Either the two values are equal, or this value says less: only the result, or the result
    /// and that the distance is below [`Value::LONG`].
    pub(crate) fn describes(self, exact: Self) -> bool {
        let agrees = Wdl::from(self) == Wdl::from(exact);
        match self {
            Self::WIN | Self::LOSS => agrees,
            Self::SHORT_WIN | Self::SHORT_LOSS => {
                agrees && exact.plies().is_some_and(|plies| plies < Self::LONG)
            }
            _ => self == exact,
        }
    }

    /// Returns `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        match Wdl::from(self) {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        }
    }
}

/// Orders values from the worst to the best for the side to move. [`Value::SHORT_WIN`] and [`Value::SHORT_LOSS`] count
/// as longer than the distances below [`Value::LONG`] and as shorter than the others. [`Value::WIN`] and
/// [`Value::LOSS`] count as longer than every distance.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies(), self.points()) {
            (Some(plies), _) => write!(f, "{} in {plies}", self.word()),
            (None, Some(points)) => write!(f, "{} by {}", self.word(), points.abs()),
            (None, None) => f.write_str(self.word()),
        }
    }
}

/// Result under best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// All values, from loss to win.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// Returns the value from the opponent's point of view.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl From<Wdl> for Value {
    fn from(value: Wdl) -> Self {
        match value {
            Wdl::Loss => Self::LOSS,
            Wdl::Draw => Self::DRAW,
            Wdl::Win => Self::WIN,
        }
    }
}

impl From<Value> for Wdl {
    fn from(value: Value) -> Self {
        if value.is_win() {
            Self::Win
        } else if value.is_loss() {
            Self::Loss
        } else {
            Self::Draw
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(plies: u32) -> Value {
        Value::decided_in(plies).expect("a distance")
    }

    fn ascending_values() -> [Value; 11] {
        [
            decided(0),
            decided(28),
            Value::SHORT_LOSS,
            decided(30),
            Value::LOSS,
            Value::DRAW,
            Value::WIN,
            decided(31),
            Value::SHORT_WIN,
            decided(29),
            decided(1),
        ]
    }

    #[test]
    fn short_values_lie_between_short_and_long_distances() {
        let values = ascending_values();
        assert!(values.is_sorted_by(|low, high| low < high), "{values:?}");
    }

    #[test]
    fn a_value_describes_itself_and_what_it_says_less_about() {
        for value in ascending_values() {
            assert!(value.describes(value) || value.plies().is_none(), "{value:?}");
            assert_eq!(Value::WIN.describes(value), value.is_win(), "{value:?}");
            let is_short = value == decided(29) || value == decided(1);
            assert_eq!(Value::SHORT_WIN.describes(value), is_short, "{value:?}");
        }
    }
}
