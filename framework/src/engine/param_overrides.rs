//! Search parameters set from outside, for tests and tuning.
//!
//! The engine accepts each of them as an option with the name `param.` followed by the parameter's name.
//! These options are not advertised. Parameters that only describe the unit of an evaluation cannot be set.

use super::options::OptionError;
use crate::search::SearchParams;
use crate::text::shorten;

/// Prefix of the options that set search parameters.
pub(crate) const PARAM_PREFIX: &str = "param.";

/// Search parameters set from outside; they replace those of the evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamOverrides(Vec<(&'static str, i32)>);

impl ParamOverrides {
    /// Sets a parameter from text.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter or the value is invalid.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let name = SearchParams::name(name)
            .ok_or_else(|| OptionError::unknown(name).among(SearchParams::names()))?;
        let value = text.trim().parse().map_err(|_| OptionError::Value {
            name: name.to_owned(),
            found: shorten(text),
            expected: "a whole number".to_owned(),
        })?;
        let mut checked = SearchParams::FULL_WIDTH;
        checked.set(name, value)?;
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, value));
        Ok(())
    }

    /// Returns the evaluation's parameters with the overrides applied.
    pub fn over(&self, own: SearchParams) -> SearchParams {
        let mut params = own;
        for (name, value) in &self.0 {
            // `set` has checked names and values.
            let _ = params.set(name, *value);
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_keeps_its_bounds() {
        for name in SearchParams::names() {
            let range = SearchParams::range(name).unwrap();
            for value in [*range.start(), *range.end()] {
                let mut overrides = ParamOverrides::default();
                overrides.set(&name.to_uppercase(), &format!(" {value} ")).unwrap();
                assert_eq!(overrides.over(SearchParams::FULL_WIDTH).get(name), Some(value), "{name}");
            }
            let mut params = SearchParams::FULL_WIDTH;
            assert!(
                params.set(name, range.start() - 1).is_err() && params.set(name, range.end() + 1).is_err()
            );
            assert_eq!(params, SearchParams::FULL_WIDTH);
        }
    }

    #[test]
    fn what_is_no_parameter_is_refused() {
        let mut overrides = ParamOverrides::default();
        for (name, value) in
            [("joho", "1"), ("futility_margin", "x"), ("futility_margin", "-1"), ("scale", "1")]
        {
            assert!(overrides.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(overrides, ParamOverrides::default());
    }
}
