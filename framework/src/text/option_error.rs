//! The error that all options share, those of games and engines as well as search parameters.

use thiserror::Error;

use super::names::{did_you_mean, shorten};

/// Reason why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called '{name}'{suggestion}")]
    Unknown {
        /// The name that was read, shortened if it is long.
        name: String,
        /// Hint at a similar name, in the form of [`did_you_mean`]; empty if there is none.
        suggestion: String,
    },
    /// No option that is a rule has this name.
    #[error("option {name} is not one of the rules, expected {expected}")]
    NotARule {
        /// The name that was read, shortened if it is long.
        name: String,
        /// Names of the options that are rules, or a note that there are none.
        expected: String,
    },
    /// The value is not valid for the option.
    #[error("option {name} cannot be '{found}', expected {expected}")]
    Value {
        /// Name of the option.
        name: String,
        /// The value that was read, shortened if it is long.
        found: String,
        /// Description of the valid values.
        expected: String,
    },
    /// The game refuses the value, although its form is valid.
    #[error("option {name}: {reason}")]
    Unusable {
        /// Name of the option.
        name: String,
        /// Reason why the value cannot be used.
        reason: String,
    },
    /// The file or folder that the value names cannot be used.
    #[error("option {name}: {reason}")]
    File {
        /// Name of the option.
        name: String,
        /// Reason why the value cannot be used.
        reason: String,
    },
}

impl OptionError {
    /// Creates the error for an unknown option name.
    pub fn unknown(name: &str) -> Self {
        Self::Unknown { name: shorten(name), suggestion: String::new() }
    }

    /// Creates the error for a text, `found`, that is not a whole number from `min` to `max`.
    pub(crate) fn not_in_range(name: &str, found: &str, min: i64, max: i64) -> Self {
        let expected = format!("a whole number from {min} to {max}");
        Self::Value { name: name.to_owned(), found: shorten(found), expected }
    }

    /// Adds a suggestion to an error about an unknown name: the closest of the known names, if one is close. An error
    /// of another kind, or with a suggestion, is returned unchanged.
    #[must_use]
    pub fn among<'a>(self, known: impl IntoIterator<Item = &'a str>) -> Self {
        match self {
            Self::Unknown { name, suggestion } if suggestion.is_empty() => {
                let suggestion = did_you_mean(&name, known);
                Self::Unknown { name, suggestion }
            }
            other => other,
        }
    }
}
