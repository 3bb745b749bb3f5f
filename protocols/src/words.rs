//! A line as words, with access to its unread rest.

/// The words of a line, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    /// The unread part of the line without surrounding blanks.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim()
    }
}

/// Parses a name and a value. The last word is the value, and all words before it are the name, because names
/// may contain blanks. A single word is a name. Returns `None` without words.
pub(crate) fn name_and_value(words: Words<'_>) -> Option<(String, String)> {
    let mut words: Vec<&str> = words.collect();
    let value = if words.len() > 1 { words.pop().unwrap_or_default() } else { "" };
    (!words.is_empty()).then(|| (words.join(" "), value.to_owned()))
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}
