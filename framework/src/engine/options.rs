//! Options as protocols describe them: name, kind, default, range and value.

use thiserror::Error;

use crate::search::{ParamError, SearchParams};
use crate::text::{did_you_mean, shorten};

/// The kind of an option, with its default and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// An action.
    Button,
    /// Text; empty if unset.
    Text {
        /// The default.
        default: String,
    },
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name; read in any case.
    pub name: &'static str,
    /// Other names; read in any case and not advertised.
    pub aliases: &'static [&'static str],
    /// Its kind.
    pub kind: OptionKind,
    /// Names for the values of a whole number, from the minimum up. They are read in any case in place of the
    /// number, and are not advertised.
    pub value_names: &'static [&'static str],
    /// Whether the option is one of the rules, which a game record may set. Only the user sets the other
    /// options.
    pub of_rules: bool,
    /// Whether each variant has its own value for the option. Choosing a variant then resets it.
    pub of_variant: bool,
}

impl OptionSpec {
    /// A switch.
    pub const fn check(name: &'static str, default: bool) -> Self {
        Self::new(name, OptionKind::Check { default })
    }

    /// A whole number in `min..=max`.
    pub const fn spin(name: &'static str, default: i64, min: i64, max: i64) -> Self {
        Self::new(name, OptionKind::Spin { default, min, max })
    }

    /// An action.
    pub const fn button(name: &'static str) -> Self {
        Self::new(name, OptionKind::Button)
    }

    /// A text, empty by default.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, OptionKind::Text { default: String::new() })
    }

    /// A text with this default.
    pub fn text_with_default(name: &'static str, default: &str) -> Self {
        Self::new(name, OptionKind::Text { default: default.to_owned() })
    }

    /// One of several words; the first is the default.
    pub fn combo<S: Into<String>>(name: &'static str, choices: impl IntoIterator<Item = S>) -> Self {
        let choices: Vec<String> = choices.into_iter().map(Into::into).collect();
        let default = choices.first().cloned().unwrap_or_default();
        Self::new(name, OptionKind::Combo { default, choices })
    }

    const fn new(name: &'static str, kind: OptionKind) -> Self {
        Self { name, aliases: &[], kind, value_names: &[], of_rules: false, of_variant: false }
    }

    /// Adds other names.
    ///
    /// ```
    /// use plywright::OptionSpec;
    /// let option = OptionSpec::check("Flip", true).or_called(&["FlipBoard"]);
    /// assert!(option.is_called("flip") && option.is_called("flipboard"));
    /// ```
    #[must_use]
    pub const fn or_called(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Adds names for the values, from the minimum up.
    ///
    /// ```
    /// use plywright::{OptionSpec, OptionValue};
    /// let option = OptionSpec::spin("Colour", 1, 1, 2).with_value_names(&["red", "blue"]);
    /// assert_eq!(option.parse("Blue"), Ok(OptionValue::Spin(2)));
    /// assert_eq!(option.parse("1"), Ok(OptionValue::Spin(1)));
    /// ```
    #[must_use]
    pub const fn with_value_names(mut self, names: &'static [&'static str]) -> Self {
        self.value_names = names;
        self
    }

    /// Marks the option as one of the rules: it changes which moves are legal or how a game ends.
    #[must_use]
    pub const fn of_rules(mut self) -> Self {
        self.of_rules = true;
        self
    }

    /// Marks the option as a rule whose value depends on the variant.
    #[must_use]
    pub const fn of_variant(mut self) -> Self {
        self.of_rules = true;
        self.of_variant = true;
        self
    }

    /// Whether `name` is the option's name or an alias, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        std::iter::once(&self.name).chain(self.aliases).any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Reads a value of this option.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not of the option's kind or is outside its range.
    pub fn parse(&self, text: &str) -> Result<OptionValue, OptionError> {
        let text = text.trim();
        let wrong = |expected: String| OptionError::Value {
            name: self.name.to_owned(),
            found: shorten(text),
            expected,
        };
        match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(OptionValue::Check(true)),
                "false" => Ok(OptionValue::Check(false)),
                _ => Err(wrong("true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => self
                .value_names
                .iter()
                .position(|known| known.eq_ignore_ascii_case(text))
                .map(|at| min + at as i64)
                .or_else(|| text.parse().ok())
                .filter(|value| (min..=max).contains(&value))
                .map(OptionValue::Spin)
                .ok_or_else(|| match self.value_names {
                    [] => wrong(format!("a whole number from {min} to {max}")),
                    names => wrong(format!(
                        "{}, or a number from {min} to {max}{}",
                        names.join(", "),
                        did_you_mean(text, names.iter().copied())
                    )),
                }),
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| OptionValue::Text(choice.clone()))
                .ok_or_else(|| {
                    let suggestion = did_you_mean(text, choices.iter().map(String::as_str));
                    wrong(format!("one of {}{suggestion}", choices.join(", ")))
                }),
            OptionKind::Button => Ok(OptionValue::Press),
            OptionKind::Text { .. } => {
                Ok(OptionValue::Text(if text == "<empty>" { String::new() } else { text.to_owned() }))
            }
        }
    }
}

/// Another name of a shared option, used by a game's clients, possibly with another unit.
#[derive(Clone, Copy, Debug)]
pub struct OptionAlias {
    /// The name; read in any case.
    pub name: &'static str,
    /// Name of the shared option.
    pub option: &'static str,
    /// Unit of its values, which are whole numbers; `None` if only the name differs. An alias with a unit is
    /// advertised as an option.
    pub unit: Option<OptionUnit>,
}

/// The unit of an [`OptionAlias`].
#[derive(Clone, Copy, Debug)]
pub struct OptionUnit {
    /// Default value in this unit. The shared option's default follows from it.
    pub default: i64,
    /// Maximum value; the minimum is 0.
    pub max: i64,
    /// Converts a value to the option's unit.
    pub convert: fn(i64) -> i64,
}

/// The value of an option, always valid for its [`OptionSpec`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of a check option.
    Check(bool),
    /// Of a spin option.
    Spin(i64),
    /// Of a combo or text option.
    Text(String),
    /// Of a button.
    Press,
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called '{name}'{suggestion}")]
    Unknown {
        /// The name that was read.
        name: String,
        /// The name that may be meant, as [`did_you_mean`](crate::did_you_mean) writes it.
        suggestion: String,
    },
    /// The option exists, but is not one of the rules.
    #[error("option {name} is not one of the rules, expected {expected}")]
    NotARule {
        /// The option.
        name: String,
        /// Names of the options that are rules.
        expected: String,
    },
    /// The value is not valid for the option.
    #[error("option {name} cannot be '{found}', expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value that was read.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The value has the right form but cannot be used, such as a file that cannot be read.
    #[error("option {name}: {reason}")]
    Unusable {
        /// The option.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// The file or folder that the value names cannot be used.
    #[error("option {name}: {reason}")]
    File {
        /// The option.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

impl From<ParamError> for OptionError {
    fn from(error: ParamError) -> Self {
        match error {
            ParamError::Unknown { name } => Self::unknown(&name).among(SearchParams::names()),
            ParamError::Range { name, value, range } => Self::Value {
                name: name.to_owned(),
                found: value.to_string(),
                expected: format!("a whole number from {} to {}", range.start(), range.end()),
            },
        }
    }
}

impl OptionError {
    /// The error for an unknown option name.
    pub fn unknown(name: &str) -> Self {
        Self::Unknown { name: shorten(name), suggestion: String::new() }
    }

    /// The same error; if no option has the name, with the closest of the known names.
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
