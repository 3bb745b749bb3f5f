//! Writes and reads the files of shards. Checksums show when a file was cut short or changed.
//!
//! # File
//!
//! The first line is `plywright-shard 1 VERSION PLAN NUMBER SHARDS`: the version of the program, the key of
//! the plan as 16 lower-case hexadecimal digits, the number of this shard, from 0, and the number of shards.
//!
//! A unit of the run, which is a game or a pair of games, begins with the line `unit NUMBER LENGTH CHECKSUM`: the
//! number of the unit in the run, from 0, and the length in bytes and the CRC-32 of its text. The text follows, with
//! nothing added.
//!
//! The last line is `end UNITS CHECKSUM`: the number of units in the shard, and the CRC-32 of everything
//! before this line. Numbers are decimal; a CRC-32 is 8 lower-case hexadecimal digits.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::ops::Range;

use plywright::{Key, shorten};
use thiserror::Error;

use super::PairOutcome;
use super::plan::{Plan, hex};

const TITLE: &str = "plywright-shard 1";
const MAX_UNIT_BYTES: u64 = 4 << 20;
/// Maximum length in bytes of a line that is not part of a unit.
const MAX_LINE_BYTES: u64 = 200;

/// Reason why a shard cannot be used.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The shard cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The shard ends too early. [`Shards::play`](super::Shards::play) keeps the complete units in its file.
    #[error("{0}")]
    Cut(String),
    /// The shard is damaged, of another version or plan, or not the expected one.
    #[error("{0}")]
    Wrong(String),
}

impl ShardError {
    /// Creates the error for a number that is not below `shards`, the number of shards of the plan.
    pub fn unplanned(number: u64, shards: u64) -> Self {
        Self::Wrong(format!("there is no shard {number}, expected 0 to {}", shards.saturating_sub(1)))
    }

    pub(super) fn of_unit(number: u64, error: impl fmt::Display) -> Self {
        Self::Wrong(format!("unit {number}: {error}"))
    }

    fn malformed(found: &str, expected: &str) -> Self {
        Self::Wrong(format!("found '{}', expected '{expected}'", shorten(found)))
    }
}

/// Returns the first line of a shard, without its line end.
fn header(plan: &Plan, number: u64) -> String {
    let (Plan { program, shards, .. }, Key(key)) = (plan, plan.key());
    format!("{TITLE} {program} {key:016x} {number} {shards}")
}

/// Writes the file of a shard, unit by unit.
pub(super) struct ShardWriter<W> {
    out: W,
    /// Checksum of everything written so far.
    sum: crc32fast::Hasher,
    units: u64,
}

impl<W: Write> ShardWriter<W> {
    pub(super) fn new(out: W, plan: &Plan, number: u64) -> io::Result<Self> {
        let mut writer = Self { out, sum: crc32fast::Hasher::new(), units: 0 };
        writer.put(format!("{}\n", header(plan, number)).as_bytes())?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.out.write_all(bytes)
    }

    pub(super) fn push(&mut self, number: u64, unit: &[u8]) -> io::Result<()> {
        let mut bytes = format!("unit {number} {} {:08x}\n", unit.len(), crc32fast::hash(unit)).into_bytes();
        bytes.extend_from_slice(unit);
        self.units += 1;
        self.put(&bytes)
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        let line = format!("end {} {:08x}\n", self.units, self.sum.finalize());
        self.out.write_all(line.as_bytes())?;
        Ok(self.out)
    }
}

/// Reads the file of a shard, unit by unit. Checks lengths and checksums, but not the texts of units.
pub(super) struct ShardReader<R> {
    input: R,
    /// Checksum of everything read so far.
    sum: crc32fast::Hasher,
    pub(super) number: u64,
    /// Numbers of all units of the shard.
    units: Range<u64>,
    /// Number of the next unit.
    next: u64,
}

