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
