//! Files of networks: a header in lines of text, the weights, a checksum.
//!
//! The header is `plywright-network 1`, then a line `key value` for each of [`KEYS`], then an empty line. The
//! weights follow as 16-bit numbers with the low byte first: the rows of the features, the hidden bias, the
//! output weights; then the output bias as 32-bit numbers; then the CRC-32 of everything before it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::constants::{MAX_BUCKETS, MAX_FEATURES, MAX_HIDDEN};
use super::error::NetworkError;
use super::weights::{Network, Provenance, Weights};
use crate::text::shorten;

/// What every file begins with.
const TITLE: &str = "plywright-network 1";
/// The lines of a header, in their order.
const KEYS: [&str; 7] = ["features", "inputs", "hidden", "buckets", "name", "data", "command"];
/// Characters of a header's line that are written; what is longer is cut short.
const LONGEST_VALUE: usize = 4_000;
/// Longer lines are not believed.
const LONGEST_HEADER: usize = 1 << 16;
/// Bytes of the longest file that can be a network.
const LONGEST_FILE: u64 = 4 << 20;

/// Reads a network from a file.
///
/// # Errors
/// When it cannot be read, is too long, damaged, or no network.
pub fn open(path: &Path) -> Result<Network, NetworkError> {
    let access =
        |error: std::io::Error| NetworkError::Access { path: path.to_owned(), reason: error.to_string() };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(access)?;
    let length = file.metadata().map_err(access)?.len();
    // A file that grows, or a device without end, is caught by the limit on what is read.
    if length <= LONGEST_FILE {
        file.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(access)?;
    }
    let found = length.max(bytes.len() as u64);
    if found > LONGEST_FILE {
        return Err(NetworkError::Length { found, expected: format!("{LONGEST_FILE} at the most") });
    }
    read(&bytes)
}

/// Reads a network from bytes.
///
/// # Errors
/// What is wrong with them.
pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
    let start = bytes.get(..TITLE.len()).unwrap_or(bytes);
    if start != TITLE.as_bytes() {
        let found = if bytes.is_empty() { "nothing".to_owned() } else { quoted(start) };
        return Err(NetworkError::NotANetwork { found, expected: TITLE });
    }
    let (lines, start_of_weights) = header(bytes)?;
    let number = |line: usize, most: usize| {
        let number = lines[line].parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| NetworkError::Header {
            line: line + 2,
            found: format!("'{} {}'", KEYS[line], shorten(&lines[line])),
            expected: format!("a number from 1 to {most}"),
        })
    };
    let [inputs, hidden, buckets] =
        [number(1, MAX_FEATURES)?, number(2, MAX_HIDDEN)?, number(3, MAX_BUCKETS)?];
    // The limits keep this far below any overflow.
    let length = 2 * (inputs * hidden + hidden + 2 * buckets * hidden) + 4 * buckets;
    let (found, expected) = (bytes.len() as u64, (start_of_weights + length + 4) as u64);
    if found != expected {
        return Err(NetworkError::Length { found, expected: expected.to_string() });
    }
    let (content, sum) = bytes.split_at(start_of_weights + length);
    let expected = u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]]);
    let found = crc32fast::hash(content);
    if found != expected {
        return Err(NetworkError::Checksum { found, expected });
    }
    let (weights, output_bias) = content[start_of_weights..].split_at(length - 4 * buckets);
    let mut weights = weights.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
    let mut part = |length| weights.by_ref().take(length).collect();
    let weights = Weights {
        rows: part(inputs * hidden),
        bias: part(hidden),
        output: part(2 * buckets * hidden),
        output_bias: output_bias.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect(),
    };
    let [features, _, _, _, name, data, command] = lines;
    Network::new(&features, Provenance { name, data, command }, weights)
}

/// The bytes of a network's file.
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
    let line = |(key, value): (&str, &str)| {
        let mut text: String = value.chars().take(LONGEST_VALUE).collect();
        if text.len() < value.len() {
            text.push_str(" ...");
        }
        format!("{key} {}\n", text.replace(['\n', '\r'], " "))
    };
    let lines: String = KEYS.into_iter().zip(values).map(line).collect();
    let mut bytes = format!("{TITLE}\n{lines}\n").into_bytes();
    for part in [&weights.rows, &weights.bias, &weights.output] {
        bytes.extend(part.iter().flat_map(|weight| weight.to_le_bytes()));
    }
    bytes.extend(weights.output_bias.iter().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The values of the header's lines, and where the weights begin.
fn header(bytes: &[u8]) -> Result<([String; KEYS.len()], usize), NetworkError> {
    let mut values: [String; KEYS.len()] = Default::default();
    let mut at = TITLE.len() + 1;
    let mut line = |number: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        let rest = &rest[..rest.len().min(LONGEST_HEADER)];
        let length = rest.iter().position(|byte| *byte == b'\n');
        let line = length.and_then(|length| std::str::from_utf8(&rest[..length]).ok());
        at += length.map_or(0, |length| length + 1);
        line.ok_or_else(|| NetworkError::Header {
            line: number,
            found: quoted(&rest[..rest.len().min(40)]),
            expected: "a line of text".to_owned(),
        })
    };
    for (number, (key, value)) in KEYS.iter().zip(&mut values).enumerate() {
        let line = line(number + 2)?;
        let found = line.split_once(' ').filter(|(found, _)| found == key);
        let (_, found) = found.ok_or_else(|| NetworkError::Header {
            line: number + 2,
            found: quoted(line.as_bytes()),
            expected: format!("'{key}' and a value"),
        })?;
        found.clone_into(value);
    }
    match line(KEYS.len() + 2)? {
        "" => Ok((values, at)),
        found => Err(NetworkError::Header {
            line: KEYS.len() + 2,
            found: quoted(found.as_bytes()),
            expected: "an empty line".to_owned(),
        }),
    }
}

fn quoted(bytes: &[u8]) -> String {
    format!("'{}'", shorten(&String::from_utf8_lossy(bytes)).escape_debug())
}
