//! Writer and reader of shards.
//!
//! # File
//!
//! The first line is `plywright-shard 1 VERSION PLAN NUMBER SHARDS`: the version of the program, the key of
//! the plan as 16 lower-case hexadecimal digits, the number of this shard, from 0, and the number of shards.
//!
//! A unit begins with the line `unit NUMBER LENGTH CHECKSUM`: the number of the unit in the run, from 0, and
//! the length in bytes and the CRC-32 of its text. The text follows, with nothing added.
//!
//! The last line is `end UNITS CHECKSUM`: the number of units in the shard, and the CRC-32 of everything
//! before this line. Numbers are decimal; a CRC-32 is 8 lower-case hexadecimal digits.

use std::convert::Infallible;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::ops::{ControlFlow, Range};

use plywright::{Key, shorten};
use thiserror::Error;

use super::plan::{Plan, hex};
use super::{Job, PairOutcome, UnitFacts};

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
    /// The text is not a shard.
    #[error("found {found}, expected {expected}")]
    Malformed {
        /// Text that was read, shortened and in quotes, or a description.
        found: String,
        /// Expected text.
        expected: String,
    },
    /// Another version of the program played the shard.
    #[error("it was made by version {found}, expected {expected}")]
    Version {
        /// Version in the header.
        found: String,
        /// Version in the plan.
        expected: String,
    },
    /// The shard is of another plan.
    #[error("it is a shard of another plan, {:016x}, expected {:016x}", found.0, expected.0)]
    Plan {
        /// Key in the header.
        found: Key,
        /// Key of the plan.
        expected: Key,
    },
    /// The shard has another number.
    #[error("it is shard {found}, expected shard {expected}")]
    Number {
        /// Number in the header.
        found: u64,
        /// Expected number.
        expected: u64,
    },
    /// The plan has no shard with this number.
    #[error("there is no shard {number}, expected 0 to {last}")]
    Unplanned {
        /// The number.
        number: u64,
        /// Number of the last shard.
        last: u64,
    },
    /// The shard was given before.
    #[error("shard {0} was given before, expected each shard once")]
    Twice(u64),
    /// The shard ends too early.
    #[error("the shard is cut short before unit {next}; expected units {} to {}", expected.start, expected.end - 1)]
    Cut {
        /// First unit that is not complete.
        next: u64,
        /// Units of the shard.
        expected: Range<u64>,
    },
    /// A unit is damaged, or a wrong unit is in its place.
    #[error("unit {number}: {error}")]
    Unit {
        /// Number of the unit.
        number: u64,
        /// Message about the fault.
        error: String,
    },
    /// The checksum of the whole shard does not match.
    #[error("the shard was changed: its checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// Checksum of the bytes.
        found: u32,
        /// Checksum in the last line.
        expected: u32,
    },
}

struct Header<'a> {
    version: &'a str,
    plan: Key,
    number: u64,
    shards: u64,
}

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, plan: Key(plan), number, shards } = self;
        writeln!(f, "{TITLE} {version} {plan:016x} {number} {shards}")
    }
}

pub(super) struct ShardWriter<W> {
    out: W,
    sum: crc32fast::Hasher,
    units: u64,
}

