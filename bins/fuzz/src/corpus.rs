//! Inputs that libFuzzer found: together they reach all code that it reached.
//!
//! The file `corpus.lz4` is compressed with LZ4. Uncompressed, each input follows a line with its target and
//! its length in bytes.

/// The file's contents.
const PACKED: &[u8] = include_bytes!("../corpus.lz4");

/// Returns the inputs of a target.
///
/// # Panics
/// Panics if the file was not written by [`packed`].
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    let bytes = lz4_flex::decompress_size_prepended(PACKED).expect("a compressed file");
    unpacked(&bytes).filter(|(name, _)| *name == target).map(|(_, input)| input.to_vec()).collect()
}

/// Returns the contents of a file with these inputs, each with the name of its target.
pub fn packed<'a>(inputs: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, input) in inputs {
        bytes.extend(format!("{name} {}\n", input.len()).as_bytes());
        bytes.extend(input);
    }
    lz4_flex::compress_prepend_size(&bytes)
}

/// Splits the decompressed file into inputs, each with the name of its target.
fn unpacked(mut bytes: &[u8]) -> impl Iterator<Item = (&str, &[u8])> {
    std::iter::from_fn(move || {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let (name, length) = str::from_utf8(&bytes[..end]).ok()?.split_once(' ')?;
        let input;
        (input, bytes) = bytes[end + 1..].split_at(length.parse().ok()?);
        Some((name, input))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_inputs_are_unpacked() {
        let inputs = [("one", &b"a\nb"[..]), ("two", b""), ("one", &[0, 255])];
        let bytes = lz4_flex::decompress_size_prepended(&packed(inputs)).expect("compressed bytes");
        assert_eq!(unpacked(&bytes).collect::<Vec<_>>(), inputs);
    }

    #[test]
    fn every_target_has_inputs() {
        for target in crate::targets() {
            assert!(!corpus(target.name).is_empty(), "{}", target.name);
        }
    }
}
