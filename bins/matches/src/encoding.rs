//! Encodings of text files: UTF-8, and the single-byte encodings of older programs.

/// Encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8; a text that is not UTF-8 is read as ISO 8859-1.
    Utf8,
    Latin1,
    Windows1252,
}

/// Characters of Windows-1252 for the bytes from 80 to 9F. Unused bytes are control characters.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

impl Encoding {
    /// Returns the encoding with this name, ignoring case and punctuation; `None` if it is unknown.
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

/// Converts bytes to text. Returns also whether they were expected to be UTF-8 and are not.
pub(crate) fn decoded(bytes: Vec<u8>, encoding: Encoding) -> (String, bool) {
    let one_byte = |bytes: &[u8]| -> String {
        let high = |byte: u8| {
            let index = usize::from(byte).checked_sub(0x80).filter(|_| encoding == Encoding::Windows1252);
            index.and_then(|index| WINDOWS_1252.chars().nth(index)).unwrap_or(char::from(byte))
        };
        bytes.iter().map(|byte| high(*byte)).collect()
    };
    if encoding != Encoding::Utf8 {
        return (one_byte(&bytes), false);
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (one_byte(error.as_bytes()), true),
    }
}