impl<R: BufRead> ShardReader<R> {
    /// Reads the header. Refuses a shard of another version of the program or of another plan.
    pub(super) fn new(input: R, plan: &Plan) -> Result<Self, ShardError> {
        // The header gives the number of the shard, and so its units.
        let mut reader = Self { input, sum: crc32fast::Hasher::new(), number: 0, units: 0..0, next: 0 };
        let Some(line) = reader.line()? else {
            return Err(ShardError::Wrong(format!("found the end, expected '{TITLE}'")));
        };
        let wrong = || ShardError::malformed(&line, TITLE);
        let words = line.strip_prefix(TITLE).and_then(|line| line.strip_prefix(' ')).ok_or_else(wrong)?;
        let words: Vec<&str> = words.split(' ').collect();
        let [version, key, number, _] = words[..] else { return Err(wrong()) };
        let (Some(Key(found)), Ok(number)) = (hex(key), number.parse()) else { return Err(wrong()) };
        if version != plan.program {
            let error = format!("it was made by version {}, expected {}", shorten(version), plan.program);
            return Err(ShardError::Wrong(error));
        }
        let Key(expected) = plan.key();
        if found != expected {
            let error = format!("it is a shard of another plan, {found:016x}, expected {expected:016x}");
            return Err(ShardError::Wrong(error));
        }
        if number >= plan.shards {
            return Err(ShardError::unplanned(number, plan.shards));
        }
        if line != header(plan, number) {
            return Err(wrong());
        }
        let units = plan.range(number);
        Ok(Self { number, next: units.start, units, ..reader })
    }

    /// Returns the number and the text of the next unit. After the last unit, checks the end of the shard and returns
    /// `None`.
    pub(super) fn next_unit(&mut self) -> Result<Option<(u64, String)>, ShardError> {
        let number = self.next;
        if number == self.units.end {
            return self.check_end().map(|()| None);
        }
        let line = self.line()?.ok_or_else(|| self.cut_short())?;
        let expected = || ShardError::malformed(&line, &format!("unit {number} LENGTH CHECKSUM"));
        let words: Vec<&str> = line.split(' ').collect();
        let [_, _, length, sum] = words[..] else { return Err(expected()) };
        let length = length.parse().ok().filter(|length| *length <= MAX_UNIT_BYTES);
        let sum = u32::from_str_radix(sum, 16).ok();
        let (Some(length), Some(sum)) = (length, sum) else { return Err(expected()) };
        if line != format!("unit {number} {length} {sum:08x}") {
            return Err(expected());
        }
        let mut unit = Vec::new();
        self.input.by_ref().take(length).read_to_end(&mut unit)?;
        if unit.len() as u64 != length {
            return Err(self.cut_short());
        }
        let found = crc32fast::hash(&unit);
        if found != sum {
            let error = format!("it is damaged: its checksum is {found:08x}, expected {sum:08x}");
            return Err(ShardError::of_unit(number, error));
        }
        self.sum.update(&unit);
        self.next += 1;
        let text = String::from_utf8(unit).map_err(|error| ShardError::of_unit(number, error))?;
        Ok(Some((number, text)))
    }

    fn cut_short(&self) -> ShardError {
        let (next, Range { start, end }) = (self.next, &self.units);
        let last = end - 1;
        ShardError::Cut(format!(
            "the shard is cut short before unit {next}; expected units {start} to {last}"
        ))
    }

    /// Reads the last line, and checks the number of units and the checksum in it. Nothing may follow.
    fn check_end(&mut self) -> Result<(), ShardError> {
        let sum = self.sum.clone().finalize();
        let line = self.line()?.ok_or_else(|| self.cut_short())?;
        let count = self.units.end - self.units.start;
        let found = line.strip_prefix(&format!("end {count} "));
        let found = found.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(found) = found.filter(|found| line == format!("end {count} {found:08x}")) else {
            return Err(ShardError::malformed(&line, &format!("end {count} CHECKSUM")));
        };
        if found != sum {
            let error = format!("the shard was changed: its checksum is {sum:08x}, expected {found:08x}");
            return Err(ShardError::Wrong(error));
        }
        if !self.input.fill_buf()?.is_empty() {
            return Err(ShardError::Wrong(
                "found more text after the last line, expected the end".to_owned(),
            ));
        }
        Ok(())
    }

    /// Reads a line and returns it without its line end. Returns `None` if the input ends before the line does, and an
    /// error if the line is longer than [`MAX_LINE_BYTES`].
    fn line(&mut self) -> Result<Option<String>, ShardError> {
        let mut line = Vec::new();
        self.input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        self.sum.update(&line);
        let text = String::from_utf8_lossy(&line);
        if let Some(text) = text.strip_suffix('\n') {
            return Ok(Some(text.to_owned()));
        }
        if line.len() as u64 == MAX_LINE_BYTES {
            return Err(ShardError::malformed(&text, &format!("lines of less than {MAX_LINE_BYTES} bytes")));
        }
        Ok(None)
    }
}

/// Facts about a whole shard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardFacts {
    /// Number of units.
    pub units: u64,
    /// Number of games.
    pub games: u64,
    /// Number of searched positions; 0 in a match.
    pub positions: u64,
    /// Results of the pairs of a match, in order; empty in self-play.
    pub outcomes: Vec<PairOutcome>,
}
