//! A corpus of inputs that reach much of the code. Targets run on them before mutated inputs, because this fuzzer does
//! not measure coverage and would find few of them by itself.

use std::io::BufRead;

/// Returns the inputs for a target, none for an unknown one. They are in `corpus.lz4`, where each input follows a line
/// with its target and its length in bytes. A fuzzer that measures coverage found them; together they reach all code
/// that it reached.
///
/// # Panics
/// Panics if the file is damaged.
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    const PACKED: &[u8] = include_bytes!("../corpus.lz4");
    let unpacked = lz4_flex::decompress_size_prepended(PACKED).expect("an undamaged corpus");
    let (mut rest, mut inputs) = (&unpacked[..], Vec::new());
    while !rest.is_empty() {
        let mut line = String::new();
        rest.read_line(&mut line).expect("the line before an input");
        let (name, length) = line.trim_end().split_once(' ').expect("a target and a length");
        let (input, next) = rest.split_at(length.parse().expect("a length"));
        if name == target {
            inputs.push(input.to_vec());
        }
        rest = next;
    }
    inputs
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_known_targets_have_inputs() {
        assert!(super::corpus("records-pgn").len() > 100 && super::corpus("nothing").is_empty());
    }
}
