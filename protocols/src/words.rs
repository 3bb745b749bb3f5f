//! A line as words, with what is left of it.

/// The words of a line, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    /// The part of the line that has not been taken yet, without blanks around it.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim()
    }
}

/// A name and a value: the last word is the value and all before it the name, for names may have blanks. A
/// word alone is a name. `None` when there are no words.
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
