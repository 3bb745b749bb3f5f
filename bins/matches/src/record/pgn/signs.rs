//! Signs that annotate moves, such as `!` and `±`, and the numeric glyphs that PGN has for them, such as `$1`.

/// Signs that stand directly behind a move, in the order of their glyphs `$1` to `$6`.
pub(in crate::record) const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// Other signs with the numbers of their glyphs. A longer sign comes before a shorter one that it ends with, as `+=`
/// before `=`, because [`split`] takes the first match.
const SIGNS: [(&str, u8); 16] = [
    ("□", 7),
    ("∞", 13),
    ("+/=", 14),
    ("=/+", 15),
    ("⩲", 14),
    ("⩱", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("⇆", 132),
];

/// Returns the glyph of a word that is only a sign; `None` for any other word. An unknown sequence of `!` and `?` is
/// returned unchanged.
pub(super) fn glyph_of(word: &str) -> Option<String> {
    if word.contains(char::is_alphanumeric) {
        return None;
    }
    let word = word.replace('−', "-");
    match SUFFIXES.into_iter().zip(1..).chain(SIGNS).find(|(sign, _)| *sign == word) {
        Some((_, number)) => Some(format!("${number}")),
        None => word.chars().all(|letter| matches!(letter, '!' | '?')).then_some(word),
    }
}

/// Splits the last sign off a move, and returns the rest and the sign's glyph; `None` if the move ends with no sign.
pub(super) fn split(text: &str) -> Option<(&str, String)> {
    if text.ends_with(char::is_alphanumeric) {
        return None;
    }
    let marks = text.trim_end_matches(['!', '?']);
    let rest = if marks.len() < text.len() {
        marks
    } else {
        // No sign has more than three characters.
        let (tail, _) = text.char_indices().rev().take(3).last()?;
        let tail = text[tail..].replace('−', "-");
        let (sign, _) = SIGNS.iter().find(|(sign, _)| tail.ends_with(sign))?;
        let (start, _) = text.char_indices().rev().nth(sign.chars().count() - 1)?;
        &text[..start]
    };
    let glyph = glyph_of(&text[rest.len()..])?;
    rest.contains(char::is_alphanumeric).then_some((rest, glyph))
}
