//! The search parameters by name, so that they can be set from outside and tuned.
//!
//! An engine takes each of them as an option called `param.` and the name. Such options are for tests and tuning, so they are
//! not advertised. Parameters that only say what an evaluation's unit is worth are not among them.

use std::ops::RangeInclusive;

use crate::eval::SearchParams;
use crate::notation::shorten;
use crate::options::OptionError;

/// Stands before a parameter's name in the name of its option.
pub(crate) const PARAM_PREFIX: &str = "param.";

/// One parameter: its name, its values, and where they are kept. A switch is 0 or 1.
struct Param {
    name: &'static str,
    range: RangeInclusive<i32>,
    get: fn(&SearchParams) -> i32,
    set: fn(&mut SearchParams, i32),
}

/// Greatest margin, in the evaluation's units.
const GREATEST: i32 = 30_000;

const PARAMS: [Param; 8] = [
    Param {
        name: "quiescence",
        range: 0..=1,
        get: |p| p.quiescence.into(),
        set: |p, value| p.quiescence = value != 0,
    },
    Param {
        name: "late_move_reductions",
        range: 0..=1,
        get: |p| p.late_move_reductions.into(),
        set: |p, value| p.late_move_reductions = value != 0,
    },
    Param {
        name: "null_move",
        range: 0..=1,
        get: |p| p.null_move.into(),
        set: |p, value| p.null_move = value != 0,
    },
    Param {
        name: "futility_plies",
        range: 0..=20,
        get: |p| p.futility_plies.into(),
        set: |p, value| p.futility_plies = value as u8,
    },
    Param {
        name: "futility_margin",
        range: 0..=GREATEST,
        get: |p| p.futility_margin,
        set: |p, value| p.futility_margin = value,
    },
    Param {
        name: "extend_forced",
        range: 0..=1,
        get: |p| p.extend_forced.into(),
        set: |p, value| p.extend_forced = value != 0,
    },
    Param {
        name: "aspiration",
        range: 0..=GREATEST,
        get: |p| p.aspiration,
        set: |p, value| p.aspiration = value,
    },
    Param {
        name: "order_by_child_eval",
        range: 0..=1000,
        get: |p| p.order_by_child_eval,
        set: |p, value| p.order_by_child_eval = value,
    },
];

fn find(name: &str) -> Option<&'static Param> {
    PARAMS.iter().find(|param| param.name.eq_ignore_ascii_case(name))
}

impl SearchParams {
    /// The names of all parameters that can be set.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PARAMS.iter().map(|param| param.name)
    }

    /// The values that a parameter may have; `None` if there is no such parameter.
    pub fn range(name: &str) -> Option<RangeInclusive<i32>> {
        find(name).map(|param| param.range.clone())
    }

    /// The value of a parameter; `None` if there is no such parameter.
    ///
    /// ```
    /// use plywright::SearchParams;
    /// let mut params = SearchParams::FULL_WIDTH;
    /// params.set("futility_margin", 120)?;
    /// assert_eq!(params.get("futility_margin"), Some(120));
    /// # Ok::<(), plywright::OptionError>(())
    /// ```
    pub fn get(&self, name: &str) -> Option<i32> {
        find(name).map(|param| (param.get)(self))
    }

    /// Sets a parameter; the name is read in any case.
    ///
    /// # Errors
    /// When there is no such parameter or the value lies outside its range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), OptionError> {
        let param = find(name).ok_or_else(|| OptionError::Unknown { name: shorten(name) })?;
        if !param.range.contains(&value) {
            let (least, greatest) = (param.range.start(), param.range.end());
            return Err(OptionError::Value {
                name: param.name.to_owned(),
                found: value.to_string(),
                expected: format!("a whole number from {least} to {greatest}"),
            });
        }
        (param.set)(self, value);
        Ok(())
    }
}

/// Parameters that were set from outside; they replace the evaluation's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamOverrides(Vec<(&'static str, i32)>);

impl ParamOverrides {
    /// Sets a parameter from text.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is no value of it.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let param = find(name).ok_or_else(|| OptionError::Unknown { name: shorten(name) })?;
        let value = text.trim().parse().map_err(|_| OptionError::Value {
            name: param.name.to_owned(),
            found: shorten(text),
            expected: "a whole number".to_owned(),
        })?;
        let mut checked = SearchParams::FULL_WIDTH;
        checked.set(param.name, value)?;
        self.0.retain(|(known, _)| *known != param.name);
        self.0.push((param.name, value));
        Ok(())
    }

    /// The evaluation's parameters with those that were set.
    pub fn over(&self, own: SearchParams) -> SearchParams {
        let mut params = own;
        for (name, value) in &self.0 {
            // Names and values were checked when they were set.
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
