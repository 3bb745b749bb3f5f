//! A game's default level and the Elo ratings of its levels.
//!
//! A level is a number from 0 to 30, and every game has all of them. The measured ratings of a game stand in its
//! implementation of [`Playable::levels`](crate::Playable::levels); `plywright match --levels` measures them. A
//! client can choose a rating only if the game has measured ones. What a level changes in a search is in the
//! module `strength`.

/// The highest level: full strength.
pub const FULL_STRENGTH: u8 = 30;

/// A game's default level and the ratings of its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Level of a search without limits.
    pub default: u8,
    /// Measured levels with their Elo numbers, both strictly rising. Empty if none was measured.
    pub ratings: &'static [(u8, u16)],
}

impl Default for Levels {
    /// Full strength without ratings.
    fn default() -> Self {
        Self { default: FULL_STRENGTH, ratings: &[] }
    }
}

impl Levels {
    /// Minimum and maximum rating; `None` if none was measured.
    ///
    /// ```
    /// use plywright::Levels;
    /// let levels = Levels { default: 5, ratings: &[(0, 900), (10, 1900)] };
    /// assert_eq!(levels.elo_range(), Some((900, 1900)));
    /// assert_eq!(levels.elo_of(5), Some(1400));
    /// assert_eq!(levels.level_with(1450), Some(5.5));
    /// assert_eq!(Levels::default().elo_of(5), None);
    /// ```
    pub fn elo_range(&self) -> Option<(u16, u16)> {
        Some((self.ratings.first()?.1, self.ratings.last()?.1))
    }

    /// Rating of a level, interpolated between measured ones. `None` if none was measured.
    pub fn elo_of(&self, level: u8) -> Option<u16> {
        let points = self.ratings.iter().map(|(level, elo)| (f64::from(*level), f64::from(*elo)));
        between(points, level.into()).map(|elo| elo.round() as u16)
    }

    /// Level with this rating or the nearest possible one, interpolated between measured ones. `None` if none
    /// was measured.
    pub fn level_with(&self, elo: u16) -> Option<f64> {
        let points = self.ratings.iter().map(|(level, elo)| (f64::from(*elo), f64::from(*level)));
        between(points, elo.into())
    }
}

/// Interpolates linearly at `x` between points with rising first numbers. Constant beyond the first and the
/// last point.
fn between(mut points: impl Iterator<Item = (f64, f64)>, x: f64) -> Option<f64> {
    let mut before = points.next()?;
    for point in points {
        if x < point.0 {
            let part = ((x - before.0) / (point.0 - before.0)).max(0.0);
            return Some(before.1 + (point.1 - before.1) * part);
        }
        before = point;
    }
    Some(before.1)
}
