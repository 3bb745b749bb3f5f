//! The squares that the text of a move names, in games that are written in Python. A person enters the move by clicking
//! on these squares of the board.

/// Splits the text of a move, such as `a2a3`, into the names of its squares. A hyphen or the letter `x` may follow each
/// name. Returns `None` if the text is empty or has other parts.
pub fn squares_of(text: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        if end == 0 {
            return None;
        }
        let (name, tail) = rest.split_at(1 + end);
        names.push(name);
        rest = after_separator(tail);
    }
    (!names.is_empty()).then_some(names)
}

/// Returns `text` without a hyphen or an `x` at its beginning. Before a digit, `x` is the name of a column instead.
fn after_separator(text: &str) -> &str {
    match text.as_bytes() {
        [b'x', next, ..] if next.is_ascii_digit() => text,
        [b'-' | b'x', ..] => &text[1..],
        _ => text,
    }
}
