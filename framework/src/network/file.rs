//! Network files: a text header, the weights and a checksum.
//!
//! The header is the line `plywright-network 1`, a line `key value` for each of [`KEYS`], and an empty line.
//! The weights follow as little-endian numbers: feature rows, hidden biases and output weights in 16 bits
//! each, and output biases in 32 bits each. The file ends with the CRC-32 of everything before it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::error::NetworkError;
use super::weights::{MAX_BUCKETS, MAX_FEATURES, MAX_HIDDEN, Network, Provenance, Weights};
use crate::text::{FileError, shorten};

/// The first line, with its line break.
const TITLE: &str = "plywright-network 1\n";
const KEYS: [&str; 7] = ["features", "inputs", "hidden", "buckets", "name", "data", "command"];
/// Number of the header line of the first key; the title is line 1.
const FIRST_LINE: usize = 2;
/// Maximum number of bytes that an error message quotes from a header line that cannot be read as text.
const MAX_QUOTED: usize = 40;
/// Maximum number of characters of a header value that is written. The rest of a longer value is replaced by ` ...`.
const MAX_VALUE_CHARS: usize = 4_000;
/// Maximum length of a header line in bytes, including its line break.
const MAX_LINE_BYTES: usize = 1 << 16;
/// Maximum file size in bytes, well above the 2 MiB of feature rows in the largest network.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// Reads a network from a file.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is too large or damaged, or is not a network.
pub fn open(path: &Path) -> Result<Network, NetworkError> {
    let access = |error| FileError::access(path, &error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(access)?;
    let length = file.metadata().map_err(access)?.len();
    // `take` limits the reading too, because a file can grow meanwhile, and a device may never end.
    if length <= MAX_FILE_BYTES {
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(access)?;
    }
    let found = length.max(bytes.len() as u64);
    if found > MAX_FILE_BYTES {
        return Err(NetworkError::content(format!("{found} bytes"), format!("at most {MAX_FILE_BYTES}")));
    }
    read(&bytes)
}

/// Reads a network from the contents of a network file.
///
/// # Errors
///
/// Returns an error if the bytes are not a valid network.
pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
    let start = bytes.get(..TITLE.len()).unwrap_or(bytes);
    if start != TITLE.as_bytes() {
        let found = if bytes.is_empty() { "nothing".to_owned() } else { quoted(start) };
        let expected = format!("a network, which begins with the line '{}'", TITLE.trim_end());
        return Err(NetworkError::content(format!("found {found}"), expected));
    }
    let (values, start_of_weights) = read_header(bytes)?;
    let [features, inputs, hidden, buckets, name, data, command] = values;
    let inputs = read_size("inputs", &inputs, MAX_FEATURES)?;
    let hidden = read_size("hidden", &hidden, MAX_HIDDEN)?;
    let buckets = read_size("buckets", &buckets, MAX_BUCKETS)?;
    // The sum cannot overflow, because the three sizes are limited.
    let length = 2 * (inputs * hidden + hidden + 2 * buckets * hidden) + 4 * buckets;
    let content = check_sum(bytes, start_of_weights + length)?;
    let (weights, output_bias) = content[start_of_weights..].split_at(length - 4 * buckets);
    // The chunks leave no rest, because `check_sum` has checked the length.
    let (weights, _) = weights.as_chunks();
    let (output_bias, _) = output_bias.as_chunks();
    let mut numbers = weights.iter().map(|bytes| i16::from_le_bytes(*bytes));
    let mut take = |count| numbers.by_ref().take(count).collect();
    let weights = Weights {
        rows: take(inputs * hidden),
        bias: take(hidden),
        output: take(2 * buckets * hidden),
        output_bias: output_bias.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect(),
    };
    Network::new(&features, Provenance { name, data, command }, weights)
}

/// Parses `value`, which the header line of `key` holds, as a number from 1 to `max`.
fn read_size(key: &str, value: &str, max: usize) -> Result<usize, NetworkError> {
    let number = value.parse().ok().filter(|number| (1..=max).contains(number));
    let line = FIRST_LINE + KEYS.iter().take_while(|other| **other != key).count();
    let found = format!("'{key} {}'", shorten(value));
    number.ok_or_else(|| wrong_line(line, &found, &format!("a number from 1 to {max}")))
}

