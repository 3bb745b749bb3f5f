//! A game's default level, the measured Elo ratings of its levels, and how the levels differ.
//!
//! A level is a number from 0 to 30. `plywright match --levels` measures ratings. The engine's module `strength`
//! defines how a level changes a search.

/// The highest level: full strength.
pub const FULL_STRENGTH: u8 = 30;

/// A game's default level, the ratings of its levels, and how the levels differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Level of a request without arguments if no level was set. In a game without ratings, also the level of any
    /// request under the option `UCI_LimitStrength` if none was set.
    pub default: u8,
    /// Measured levels with their Elo ratings, both strictly ascending; empty if none was measured. Random play has the
    /// rating 0.
    pub ratings: &'static [(u8, u16)],
    /// Whether levels that simulate errors evaluate with the shipped network instead of the hand-written evaluation. A
    /// network from the option `EvalFile` is used in both cases. The ratings must have been measured with the same
    /// evaluation.
    pub use_network: bool,
    /// Whether levels differ as people do: low levels by what they overlook, and high ones by how far they look ahead.
    /// Otherwise each level looks half a ply farther than the one before. It also overlooks less, up to the level that
    /// overlooks nothing.
    pub like_people: bool,
}

impl Levels {
    /// Creates levels whose ratings were measured with the hand-written evaluation. The default level is full strength,
    /// and levels do not differ as people do.
    pub const fn rated(ratings: &'static [(u8, u16)]) -> Self {
        Self { default: FULL_STRENGTH, ratings, use_network: false, like_people: false }
    }

    /// Returns the minimum and the maximum rating; `None` if none was measured.
    ///
    /// ```
    /// use plywright::Levels;
    /// let levels = Levels { default: 5, ..Levels::rated(&[(0, 900), (10, 1900)]) };
    /// assert_eq!(levels.elo_range(), Some((900, 1900)));
    /// assert_eq!(levels.elo_of(5), Some(1400));
    /// assert_eq!(levels.level_with(1450), Some(5.5));
    /// assert_eq!(Levels::rated(&[]).elo_of(5), None);
    /// ```
    pub fn elo_range(&self) -> Option<(u16, u16)> {
        let ((_, min), (_, max)) = (self.ratings.first()?, self.ratings.last()?);
        Some((*min, *max))
    }

    /// Returns the rating of a level, interpolated between measured levels. A level outside the measured ones has the
    /// rating of the nearest one. `None` if none was measured.
    pub fn elo_of(&self, level: u8) -> Option<u16> {
        let points = self.ratings.iter().map(|(level, elo)| (f64::from(*level), f64::from(*elo)));
        between(points, level.into()).map(|elo| elo.round() as u16)
    }

    /// Returns the level with the rating `elo`, interpolated between measured levels and therefore fractional. A rating
    /// outside the measured ones gives the nearest measured level. `None` if none was measured.
    pub fn level_with(&self, elo: u16) -> Option<f64> {
        let points = self.ratings.iter().map(|(level, elo)| (f64::from(*elo), f64::from(*level)));
        between(points, elo.into())
    }
}

/// Interpolates linearly at `x` between points (x, y) in ascending order of x. Before the first point and
/// after the last one, y is constant. `None` if there are no points.
fn between(mut points: impl Iterator<Item = (f64, f64)>, x: f64) -> Option<f64> {
    let (mut x_before, mut y_before) = points.next()?;
    for (x_after, y_after) in points {
        if x < x_after {
            let part = ((x - x_before) / (x_after - x_before)).max(0.0);
            return Some(y_before + (y_after - y_before) * part);
        }
        (x_before, y_before) = (x_after, y_after);
    }
    Some(y_before)
}
