//! Tuning of search parameters by simultaneous perturbation stochastic approximation (SPSA). Each iteration shifts
//! all parameters at once, each in a random direction. An engine with these shifts plays an engine with the
//! opposite shifts, and all parameters move towards the winner's values.
//!
//! The shifts and the gains, which say how far the parameters move, shrink from iteration to iteration by Spall's
//! schedule with the usual exponents.
//!
//! # File
//!
//! A JSON object with the members of [`Spsa`].

use std::path::Path;

use plywright::search::Rng;
use serde::{Deserialize, Serialize};

use crate::files::{LocatedError, Naming};

/// Exponent with which the gain falls over the iterations, as in Spall's schedule.
const ALPHA: f64 = 0.602;
/// Exponent with which the shift falls over the iterations, as in Spall's schedule.
const GAMMA: f64 = 0.101;
/// Stability constant of Spall's schedule, as a fraction of all iterations. A greater one makes the first gains
/// smaller.
const STABILITY: f64 = 0.1;
/// Change of a parameter in the last iteration if one engine wins one game more than it loses. It is a fraction of
/// [`TunedParam::step`].
const LAST_GAIN: f64 = 0.002;
/// Maximum absolute value of a number in a file. It keeps the square of a step finite.
const MAX_NUMBER: f64 = 1e12;

/// A search parameter that is tuned, with its current value and its bounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a parameter")]
pub struct TunedParam {
    /// Name of the search parameter.
    pub name: String,
    /// Current value. It may have a fraction, although games are played with integers.
    pub value: f64,
    /// Minimum value.
    pub min: f64,
    /// Maximum value.
    pub max: f64,
    /// Shift in the last iteration, above 0. Earlier shifts are larger. A change of the value by one step should change
    /// the strength by several Elo.
    pub step: f64,
}

impl TunedParam {
    /// Returns the whole number within the bounds that is nearest to `whole`. The bounds need not be whole numbers.
    fn bounded(&self, whole: f64) -> i64 {
        let (min, max) = (self.min.ceil() as i64, self.max.floor() as i64);
        (whole as i64).min(max).max(min)
    }
}

/// State of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the state of a tuning run")]
pub struct Spsa {
    /// Description of the run, in one line.
    pub title: String,
    /// Name of the tuned game; `None` if the parameters are for any game.
    pub game: Option<String>,
    /// The tuned parameters.
    pub params: Vec<TunedParam>,
    /// Number of finished iterations.
    pub done: u64,
    /// Total number of iterations.
    pub iterations: u64,
    /// Seed of the random directions.
    pub seed: u64,
}

/// Two sets of parameter values. In an iteration, an engine with the first set plays one with the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    /// Direction of each parameter's shift in the first set, 1 or -1.
    directions: Vec<f64>,
    /// Integer values of the first set, shifted along `directions`.
    pub plus: Vec<i64>,
    /// Integer values of the second set, shifted against `directions`.
    pub minus: Vec<i64>,
}

impl Spsa {
    /// Returns the distance by which a parameter is shifted, in both directions, in the current iteration.
    fn shift(&self, param: &TunedParam) -> f64 {
        param.step * (self.iterations as f64 / (self.done as f64 + 1.0)).powf(GAMMA)
    }

    /// Returns the gain of the current iteration: the product of a parameter's shift and of its change for a lead of
    /// one game.
    fn gain(&self, param: &TunedParam) -> f64 {
        let stability = STABILITY * self.iterations as f64;
        let fall = (stability + self.iterations as f64) / (stability + self.done as f64 + 1.0);
        LAST_GAIN * param.step * param.step * fall.powf(ALPHA)
    }

