//! Splits input into lines, and a line into words. A line ends with LF, CR or CRLF, and may contain any other bytes.
//!
//! A CR ends a line at once. Waiting for the LF of a CRLF could last for ever, because a CR may stand alone. If an LF
//! follows, it ends an empty line, and empty lines are dropped.

use std::io::{ErrorKind, Read};

/// Maximum length of a line in bytes. Longer lines are skipped, so that no client can fill the memory.
pub(crate) const MAX_LINE_BYTES: usize = 16 << 20;

/// Calls `take` with each line that is not empty, without its line end, or with `None` for a line longer than
/// [`MAX_LINE_BYTES`]. Blocks until `take` returns `false` or the input ends. The last line needs no line end. A read
/// error counts as the end of the input.
pub(crate) fn for_each_line(mut input: impl Read, mut take: impl FnMut(Option<Vec<u8>>) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    // The current line as far as it has been read; `None` if it is too long.
    let mut line = Some(Vec::new());
    loop {
        let read = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let mut pieces = buffer[..read].split(|byte| matches!(byte, b'\n' | b'\r')).peekable();
        while let Some(piece) = pieces.next() {
            line = line.filter(|start| start.len() + piece.len() <= MAX_LINE_BYTES);
            if let Some(start) = &mut line {
                start.extend_from_slice(piece);
            }
            // Each piece except the last is followed by a line end. The last one may be the beginning of a line.
            let has_ended = pieces.peek().is_some();
            if has_ended && line.as_deref() != Some(&[]) && !take(line.replace(Vec::new())) {
                return;
            }
        }
    }
    if line.as_deref() != Some(&[]) {
        take(line);
    }
}

/// Iterates over the words of a line, separated by white space.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    /// Returns the unread part of the line without surrounding white space.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of `input`, with `too long` in place of a line that is too long.
    fn lines(input: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for_each_line(input, |line| {
            found.push(line.unwrap_or_else(|| b"too long".to_vec()));
            true
        });
        found
    }

    #[test]
    fn every_kind_of_end_ends_a_line() {
        assert_eq!(lines(b"a\nb\r\nc\rd"), [b"a", b"b", b"c", b"d"]);
        assert_eq!(lines(b"\n\r\n\r"), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn bytes_survive() {
        assert_eq!(lines(b"\0\xff\n"), [b"\0\xff"]);
        assert_eq!(lines(&b"x".repeat(300_000))[0].len(), 300_000);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_as_a_whole() {
        let long = |length| b"x".repeat(length);
        assert_eq!(lines(&long(MAX_LINE_BYTES))[0].len(), MAX_LINE_BYTES);
        assert_eq!(lines(&long(MAX_LINE_BYTES + 1)), [b"too long"]);
        let three = [&b"a\n"[..], &long(3 * MAX_LINE_BYTES), b"\r\nb\n"].concat();
        assert_eq!(lines(&three), [&b"a"[..], b"too long", b"b"]);
    }
}