impl<W: Write> ShardWriter<W> {
    pub(super) fn new(out: W, plan: &Plan, number: u64) -> io::Result<Self> {
        let header = Header { version: &plan.program, plan: plan.key(), number, shards: plan.shards };
        let mut writer = Self { out, sum: crc32fast::Hasher::new(), units: 0 };
        writer.put(header.to_string().as_bytes())?;
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

pub(super) struct ShardReader<R> {
    input: R,
    sum: crc32fast::Hasher,
    /// Number of the shard.
    pub(super) number: u64,
    units: Range<u64>,
    next: u64,
}

impl<R: BufRead> ShardReader<R> {
    /// Reads the header.
    pub(super) fn new(input: R, plan: &Plan) -> Result<Self, ShardError> {
        let mut reader = Self { input, sum: crc32fast::Hasher::new(), number: 0, units: 0..1, next: 0 };
        let line = reader.line()?;
        let wrong = || ShardError::Malformed {
            found: line.as_ref().map_or_else(|| "the end".to_owned(), |line| format!("'{}'", shorten(line))),
            expected: format!("'{TITLE}'"),
        };
        let words = line.as_ref().and_then(|line| line.strip_prefix(TITLE)?.strip_prefix(' '));
        let words: Vec<&str> = words.ok_or_else(wrong)?.split(' ').collect();
        let [version, key, number, shards] = words[..] else { return Err(wrong()) };
        let numbers = (hex(key), number.parse().ok(), shards.parse::<u64>().ok());
        let (Some(found), Some(number), Some(_)) = numbers else { return Err(wrong()) };
        if version != plan.program {
            return Err(ShardError::Version { found: shorten(version), expected: plan.program.clone() });
        }
        let expected = plan.key();
        if found != expected {
            return Err(ShardError::Plan { found, expected });
        }
        if number >= plan.shards {
            return Err(ShardError::Unplanned { number, last: plan.shards - 1 });
        }
        let header = Header { version, plan: found, number, shards: plan.shards };
        if Some(header.to_string().trim_end()) != line.as_deref() {
            return Err(wrong());
        }
        let units = plan.range(number);
        Ok(Self { number, next: units.start, units, ..reader })
    }

    /// Returns the next unit; `None` after the last one if the checksum of the whole shard matches.
    pub(super) fn next_unit(&mut self) -> Result<Option<String>, ShardError> {
        let number = self.next;
        let cut = || ShardError::Cut { next: number, expected: self.units.clone() };
        if number == self.units.end {
            return self.end().map(|()| None);
        }
        let cut = cut();
        let Some(line) = self.line()? else { return Err(cut) };
        let expected = || ShardError::Malformed {
            found: format!("'{}'", shorten(&line)),
            expected: format!("'unit {number} LENGTH CHECKSUM'"),
        };
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
            return Err(cut);
        }
        let damaged = |error: String| ShardError::Unit { number, error };
        let found = crc32fast::hash(&unit);
        if found != sum {
            return Err(damaged(format!("it is damaged: its checksum is {found:08x}, expected {sum:08x}")));
        }
        self.sum.update(&unit);
        self.next += 1;
        String::from_utf8(unit).map(Some).map_err(|error| damaged(error.to_string()))
    }

    /// Returns the number of the last unit that was read.
    pub(super) fn last(&self) -> u64 {
        self.next.saturating_sub(1)
    }

    /// Reads the last line. Checks its checksum and that nothing follows.
    fn end(&mut self) -> Result<(), ShardError> {
        let sum = self.sum.clone().finalize();
        let Some(line) = self.line()? else {
            return Err(ShardError::Cut { next: self.next, expected: self.units.clone() });
        };
        let count = self.units.end - self.units.start;
        let found = line.strip_prefix(&format!("end {count} "));
        let Some(found) = found.and_then(|found| u32::from_str_radix(found, 16).ok()) else {
            let found = format!("'{}'", shorten(&line));
            return Err(ShardError::Malformed { found, expected: format!("'end {count} CHECKSUM'") });
        };
        if line != format!("end {count} {found:08x}") || found != sum {
            return Err(ShardError::Checksum { found: sum, expected: found });
        }
        if self.input.fill_buf()?.is_empty() {
            return Ok(());
        }
        let (found, expected) = ("more text after the last line".to_owned(), "the end".to_owned());
        Err(ShardError::Malformed { found, expected })
    }

    /// Reads a line without its line end. Returns `None` if the input ends before the line does, and an error
    /// for a line that is too long.
    fn line(&mut self) -> Result<Option<String>, ShardError> {
        let mut line = Vec::new();
        self.input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        self.sum.update(&line);
        if line.last() != Some(&b'\n') {
            let is_long = line.len() as u64 == MAX_LINE_BYTES;
            let found = || format!("'{}'", shorten(&String::from_utf8_lossy(&line)));
            let long = || ShardError::Malformed { found: found(), expected: format!("'{TITLE}'") };
            return if is_long { Err(long()) } else { Ok(None) };
        }
        line.pop();
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
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

/// Reads a shard and checks its units. Passes each unit with its facts to `take`, until `take` breaks.
///
/// # Errors
/// Returns an error if the shard cannot be read, is of another plan, version or number, or is cut short or
/// damaged.
pub(super) fn read_units<B>(
    plan: &Plan,
    number: u64,
    shard: impl BufRead,
    job: &dyn Job,
    mut take: impl FnMut(&str, UnitFacts) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, ShardError> {
    let mut reader = ShardReader::new(shard, plan)?;
    if reader.number != number {
        return Err(ShardError::Number { found: reader.number, expected: number });
    }
    while let Some(unit) = reader.next_unit()? {
        let number = reader.last();
        let facts = job.check(number, &unit).map_err(|error| ShardError::Unit { number, error })?;
        let flow = take(&unit, facts);
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Checks a whole shard and returns its facts.
///
/// # Errors
/// Returns an error if the shard cannot be read, is of another plan, version or number, or is cut short or
/// damaged.
pub fn check_shard(
    plan: &Plan,
    number: u64,
    shard: impl BufRead,
    job: &dyn Job,
) -> Result<ShardFacts, ShardError> {
    let mut facts = ShardFacts::default();
    let _: ControlFlow<Infallible> = read_units(plan, number, shard, job, |_, found| {
        facts.units += 1;
        facts.games += found.games;
        facts.positions += found.positions;
        facts.outcomes.extend(found.outcome);
        ControlFlow::Continue(())
    })?;
    Ok(facts)
}
