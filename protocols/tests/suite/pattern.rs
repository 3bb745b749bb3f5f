//! Patterns that lines of a transcript must match. A pattern leaves out what differs from run to run, such as times.

/// Whether a pattern matches the whole line: `*` stands for any text, even an empty one, and `\*` for an asterisk.
pub fn fits(pattern: &str, line: &str) -> bool {
    // A NUL, which no line of a transcript has, stands for `\*` while the pattern is split at the other asterisks.
    let pattern = pattern.replace("\\*", "\0");
    let mut parts = pattern.split('*').map(|part| part.replace('\0', "*"));
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(&first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(&part) else { return false };
        rest = after;
    }
    rest.ends_with(&last)
}
