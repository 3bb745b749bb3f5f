//! Points of a board, and sets of points.

use plywright::{BitSet, Element};

/// A point of a board, identified by its index in the order of the position text, 0 to 31.
///
/// On the board of Nine Men's Morris 0..=7 are the inner ring, 8..=15 the middle ring and 16..=23 the outer
/// ring, each clockwise from twelve o'clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

/// A set of points: bit `i` stands for the [`Point`] with index `i`.
pub type PointSet = BitSet<Point>;

impl Point {
    /// Number of points that a [`PointSet`] can hold. No board has more.
    pub const MAX: usize = 32;

    /// Number of the point with index 0 in the position text.
    pub(crate) const FIRST_NUMBER: u8 = 8;

    /// Returns the point with this index; only the low five bits are used.
    ///
    /// ```
    /// assert_eq!(plywright_mill::Point::new(7).index(), 7);
    /// ```
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self((index % Self::MAX) as u8)
    }

    /// Returns the index, always below [`Point::MAX`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % Self::MAX
    }

    /// Returns the point's number in the position text, 8 to 39.
    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0 + Self::FIRST_NUMBER
    }

    /// Returns the point with this number in the position text; `None` if the number is out of range.
    pub(crate) const fn from_number(number: u8) -> Option<Self> {
        match number.checked_sub(Self::FIRST_NUMBER) {
            Some(index) if (index as usize) < Self::MAX => Some(Self(index)),
            _ => None,
        }
    }
}

impl Element for Point {
    const COUNT: usize = Self::MAX;

    #[inline]
    fn index(self) -> usize {
        self.index()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Self::new(index)
    }
}
