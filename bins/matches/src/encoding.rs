//! Encodings of text files: UTF-8, and the single-byte encodings of older programs.

/// Encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8; a text that is not UTF-8 is read as ISO 8859-1, with Windows-1252's characters in place of controls.
    Utf8,
    Latin1,
    Windows1252,
}

/// Characters of Windows-1252 for the bytes from 0x80 to 0x9F. The other bytes have the same characters as in
/// ISO 8859-1. A byte that Windows-1252 does not define stands for the control character with its number.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', //
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl Encoding {
    /// Returns the encoding with this name, ignoring case and punctuation; UTF-8 for an empty name, and `None` for an
    /// unknown one.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        match name.to_ascii_lowercase().as_str() {
            "" | "utf8" | "ascii" | "usascii" => Some(Self::Utf8),
            "iso88591" | "latin1" | "isolatin1" => Some(Self::Latin1),
            "windows1252" | "cp1252" => Some(Self::Windows1252),
            _ => None,
        }
    }
}

/// Converts bytes to text. Also returns whether they were read as ISO 8859-1 because they should be UTF-8 but are not.
pub(crate) fn decoded(bytes: Vec<u8>, encoding: Encoding) -> (String, bool) {
    match encoding {
        Encoding::Utf8 => match String::from_utf8(bytes) {
            Ok(text) => (text, false),
            Err(error) => (error.as_bytes().iter().copied().map(windows_1252).collect(), true),
        },
        Encoding::Latin1 => (bytes.into_iter().map(char::from).collect(), false),
        Encoding::Windows1252 => (bytes.into_iter().map(windows_1252).collect(), false),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