/// Checks that the file consists of `length` bytes and their checksum. Returns the bytes before the checksum.
fn check_sum(bytes: &[u8], length: usize) -> Result<&[u8], NetworkError> {
    let (found, expected) = (bytes.len(), length + 4);
    if found != expected {
        return Err(NetworkError::content(format!("{found} bytes"), expected));
    }
    let (content, sum) = bytes.split_at(length);
    let expected = u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]]);
    let found = crc32fast::hash(content);
    if found != expected {
        let expected = format!("{expected:08x}: the file is damaged");
        return Err(NetworkError::content(format!("checksum {found:08x}"), expected));
    }
    Ok(content)
}

/// Returns the contents of the network's file. Header values of more than 4,000 characters are truncated, and line
/// breaks in header values become spaces.
pub fn to_bytes(network: &Network) -> Vec<u8> {
    let (about, weights) = (network.provenance(), network.weights());
    let values = [
        network.features(),
        &network.inputs().to_string(),
        &network.hidden().to_string(),
        &network.buckets().to_string(),
        &about.name,
        &about.data,
        &about.command,
    ];
    let lines: String = KEYS.into_iter().zip(values).map(|(key, value)| header_line(key, value)).collect();
    let mut bytes = format!("{TITLE}{lines}\n").into_bytes();
    for part in [&weights.rows, &weights.bias, &weights.output] {
        bytes.extend(part.iter().flat_map(|weight| weight.to_le_bytes()));
    }
    bytes.extend(weights.output_bias.iter().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Returns the header line of a key, with its line break. Truncates long values, and replaces line breaks in them.
fn header_line(key: &str, value: &str) -> String {
    let mut text: String = value.chars().take(MAX_VALUE_CHARS).collect();
    if text.len() < value.len() {
        text.push_str(" ...");
    }
    format!("{key} {}\n", text.replace(['\n', '\r'], " "))
}

/// Returns the values of the header lines, and the offset of the weights in bytes.
fn read_header(bytes: &[u8]) -> Result<([String; KEYS.len()], usize), NetworkError> {
    let mut values: [String; KEYS.len()] = Default::default();
    let mut at = TITLE.len();
    for (index, (key, value)) in KEYS.into_iter().zip(&mut values).enumerate() {
        let number = index + FIRST_LINE;
        let line = take_line(bytes, &mut at, number)?;
        match line.split_once(' ') {
            Some((found, text)) if found == key => text.clone_into(value),
            _ => return Err(wrong_line(number, &quoted(line.as_bytes()), &format!("'{key}' and a value"))),
        }
    }
    let number = KEYS.len() + FIRST_LINE;
    match take_line(bytes, &mut at, number)? {
        "" => Ok((values, at)),
        found => Err(wrong_line(number, &quoted(found.as_bytes()), "an empty line")),
    }
}

/// Returns the line that begins at the offset `at`, without its line break, and moves `at` to the next line. `number`
/// is the line's number, for the error if the line is too long, has no line break or is not UTF-8.
fn take_line<'a>(bytes: &'a [u8], at: &mut usize, number: usize) -> Result<&'a str, NetworkError> {
    let rest = bytes.get(*at..).unwrap_or_default();
    let rest = &rest[..rest.len().min(MAX_LINE_BYTES)];
    let length = rest.iter().position(|byte| *byte == b'\n');
    *at += length.map_or(0, |length| length + 1);
    let line = length.and_then(|length| std::str::from_utf8(&rest[..length]).ok());
    line.ok_or_else(|| wrong_line(number, &quoted(&rest[..rest.len().min(MAX_QUOTED)]), "a line of text"))
}

/// Returns the error for header line number `line`, counted from 1, which is `found` instead of `expected`.
fn wrong_line(line: usize, found: &str, expected: &str) -> NetworkError {
    NetworkError::content(format!("line {line} of the header is {found}"), expected)
}

fn quoted(bytes: &[u8]) -> String {
    format!("'{}'", shorten(&String::from_utf8_lossy(bytes)).escape_debug())
}
