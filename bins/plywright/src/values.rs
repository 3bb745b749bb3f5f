//! Parsers of values on the command line: integers, fractions, times and names from a list. Their errors say
//! which values are valid.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds, RangeInclusive};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plywright_matches::settings;

/// Returns a parser of integers within `range`, with or without white space around them. A bound of `range` must be
/// inclusive or missing, because the errors do not name exclusive bounds.
pub fn whole<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match text.trim().parse::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(whole_number_in(&range)),
    }
}

/// Returns the error that says which whole numbers are valid.
fn whole_number_in<T: Display>(range: &impl RangeBounds<T>) -> String {
    match (range.start_bound(), range.end_bound()) {
        (Bound::Included(min), Bound::Included(max)) => {
            format!("expected a whole number from {min} to {max}")
        }
        (Bound::Included(min), _) => format!("expected a whole number of at least {min}"),
        (_, Bound::Included(max)) => format!("expected a whole number of at most {max}"),
        _ => "expected a whole number".to_owned(),
    }
}

/// Returns a parser of numbers within `range`, without white space around them. `expected` describes the valid numbers
/// in its errors.
pub fn fraction(
    range: RangeInclusive<f32>,
    expected: &'static str,
) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| match text.parse::<f32>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("expected {expected}")),
    }
}

/// Parses a time with its unit, above 0 and at most a day.
pub fn time(text: &str) -> Result<Duration, String> {
    const DAY: Duration = Duration::from_secs(86_400);
    // The units are `ms` and `s`. A number without a unit, which `settings::time` accepts, is refused.
    let has_unit = text.ends_with('s');
    match settings::time(text, Duration::from_secs(1)) {
        Some(time) if has_unit && !time.is_zero() && time <= DAY => Ok(time),
        _ => Err("expected a time such as 100ms or 2s, above 0 and at most a day".to_owned()),
    }
}

/// Returns a parser of listed names. Each entry is a name, its help text and its value.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    names: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let values = names.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).try_map(move |found| {
        match names.iter().find(|(name, ..)| *name == found) {
            Some((.., value)) => Ok(value.clone()),
            None => Err("expected a listed name"),
        }
    })
}
