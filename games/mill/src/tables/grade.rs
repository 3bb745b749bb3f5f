//! Grades of turns: the value of a turn's successor in one byte, ordered from worst to best for the side that
//! plays the turn.
//!
//! Comparing bytes is several times as fast as comparing [`Value`]s.

use plywright::tablebase::Value;

/// Grade of a turn for the side that plays it, 1 to 255; higher is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Grade(u8);

impl Grade {
    /// Placeholder for a missing grade, lower than every grade.
    pub(super) const NONE: Self = Self(0);
    pub(super) const WINS: Self = Self(u8::MAX);
    const DRAWS: u8 = 128;

    /// Returns the grade of a turn that leads to a position of value `successor` for the opponent, who is to
    /// move there. Returns [`Grade::NONE`] if the distance of `successor` is [`Value::MAX_PLIES`], because
    /// the value before the turn would not fit into a byte.
    pub(super) const fn of(successor: Value) -> Self {
        match successor.to_byte() {
            0 => Self(Self::DRAWS),
            u8::MAX => Self::NONE,
            byte if successor.is_loss() => Self(u8::MAX - byte / 2),
            byte => Self(byte / 2),
        }
    }

    /// Returns the value, for the side to move, of a position whose best turn has this grade. `None` for
    /// [`Grade::NONE`].
    #[inline]
    pub(super) fn value(self) -> Option<Value> {
        let successor = match self.0 {
            0 => return None,
            Self::DRAWS => 0,
            grade if grade > Self::DRAWS => 2 * (u8::MAX - grade) + 1,
            grade => 2 * grade,
        };
        Value::from_byte(successor).one_turn_before()
    }
}
