//! Parses settings in the syntax of match programs such as fastchess: words `name=value`, separated by white space.
//! Quotes keep white space inside a value.

use std::time::Duration;

use plywright::shorten;
use thiserror::Error;

/// Limit of the durations in settings; every duration must be shorter.
pub(crate) const MAX_TIME: Duration = Duration::from_secs(366 * 24 * 3600);

/// A word `name=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Text before the first equals sign.
    pub name: String,
    /// Text after the first equals sign, without quotes.
    pub value: String,
}

/// Error in a setting, as a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SettingError(pub String);

impl Setting {
    /// Parses the value as a finite number.
    pub(crate) fn number(&self) -> Result<f64, SettingError> {
        let number = self.value.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.wrong("a number"))
    }

    pub(crate) fn count<T: TryFrom<u64>>(&self) -> Result<T, SettingError> {
        let number = self.value.parse::<u64>().ok().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.wrong("a whole number"))
    }

    pub(crate) fn switch(&self) -> Result<bool, SettingError> {
        match self.value.to_ascii_lowercase().as_str() {
            "on" | "true" => Ok(true),
            "off" | "false" => Ok(false),
            _ => Err(self.wrong("on or off")),
        }
    }

    pub(crate) fn time(&self, unit: Duration) -> Result<Duration, SettingError> {
        time(&self.value, unit).ok_or_else(|| self.wrong("a time such as 100ms or 2s, less than 366 days"))
    }

    pub(crate) fn wrong(&self, expected: &str) -> SettingError {
        SettingError(format!("{} is '{}', expected {expected}", self.name, shorten(&self.value)))
    }

    pub(crate) fn unknown(&self, expected: &str) -> SettingError {
        SettingError(format!("no setting is called '{}', expected one of {expected}", shorten(&self.name)))
    }
}

/// Parses settings separated by white space. Single or double quotation marks keep white space inside a word.
///
/// # Errors
/// Returns an error if a word has no equals sign or a quotation mark is not closed.
pub fn settings(text: &str) -> Result<Vec<Setting>, SettingError> {
    words(text)?
        .into_iter()
        .map(|word| match word.split_once('=') {
            Some((name, value)) => Ok(Setting { name: name.to_owned(), value: value.to_owned() }),
            None => Err(SettingError(format!("'{}' sets nothing, expected name=value", shorten(&word)))),
        })
        .collect()
}

/// Splits text at white space outside quotation marks, and removes the marks.
///
/// # Errors
/// Returns an error if a quotation mark is not closed.
pub fn words(text: &str) -> Result<Vec<String>, SettingError> {
    let mut complete = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => complete.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(SettingError(format!("a quotation mark in '{}' is not closed", shorten(text))));
    }
    complete.extend(word);
    Ok(complete)
}

/// Parses a duration such as `100ms` or `2s`, less than 366 days. A number without a unit is in units of
/// `unit`. Returns `None` for any other text.
pub fn time(text: &str, unit: Duration) -> Option<Duration> {
    let (number, suffix) = text.split_at(text.trim_end_matches(char::is_alphabetic).len());
    let unit = match suffix {
        "" => unit,
        "ms" => Duration::from_millis(1),
        "s" => Duration::from_secs(1),
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * unit.as_secs_f64();
    (0.0..MAX_TIME.as_secs_f64()).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Quotes text if necessary, so that [`words`] and a shell parse it as one word.
pub fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_./:=,+@%-".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    let parts: Vec<_> = text.split('\'').map(|part| format!("'{part}'")).collect();
    parts.join("\"'\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_blanks() {
        let text = r#" cmd=./a  args="-x 'b c'" "option.Move Overhead=10" option.Empty= name='Engine A' "#;
        let read = settings(text).unwrap();
        let read: Vec<_> = read.iter().map(|one| (one.name.as_str(), one.value.as_str())).collect();
        assert_eq!(
            read,
            [
                ("cmd", "./a"),
                ("args", "-x 'b c'"),
                ("option.Move Overhead", "10"),
                ("option.Empty", ""),
                ("name", "Engine A"),
            ]
        );
    }

    #[test]
    fn quoted_words_are_read_as_they_were() {
        for text in ["", "a", "a b", "it's", "'\"'", "$HOME; ls"] {
            assert_eq!(words(&quoted(text)).unwrap(), [text]);
        }
    }

    #[test]
    fn times_have_a_unit_or_the_default_one() {
        let seconds = Duration::from_secs(1);
        for (text, expected) in [("100ms", 100), ("2s", 2000), ("0.05", 50), ("0", 0), ("1.5s", 1500)] {
            assert_eq!(time(text, seconds), Some(Duration::from_millis(expected)), "{text}");
        }
        assert_eq!(time("50", Duration::from_millis(1)), Some(Duration::from_millis(50)));
        for text in ["", "s", "2 s", "-1s", "1e99", "nan", "inf", "3weeks"] {
            assert_eq!(time(text, seconds), None, "{text}");
        }
    }

    #[test]
    fn words_that_set_nothing_are_refused() {
        assert_eq!(settings("a=1 b").unwrap_err().to_string(), "'b' sets nothing, expected name=value");
        assert!(settings("a='1").unwrap_err().to_string().contains("not closed"));
    }
}