    /// Returns the perturbation of the current iteration. Its directions and rounding depend only on the seed
    /// and the iteration, so that a resumed run continues in the same way.
    pub fn perturbation(&self) -> Perturbation {
        // The factor, 2^64 divided by the golden ratio, gives consecutive iterations seeds that differ in many bits.
        let mut rng = Rng::new(self.seed ^ self.done.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut all = Perturbation { directions: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for param in &self.params {
            let direction = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let shift = self.shift(param) * direction;
            // Random rounding: the value is rounded up with a probability equal to its fractional part.
            let fraction = rng.unit();
            // The shift may lead out of the bounds.
            let whole = |value: f64| param.bounded((value + fraction).floor());
            all.directions.push(direction);
            all.plus.push(whole(param.value + shift));
            all.minus.push(whole(param.value - shift));
        }
        all
    }

    /// Ends the iteration: moves the parameters, within their bounds, towards the winner's values. `result` is the
    /// number of wins of the first set minus the number of its losses.
    pub fn learn(&mut self, perturbation: &Perturbation, result: f64) {
        let before = self.clone();
        for (param, direction) in self.params.iter_mut().zip(&perturbation.directions) {
            let gradient = before.gain(param) / before.shift(param) * result;
            param.value = (param.value + gradient * direction).clamp(param.min, param.max);
        }
        self.done += 1;
    }

    /// Returns the state as the text of a file, which [`Spsa::read`] parses.
    pub fn text(&self) -> String {
        // This cannot fail, because a state has no map with keys other than texts.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Parses the text of a state's file. `path` names the file in errors.
    ///
    /// # Errors
    /// Returns an error if the text is not a state, if a number is out of range, or if there is no parameter.
    pub fn read(path: &Path, text: &str) -> Result<Self, LocatedError> {
        let spsa: Self = serde_json::from_str(text).naming(path)?;
        if spsa.done > spsa.iterations {
            let error =
                format!("done is {}, expected at most {}, the iterations", spsa.done, spsa.iterations);
            return Err(LocatedError::new(path, error));
        }
        for TunedParam { name, value, min, max, step } in &spsa.params {
            let is_small = [value, min, max, step].iter().all(|number| number.abs() <= MAX_NUMBER);
            if !is_small || value < min || value > max || *step <= 0.0 {
                let error = format!(
                    "{name} is {value}, from {min} to {max} by {step}; expected a value within the bounds and a \
                     step above 0, all at most {MAX_NUMBER}"
                );
                return Err(LocatedError::new(path, error));
            }
        }
        if spsa.params.is_empty() {
            return Err(LocatedError::new(path, "no parameter in it, expected at least one"));
        }
        Ok(spsa)
    }

    /// Returns the names of the parameters with their values, rounded to integers within their bounds.
    pub fn values(&self) -> impl Iterator<Item = (&str, i64)> {
        self.params.iter().map(|param| (param.name.as_str(), param.bounded(param.value.round())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Spsa {
        let param =
            |name: &str, value| TunedParam { name: name.to_owned(), value, min: 0.0, max: 200.0, step: 10.0 };
        Spsa {
            title: "a and b".to_owned(),
            game: None,
            params: vec![param("a", 150.0), param("b", 20.0)],
            done: 0,
            iterations: 20_000,
            seed: 5,
        }
    }

    /// Plays and learns from pairs of simulated games. An engine is strongest with a = 60 and b = 120, and the
    /// difference in strength, in Elo, gives the probability of a win.
    fn play(spsa: &mut Spsa, iterations: u64, rng: &mut Rng) {
        let strength = |values: &[i64]| -((values[0] - 60).pow(2) + (values[1] - 120).pow(2)) as f64 / 20.0;
        for _ in 0..iterations {
            let sets = spsa.perturbation();
            let chance = 1.0 / (1.0 + 10_f64.powf((strength(&sets.minus) - strength(&sets.plus)) / 400.0));
            let wins = (0..2).map(|_| if rng.unit() < chance { 1.0 } else { -1.0 });
            spsa.learn(&sets, wins.sum());
        }
    }

    #[test]
    fn values_move_towards_the_best_ones() {
        let mut spsa = start();
        play(&mut spsa, 20_000, &mut Rng::new(1));
        let values: Vec<_> = spsa.values().map(|(_, value)| value).collect();
        assert!((values[0] - 60).abs() < 25 && (values[1] - 120).abs() < 25, "{values:?}");
    }

    #[test]
    fn the_greatest_number_of_iterations_does_not_overflow() {
        let last = Spsa { done: u64::MAX, iterations: u64::MAX, ..start() };
        let spsa = Spsa::read(Path::new("state"), &last.text()).unwrap();
        assert_eq!(spsa.perturbation().plus.len(), 2);
    }

    #[test]
    fn a_saved_state_continues_in_the_same_way() {
        let mut spsa = start();
        play(&mut spsa, 100, &mut Rng::new(1));
        let mut loaded = Spsa::read(Path::new("state"), &spsa.text()).unwrap();
        assert_eq!((loaded.done, loaded.perturbation()), (100, spsa.perturbation()));
        let sets = spsa.perturbation();
        assert!(sets.plus.iter().zip(&sets.minus).all(|(plus, minus)| plus != minus));
        spsa.learn(&sets, 2.0);
        loaded.learn(&sets, 2.0);
        assert_eq!(spsa, loaded);
    }

    #[test]
    fn whole_values_stay_within_bounds_that_have_a_fraction() {
        let param = TunedParam { name: "a".to_owned(), value: 0.6, min: 0.5, max: 2.5, step: 1.0 };
        for done in 0..100 {
            let spsa = Spsa { params: vec![param.clone()], done, ..start() };
            let Perturbation { plus, minus, .. } = spsa.perturbation();
            assert!([plus[0], minus[0]].iter().all(|whole| (1..=2).contains(whole)), "{plus:?} {minus:?}");
        }
        let highest = Spsa { params: vec![TunedParam { value: 2.5, ..param }], ..start() };
        assert_eq!(highest.values().collect::<Vec<_>>(), [("a", 2)]);
    }

    #[test]
    fn wrong_states_are_refused() {
        let with = |value, min, max, step| {
            let param = TunedParam { name: "a".to_owned(), value, min, max, step };
            Spsa { params: vec![param], ..start() }.text()
        };
        for (text, expected) in [
            ("iteration\n".to_owned(), "state: expected value at line 1 column 1"),
            ("null".to_owned(), "state: invalid type: null, expected the state of a tuning run"),
            (start().text().replace("done", "made"), "state: unknown field `made`"),
            (Spsa { done: 20_001, ..start() }.text(), "done is 20001, expected at most 20000"),
            (with(5.0, 9.0, 1.0, 1.0), "a is 5, from 9 to 1 by 1"),
            (with(5.0, 1.0, 4.0, 1.0), "a is 5, from 1 to 4 by 1"),
            (with(5.0, 1.0, 9.0, 0.0), "step above 0"),
            (with(5.0, 1.0, 9.0, 1e300), "at most 1000000000000"),
            (Spsa { params: Vec::new(), ..start() }.text(), "no parameter"),
        ] {
            let message = Spsa::read(Path::new("state"), &text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
