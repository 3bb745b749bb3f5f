//! The distribution of a whole number, such as a length, over games.

use serde::Serialize;

use crate::interval::{Estimate, mean, median};

/// Distribution of a whole number over games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Spread {
    /// Mean; `None` without games.
    pub mean: Option<Estimate>,
    /// Median; `None` without games.
    pub median: Option<Estimate>,
    /// Minimum; 0 without games.
    pub min: u64,
    /// Maximum; 0 without games.
    pub max: u64,
}

impl Spread {
    pub(super) fn of(values: &[f64]) -> Self {
        let fold = |with: fn(f64, f64) -> f64| values.iter().copied().reduce(with).unwrap_or(0.0);
        Self {
            mean: mean(values),
            median: median(values),
            min: fold(f64::min) as u64,
            max: fold(f64::max) as u64,
        }
    }
}
