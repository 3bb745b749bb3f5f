//! What a game says of the levels at which it is played: [`Levels`].
//!
//! A level is a number from 0 to 30; every game has all of them. What a level is worth in Elo has to be
//! measured game by game, so a rating can be chosen only where the game brings measured ones.

/// The highest level: full strength.
pub const FULL_STRENGTH: u8 = 30;

/// The level at which a game is played unless another one is chosen, and the ratings of its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The level of a search without limits.
    pub default: u8,
    /// Measured levels with their Elo numbers, both rising strictly. Empty where nothing was measured.
    pub ratings: &'static [(u8, u16)],
}

impl Default for Levels {
    /// Full strength, and no ratings.
    fn default() -> Self {
        Self { default: FULL_STRENGTH, ratings: &[] }
    }
}

impl Levels {
    /// The least and the greatest rating; `None` where nothing was measured.
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

    /// The rating of a level, between two measured ones in proportion; `None` where nothing was measured.
    pub fn elo_of(&self, level: u8) -> Option<u16> {
        let points = self.ratings.iter().map(|(level, elo)| (f64::from(*level), f64::from(*elo)));
        between(points, level.into()).map(|elo| elo.round() as u16)
    }

    /// The level with that rating or the nearest one that there is, between two measured ones in proportion;
    /// `None` where nothing was measured.
    pub fn level_with(&self, elo: u16) -> Option<f64> {
        let points = self.ratings.iter().map(|(level, elo)| (f64::from(*elo), f64::from(*level)));
        between(points, elo.into())
    }
}

/// The value at `x` of the line through the points, whose first numbers rise; constant beyond its ends.
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
