//! Descriptions of options, which protocols show to clients: names, kinds, defaults, ranges and values.
//! [`OptionSpec::parse`] refuses invalid texts, so that the setters of options get only valid values.

use std::fmt;

use crate::text::{OptionError, did_you_mean, shorten};

/// Kind of an option, with its default and, for some kinds, the valid values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// Whether the option is on until it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value until the option is set.
        default: i64,
        /// The smallest valid value.
        min: i64,
        /// The largest valid value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value until the option is set, one of `choices`.
        default: String,
        /// All valid values.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Text, possibly empty.
    Text {
        /// The value until the option is set.
        default: String,
    },
}

impl OptionKind {
    /// Returns the default; for a button, which has none, [`OptionValue::Press`].
    pub fn default_value(&self) -> OptionValue {
        match self {
            Self::Check { default } => OptionValue::Check(*default),
            Self::Spin { default, .. } => OptionValue::Spin(*default),
            Self::Combo { default, .. } | Self::Text { default } => OptionValue::Text(default.clone()),
            Self::Button => OptionValue::Press,
        }
    }
}

/// Description of an option: name, kind and properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name of the option, case-insensitive.
    pub name: &'static str,
    /// Other accepted names, case-insensitive. They are not advertised to clients.
    pub aliases: &'static [&'static str],
    /// Kind, with default and range.
    pub kind: OptionKind,
    /// Names of the values of a spin option, beginning with the minimum. [`OptionSpec::parse`] accepts them in place of
    /// the numbers, ignoring case. They are not advertised to clients.
    pub value_names: &'static [&'static str],
    /// Whether the option is a rule: it changes which moves are legal, how a game ends, or how positions and moves are
    /// written.
    pub of_rules: bool,
    /// Whether each variant has its own default. Choosing a variant then resets the option.
    pub of_variant: bool,
}

impl OptionSpec {
    /// Creates a check option, which is on or off.
    pub const fn check(name: &'static str, default: bool) -> Self {
        Self::new(name, OptionKind::Check { default })
    }

    /// Creates a spin option, a whole number in `min..=max`.
    pub const fn spin(name: &'static str, default: i64, min: i64, max: i64) -> Self {
        Self::new(name, OptionKind::Spin { default, min, max })
    }

    /// Creates a button option, an action without a value.
    pub const fn button(name: &'static str) -> Self {
        Self::new(name, OptionKind::Button)
    }

    /// Creates a text option that is empty by default.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, OptionKind::Text { default: String::new() })
    }

    /// Creates a combo option, one of several words. The first is the default.
    pub fn combo<S: Into<String>>(name: &'static str, choices: impl IntoIterator<Item = S>) -> Self {
        let choices: Vec<String> = choices.into_iter().map(Into::into).collect();
        let default = choices.first().cloned().unwrap_or_default();
        Self::new(name, OptionKind::Combo { default, choices })
    }

    const fn new(name: &'static str, kind: OptionKind) -> Self {
        Self { name, aliases: &[], kind, value_names: &[], of_rules: false, of_variant: false }
    }

    /// Sets the other accepted names.
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

    /// Sets names for the values of a spin option, beginning with the minimum.
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

    /// Marks the option as a rule: it changes which moves are legal, how a game ends, or how positions and moves are
    /// written.
    #[must_use]
    pub const fn of_rules(mut self) -> Self {
        self.of_rules = true;
        self
    }

    /// Marks the option as a rule whose default depends on the variant. Choosing a variant then resets the option.
    #[must_use]
    pub const fn of_variant(mut self) -> Self {
        self.of_rules = true;
        self.of_variant = true;
        self
    }

    /// Whether `name` is the option's name or one of its `aliases`, ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        std::iter::once(&self.name).chain(self.aliases).any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Parses a value of this option, ignoring white space at the ends and, except in a text option, case. In a text
    /// option, `<empty>` stands for an empty text. The text for a button is ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has the wrong form for the option's kind, is none of its choices, or is outside its
    /// range.
    pub fn parse(&self, text: &str) -> Result<OptionValue, OptionError> {
        let text = text.trim();
        match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(OptionValue::Check(true)),
                "false" => Ok(OptionValue::Check(false)),
                _ => Err(self.refuse(text, "true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => self.parse_spin(text, *min, *max),
            OptionKind::Combo { choices, .. } => self.parse_choice(text, choices),
            OptionKind::Button => Ok(OptionValue::Press),
            OptionKind::Text { .. } if text == "<empty>" => Ok(OptionValue::Text(String::new())),
            OptionKind::Text { .. } => Ok(OptionValue::Text(text.to_owned())),
        }
    }

    fn parse_spin(&self, text: &str, min: i64, max: i64) -> Result<OptionValue, OptionError> {
        let place = self.value_names.iter().position(|known| known.eq_ignore_ascii_case(text));
        let number = place.map(|place| min + place as i64).or_else(|| text.parse().ok());
        match number.filter(|number| (min..=max).contains(number)) {
            Some(number) => Ok(OptionValue::Spin(number)),
            None if self.value_names.is_empty() => Err(OptionError::not_in_range(self.name, text, min, max)),
            None => {
                let suggestion = did_you_mean(text, self.value_names.iter().copied());
                let names = self.value_names.join(", ");
                Err(self.refuse(text, format!("{names}, or a number from {min} to {max}{suggestion}")))
            }
        }
    }

    fn parse_choice(&self, text: &str, choices: &[String]) -> Result<OptionValue, OptionError> {
        if let Some(choice) = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)) {
            return Ok(OptionValue::Text(choice.clone()));
        }
        let suggestion = did_you_mean(text, choices.iter().map(String::as_str));
        Err(self.refuse(text, format!("one of {}{suggestion}", choices.join(", "))))
    }

    fn refuse(&self, found: &str, expected: String) -> OptionError {
        OptionError::Value { name: self.name.to_owned(), found: shorten(found), expected }
    }
}

/// A game's own name for an option that all games share, possibly with another unit of the values.
#[derive(Clone, Copy, Debug)]
pub struct OptionAlias {
    /// The game's own name, case-insensitive.
    pub name: &'static str,
    /// Name of the shared option.
    pub option: &'static str,
    /// Unit of the values; `None` if only the name differs. An alias with a unit is advertised to clients as
    /// an option.
    pub unit: Option<OptionUnit>,
}

/// The unit of an [`OptionAlias`].
#[derive(Clone, Copy, Debug)]
pub struct OptionUnit {
    /// Default value in this unit, from which the default of the shared option follows.
    pub default: i64,
    /// Maximum value. The minimum is 0.
    pub max: i64,
    /// Converts a value to the unit of the shared option.
    pub convert: fn(i64) -> i64,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Value of a check option.
    Check(bool),
    /// Value of a spin option.
    Spin(i64),
    /// Value of a combo or text option.
    Text(String),
    /// Press of a button.
    Press,
}

impl fmt::Display for OptionValue {
    /// Writes the value in the form that [`OptionSpec::parse`] reads. Nothing is written for the press of a button.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(is_on) => is_on.fmt(f),
            Self::Spin(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Press => Ok(()),
        }
    }
}

impl OptionError {
    /// Creates the error for an option that is not one of `rules`.
    pub(crate) fn not_a_rule(name: &str, rules: &[OptionSpec]) -> Self {
        let names: Vec<_> = rules.iter().map(|rule| rule.name).collect();
        let expected = match &names[..] {
            [] => "none: no option is a rule".to_owned(),
            names => names.join(", "),
        };
        Self::NotARule { name: shorten(name), expected }
    }
}
