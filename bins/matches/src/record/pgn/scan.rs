//! Splits the text of a record's moves into tokens, line by line. Parentheses, braces, semicolons, glyphs such as
//! `$14` and results need no white space around them.

use crate::record::Place;

/// Maximum number of digits of a move number without a point. A longer number is a move, such as the set-up in Gyges.
pub(super) const MAX_DIGITS: usize = 4;

/// A token of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Beginning of a variation.
    Open,
    /// End of a variation.
    Close,
    /// A comment, or that part of it which stands in this line.
    Comment {
        text: &'a str,
        /// Whether the comment ends in this line.
        is_complete: bool,
    },
    /// `$` and the digits after it.
    Glyph(&'a str),
    /// A move, a move number, a result or a sign.
    Word(&'a str),
    /// A closing brace outside comments.
    Brace,
    /// Beginning of a tag. The scanner does not consume it.
    Tag,
}

/// Position of the scanner in a line. The caller keeps the line's text and passes it to each call.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    /// Index of the first byte that is not part of a token yet.
    pub(super) at: usize,
    /// Index of the first byte of the last token; the length of the line if no token is left in it.
    pub(super) begin: usize,
    /// Place of the last token.
    pub(super) place: Place,
}

impl Scanner {
    /// Goes to the start of the line with this number.
    pub(super) fn start(&mut self, number: u64) {
        (self.at, self.begin, self.place) = (0, 0, Place { line: number, column: 1 });
    }

    /// Returns the place of the byte with this index in the line. The byte must not be before the last token.
    pub(super) fn place_of(&self, line: &str, byte: usize) -> Place {
        Place { column: self.place.column + line[self.begin..byte].chars().count() as u64, ..self.place }
    }

    /// Returns the next token of the line and moves behind it; `None` at the end of the line. `in_comment` says that a
    /// comment in braces is open.
    pub(super) fn next<'a>(&mut self, line: &'a str, in_comment: bool) -> Option<Token<'a>> {
        let rest = line[self.at..].trim_start();
        let begin = line.len() - rest.len();
        // Columns are counted from the last token on, so that a line of any length takes linear time.
        (self.place, self.begin) = (self.place_of(line, begin), begin);
        let (token, length) = if in_comment && !rest.is_empty() {
            scan_comment(rest)
        } else {
            match rest.chars().next()? {
                '{' => {
                    let (token, length) = scan_comment(&rest[1..]);
                    (token, 1 + length)
                }
                ';' => (Token::Comment { text: &rest[1..], is_complete: true }, rest.len()),
                '(' => (Token::Open, 1),
                ')' => (Token::Close, 1),
                '}' => (Token::Brace, 1),
                '[' if is_tag(rest) || is_broken_tag(rest) => (Token::Tag, 0),
                '$' => {
                    let digits = rest[1..].trim_start_matches(|digit: char| digit.is_ascii_digit());
                    let length = rest.len() - digits.len();
                    (Token::Glyph(&rest[..length]), length)
                }
                _ => {
                    let length = word_length(rest);
                    (Token::Word(&rest[..length]), length)
                }
            }
        };
        self.at = begin + length;
        Some(token)
    }
}

/// Reads a comment from `rest`: the text after its opening brace, or the next line of an open comment. Returns the
/// token, and its length in bytes with the closing brace. Without a closing brace, the comment stays open.
fn scan_comment(rest: &str) -> (Token<'_>, usize) {
    let end = rest.find('}');
    let is_complete = end.is_some();
    let text = &rest[..end.unwrap_or(rest.len())];
    (Token::Comment { text, is_complete }, text.len() + usize::from(is_complete))
}

/// Whether a text that begins with `[` looks like a tag: a quote must follow before the next bracket. A move in
/// brackets, as in Santorini, has no quotes. The text after the quote is not checked.
fn is_tag(text: &str) -> bool {
    let name = &text[1..];
    name.find(['[', ']', '"']).is_some_and(|end| name[end..].starts_with('"'))
}

/// Whether a word that begins with `[` has no closing bracket, so that it must be a damaged tag.
fn is_broken_tag(text: &str) -> bool {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    !word.contains(']')
}

/// Returns the length in bytes of the word at the start of a text. The text must not be empty.
fn word_length(text: &str) -> usize {
    if text.starts_with('*') && is_result(text) {
        return 1;
    }
    let mut last = ' ';
    for (at, letter) in text.char_indices() {
        let rest = &text[at..];
        let ends = match letter {
            '{' | '}' | ';' | '$' => true,
            '(' => !is_promotion(rest),
            // A promotion such as `(Q)` begins two bytes before `)`. If that byte is inside a character, `get` returns
            // `None`.
            ')' => !text.get(at.saturating_sub(2)..).is_some_and(is_promotion),
            '*' => is_result(rest),
            '[' => is_tag(rest),
            _ => letter.is_whitespace() || ends_after_mark(last, letter, rest),
        };
        if ends && at > 0 {
            return at;
        }
        last = letter;
    }
    text.len()
}

/// Whether the asterisk at the start of a text is a result. In a move of Santorini, the letter of a square follows it.
fn is_result(text: &str) -> bool {
    !text[1..].starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// Whether the text begins with a piece in parentheses, as in `a8(Q)`.
fn is_promotion(text: &str) -> bool {
    matches!(text.as_bytes(), [b'(', piece, b')', ..] if b"QRBNqrbn".contains(piece))
}

/// Whether a word ends between the mark `last`, which is `!` or `?`, and `letter`. `rest` is the text from `letter` on.
fn ends_after_mark(last: char, letter: char, rest: &str) -> bool {
    let is_mark = |letter| matches!(letter, '!' | '?');
    is_mark(last) && !is_mark(letter) && !continues_a_santorini_move(rest)
}

/// Whether a text after `!` is the rest of a move of Santorini, as in `B3>C4!C4>C5` and `B3>C4!#`.
fn continues_a_santorini_move(text: &str) -> bool {
    text.chars().take(3).any(|letter| matches!(letter, '>' | '[' | '#'))
}

/// Whether a move looks like a move number without a point.
pub(super) fn is_short_number(text: &str) -> bool {
    text.len() <= MAX_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}
