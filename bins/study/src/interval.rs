//! Estimates with 95 % confidence intervals.
//!
//! The interval of a share is Wilson's. A mean and a ratio of sums have the normal interval. The bounds of a median's
//! interval are two of the values. All intervals assume that the values are independent.

use plywright_matches::stats::{CONFIDENCE, wilson_of_share};
use serde::Serialize;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Best single guess, in the unit of the data.
    pub value: f64,
    /// Lower and upper bound of the interval, in the same unit; `None` if there is not enough data for an interval.
    pub interval: Option<[f64; 2]>,
}

/// Estimates the mean of `trials` values between 0 and 1 whose sum is `sum`. The interval is Wilson's. Returns `None`
/// if `trials` is 0.
pub fn share(sum: f64, trials: u64) -> Option<Estimate> {
    let value = sum / trials as f64;
    (trials > 0).then(|| Estimate { value, interval: Some(wilson_of_share(value, trials)) })
}

/// Estimates a mean. The interval assumes a normal distribution; a single value has none. Returns `None` without
/// values.
pub fn mean(values: &[f64]) -> Option<Estimate> {
    let pairs: Vec<_> = values.iter().map(|value| (*value, 1.0)).collect();
    ratio(&pairs)
}

/// Estimates a ratio: the sum of the first numbers of all pairs, divided by the sum of the second numbers. The interval
/// assumes a normal distribution with the linearised variance of the ratio; a single pair has none. Returns `None` if
/// the divisor is not positive.
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let count = pairs.len() as f64;
    let above: f64 = pairs.iter().map(|(above, _)| above).sum();
    let below: f64 = pairs.iter().map(|(_, below)| below).sum();
    if below <= 0.0 {
        return None;
    }
    let value = above / below;
    let squares: f64 = pairs.iter().map(|(above, below)| (above - value * below).powi(2)).sum();
    let error = CONFIDENCE * ((squares * count / (count - 1.0)).sqrt() / below);
    let interval = (pairs.len() > 1).then_some([value - error, value + error]);
    Some(Estimate { value, interval })
}

/// Estimates a median. The interval lies between two of the `n` values: in ascending order and counted from 1, those at
/// `n / 2 - c` and `n / 2 + 1 + c`, rounded, where `c` is 0.98 times the square root of `n`. There is no interval if
/// one of these places does not exist. Returns `None` without values.
pub fn median(values: &[f64]) -> Option<Estimate> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    let value = f64::midpoint(*sorted.get(count.checked_sub(1)? / 2)?, *sorted.get(count / 2)?);
    let (half, width) = (count as f64 / 2.0, CONFIDENCE * (count as f64).sqrt() / 2.0);
    let value_at = |rank: f64| sorted.get((rank.round() as usize).checked_sub(1)?).copied();
    let bounds = value_at(half - width).zip(value_at(half + 1.0 + width));
    let interval = bounds.map(|(low, high)| [low, high]);
    Some(Estimate { value, interval })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(estimate: Option<Estimate>) -> (i64, Option<[i64; 2]>) {
        let round = |value: f64| (value * 1e4).round() as i64;
        let estimate = estimate.unwrap();
        (round(estimate.value), estimate.interval.map(|bounds| bounds.map(round)))
    }

    /// The values 2, 4, 4, 4, 5, 5, 7, 9 have the mean 5 and the sample variance 32 / 7. The standard error of the mean
    /// is the square root of 4 / 7, which is 0.755929. The bounds lie 1.959964 times this, 1.481593, from the mean.
    #[test]
    fn means_have_the_normal_interval() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(rounded(mean(&values)), (50_000, Some([35_184, 64_816])));
        assert_eq!(mean(&[3.0]), Some(Estimate { value: 3.0, interval: None }));
        assert_eq!(mean(&[]), None);
    }

    /// The pairs (1, 2) and (3, 4) have the ratio 4 / 6, and the residuals -1/3 and 1/3. The standard error of the
    /// ratio is the square root of 2 * 2/9, divided by the sum 6, which is 1 / 9.
    #[test]
    fn ratios_have_the_linearised_error() {
        assert_eq!(rounded(ratio(&[(1.0, 2.0), (3.0, 4.0)])), (6667, Some([4489, 8844])));
        assert_eq!(ratio(&[(1.0, 0.0)]), None);
    }

    /// Published tables give the ranks 40 and 61 of 100 values for the median's interval at 95 %.
    #[test]
    fn medians_have_the_interval_of_ranks() {
        let values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(rounded(median(&values)), (505_000, Some([400_000, 610_000])));
        assert_eq!(median(&[1.0, 3.0]), Some(Estimate { value: 2.0, interval: None }));
        assert_eq!(median(&[]), None);
    }
}
