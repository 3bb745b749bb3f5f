//! Sequential probability ratio test (SPRT) of two hypotheses about the difference in strength.
//!
//! The test uses the generalized log-likelihood ratio of the results of pairs. A pair is two games of the same opening.
//! The formulas are from Michel Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio
//! of a multinomial distribution" and "Comments on normalized Elo".

use std::fmt;
use std::str::FromStr;

use crate::settings::{SettingError, settings};
use crate::stats::{NORMALIZED_ELO, Results, SHARES, expectation};

/// Count that replaces 0 for a pair result that has not occurred, because the logarithm of 0 is not finite.
const UNSEEN: f64 = 1e-3;
/// Maximum absolute value of a hypothesis in normalized Elo. Above about 230, the iteration in
/// [`max_likelihood_with_ratio`] cannot start from the uniform distribution.
const MAX_NORMALIZED: f64 = 200.0;
/// Maximum absolute value of a hypothesis in logistic Elo. From about 6400 on, the expected score is rounded to 1, and
/// there is no log-likelihood ratio.
const MAX_LOGISTIC: f64 = 4000.0;

/// Elo scale in which the hypotheses are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Model {
    /// Normalized Elo, with which the number of games needed hardly depends on the draw rate.
    #[default]
    Normalized,
    /// Logistic Elo, the scale of ratings.
    Logistic,
}

/// Parameters of a test: two hypotheses and their error probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Difference in Elo under the null hypothesis H0.
    pub elo0: f64,
    /// Difference in Elo under the alternative hypothesis H1. It is greater than `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 although H0 holds, between 0 and 1.
    pub alpha: f64,
    /// Probability of accepting H0 although H1 holds, between 0 and 1.
    pub beta: f64,
    /// Elo scale of `elo0` and `elo1`.
    pub model: Model,
}

/// Outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// H0 is accepted: a difference of `elo0` explains the results better.
    H0,
    /// H1 is accepted: a difference of `elo1` explains the results better.
    H1,
}

impl FromStr for Sprt {
    type Err = SettingError;

    /// Parses settings such as `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`. These values are the defaults.
    /// Refuses values outside the ranges of the fields, a sum of `alpha` and `beta` of 1 or more, and hypotheses of
    /// more than 200 normalized or 4000 logistic Elo in absolute value.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut sprt = Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() };
        for setting in settings(text)? {
            match setting.name.as_str() {
                "elo0" => sprt.elo0 = setting.number()?,
                "elo1" => sprt.elo1 = setting.number()?,
                "alpha" => sprt.alpha = setting.number()?,
                "beta" => sprt.beta = setting.number()?,
                "model" if setting.value == "normalized" => sprt.model = Model::Normalized,
                "model" if setting.value == "logistic" => sprt.model = Model::Logistic,
                "model" => return Err(setting.wrong("normalized or logistic")),
                _ => return Err(setting.unknown("elo0, elo1, alpha, beta, model")),
            }
        }
        let Self { elo0, elo1, alpha, beta, .. } = sprt;
        if elo0 >= elo1 {
            let message = format!("elo0 is {elo0} and elo1 is {elo1}, expected elo0 to be less");
            return Err(SettingError(message));
        }
        let (most, unit) = match sprt.model {
            Model::Normalized => (MAX_NORMALIZED, "normalized Elo, or model=logistic"),
            Model::Logistic => (MAX_LOGISTIC, "logistic Elo"),
        };
        if elo0.abs().max(elo1.abs()) > most {
            let message = format!("elo0 is {elo0} and elo1 is {elo1}, expected at most {most} {unit}");
            return Err(SettingError(message));
        }
        if alpha <= 0.0 || beta <= 0.0 || alpha + beta >= 1.0 {
            let message =
                format!("alpha is {alpha} and beta is {beta}, expected both above 0 and their sum below 1");
            return Err(SettingError(message));
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    /// Writes the settings that [`Sprt::from_str`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl Sprt {
    /// Returns the log-likelihood ratios at which H0 and H1 are accepted, in this order.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of H1 to H0 for these pairs; 0 if there are none.
    pub fn llr(&self, results: &Results) -> f64 {
        if results.pair_count() == 0 {
            return 0.0;
        }
        let counts = results.pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likely = |elo: f64| match self.model {
            Model::Logistic => {
                let mean = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
                tilt(&seen, &SHARES.map(|share| share - mean))
            }
            Model::Normalized => {
                max_likelihood_with_ratio(&seen, std::f64::consts::SQRT_2 * elo / NORMALIZED_ELO)
            }
        };
        let (null, alternative) = (likely(self.elo0), likely(self.elo1));
        let gain = |index: usize| seen[index] * (alternative[index].ln() - null[index].ln());
        total * (0..SHARES.len()).map(gain).sum::<f64>()
    }

    /// Returns how close a log-likelihood ratio is to a verdict: -1 at the bound of H0, 1 at the bound of H1, and 0 for
    /// a ratio of 0.
    pub fn progress(&self, llr: f64) -> f64 {
        let (lower, upper) = self.bounds();
        if llr >= 0.0 { llr / upper } else { -llr / lower }
    }

    /// Returns the hypothesis that the test accepts after these pairs; `None` if it accepts neither yet.
    pub fn verdict(&self, results: &Results) -> Option<Verdict> {
        let (llr, (lower, upper)) = (self.llr(results), self.bounds());
        if llr >= upper {
            Some(Verdict::H1)
        } else if llr <= lower {
            Some(Verdict::H0)
        } else {
            None
        }
    }
}

/// Returns the distribution of pair results that is most likely, given the observed one, among those whose mean is
/// `ratio` standard deviations above one half. The number of iterations and the tolerance are fastchess's.
fn max_likelihood_with_ratio(seen: &[f64; 5], ratio: f64) -> [f64; 5] {
    const STEPS: usize = 10;
    const TOLERANCE: f64 = 1e-4;
    let mut likely = [1.0 / 5.0; 5];
    for _ in 0..STEPS {
        let mean = expectation(&likely, SHARES);
        let deviation = expectation(&likely, SHARES.map(|share| (share - mean).powi(2))).sqrt();
        let constraint = SHARES.map(|share| {
            share - 0.5 - 0.5 * ratio * deviation * (1.0 + ((share - mean) / deviation).powi(2))
        });
        let next = tilt(seen, &constraint);
        let change = next.iter().zip(likely).map(|(next, old)| (next - old).abs()).fold(0.0, f64::max);
        likely = next;
        if change < TOLERANCE {
            break;
        }
    }
    likely
}

/// Returns the distribution of pair results that is most likely, given the observed one, among those under which
/// `constraint` has expectation 0. `constraint` must have positive and negative values.
fn tilt(seen: &[f64; 5], constraint: &[f64; 5]) -> [f64; 5] {
    const HALVINGS: usize = 80;
    let expectation_at = |theta: f64| -> f64 {
        seen.iter().zip(constraint).map(|(chance, value)| chance * value / (1.0 + theta * value)).sum()
    };
    let (min, max) =
        constraint.iter().fold((f64::MAX, f64::MIN), |(min, max), value| (min.min(*value), max.max(*value)));
    // The expectation falls from plus to minus infinity between these poles, so bisection finds its zero.
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if expectation_at(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|index| seen[index] / (1.0 + theta * constraint[index]))
}
