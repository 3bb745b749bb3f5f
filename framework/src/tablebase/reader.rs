//! Reads numbers and texts from the bytes of a file. Missing bytes give `None` and no panic, so that the caller can
//! report a damaged file.

/// The bytes that are still to be read. A method returns `None` if there are fewer bytes than it needs.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// Takes the next `length` bytes.
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads a little-endian number that takes `bytes` bytes, at most eight.
    pub fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(self.take(bytes)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// Reads the length of a text in bytes, a number of four bytes, and then the text. Returns `None` if the text is
    /// not UTF-8.
    pub fn text(&mut self) -> Option<String> {
        let length = self.number(4)? as usize;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }
}
