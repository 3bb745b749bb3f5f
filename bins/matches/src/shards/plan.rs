//! Plan of a run in shards.
//!
//! # File
//!
//! A text file with these lines, in this order, and nothing else. `HASH` is 16 lower-case hexadecimal digits.
//!
//! | line | content |
//! |---|---|
//! | `plywright-plan 1` | title |
//! | `job NAME` | command that plays the run |
//! | `program VERSION` | version of the program |
//! | `signature HASH` | hash of the engines' behaviour |
//! | `seed NUMBER` | seed of all random numbers |
//! | `units NUMBER` | number of units |
//! | `shards NUMBER` | number of shards |
//! | `argument TEXT` for each argument | argument of the command |
//! | `file HASH SIZE PATH` for each file | file that the run reads; its size in bytes |
//! | `folder HASH SIZE PATH` for each folder | folder that the run reads; its number of entries |
//! | `end CHECKSUM` | CRC-32 of all lines before, as 8 lower-case hexadecimal digits |
//!
//! Lines of files and folders may be mixed.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use plywright::{Key, shorten};
use thiserror::Error;

use crate::files::LocatedError;

const TITLE: &str = "plywright-plan 1";
const MAX_BYTES: usize = 1 << 20;
/// Maximum number of shards of a plan.
pub const MAX_SHARDS: u64 = 1_000_000;
const MAX_UNITS: u64 = 1_000_000_000_000;

/// Plan of a run in shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Name of the command that plays the run.
    pub job: String,
    /// Version of the program that created the plan.
    pub program: String,
    /// Hash of the engines' behaviour; see [`Job::signature`](super::Job::signature).
    pub signature: Key,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of units.
    pub units: u64,
    /// Number of shards, at least 1 and at most `units`.
    pub shards: u64,
    /// Arguments of the command.
    pub arguments: Vec<String>,
    /// Files and folders that the run reads.
    pub files: Vec<PlanFile>,
}

/// Reason why a text is not a plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The text is too long.
    #[error("the plan has {0} bytes, expected at most {MAX_BYTES}")]
    Long(usize),
    /// A line is not as expected.
    #[error("line {line}: found {found}, expected {expected}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// Text of the line, shortened and in quotes, or a description.
        found: String,
        /// Expected text.
        expected: String,
    },
    /// The checksum does not match the text.
    #[error("the plan is cut short or was changed: its checksum is {found}, expected {expected}")]
    Checksum {
        /// Checksum of the text.
        found: String,
        /// Checksum in the last line, or a description if there is none.
        expected: String,
    },
    /// The number of units or of shards is out of range.
    #[error("{shards} shards of {units} {}, expected 1 to {} shards", units_name(*.units), MAX_SHARDS.min(*.units))]
    Shards {
        /// Number of shards.
        shards: u64,
        /// Number of units.
        units: u64,
    },
    /// An argument or a path contains a control character.
    #[error("'{0}' contains a line break or another control character, expected one line of text")]
    Text(String),
}

const fn units_name(units: u64) -> &'static str {
    if units == 1 { "unit" } else { "units" }
}

impl Plan {
    /// Checks the plan and returns its text.
    ///
    /// # Errors
    /// Returns an error if a number is out of range, the text is too long, or an argument or a path contains
    /// a control character.
    pub fn text(&self) -> Result<String, PlanError> {
        let Self { units, shards, .. } = *self;
        if shards == 0 || shards > MAX_SHARDS.min(units) || units > MAX_UNITS {
            return Err(PlanError::Shards { shards, units });
        }
        let texts = self.arguments.iter().chain(self.files.iter().map(|file| &file.path));
        if let Some(wrong) = texts.into_iter().find(|text| text.chars().any(char::is_control)) {
            return Err(PlanError::Text(shorten(wrong)));
        }
        let text = self.to_string();
        if text.len() > MAX_BYTES { Err(PlanError::Long(text.len())) } else { Ok(text) }
    }

    /// Parses the text of a plan.
    ///
    /// # Errors
    /// Returns an error if the text is not a plan, is cut short or was changed.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        if text.len() > MAX_BYTES {
            return Err(PlanError::Long(text.len()));
        }
        let mut lines = Lines { rest: text, number: 0 };
        let title = lines.next();
        if title != Some(TITLE) {
            return Err(lines.wrong(title, &format!("'{TITLE}'")));
        }
        // A truncated plan must be reported as cut short, so the checksum is checked before the values.
        let body = text.trim_end_matches('\n').rfind('\n').map_or(text.len(), |end| end + 1);
        let found = format!("{:08x}", crc32fast::hash(&text.as_bytes()[..body]));
        let last = text[body..].strip_prefix("end ").and_then(|sum| sum.strip_suffix('\n'));
        if last != Some(found.as_str()) {
            let expected = last.map_or_else(|| "a last line `end CHECKSUM`".to_owned(), shorten);
            return Err(PlanError::Checksum { found, expected });
        }
        let plan = Self {
            job: lines.value("job")?,
            program: lines.value("program")?,
            signature: lines.parsed("signature", hex)?,
            seed: lines.parsed("seed", |text| text.parse().ok())?,
            units: lines.parsed("units", |text| text.parse().ok())?,
            shards: lines.parsed("shards", |text| text.parse().ok())?,
            arguments: lines.all("argument"),
            files: lines.files()?,
        };
        let end = lines.next();
        if end.is_none_or(|line| !line.starts_with("end ")) {
            return Err(lines.wrong(end, "argument, file, folder or end"));
        }
        // Only the canonical text has the plan's key.
        if plan.text()? == text { Ok(plan) } else { Err(lines.wrong(Some(text), "the plan's usual form")) }
    }

    /// Reads a plan from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a plan.
    pub fn read(path: &Path) -> Result<Self, LocatedError> {
        let wrong = |error: io::Error| LocatedError::new(path, error);
        let file = fs::File::open(path).map_err(wrong)?;
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(file, MAX_BYTES as u64 + 1), &mut bytes).map_err(wrong)?;
        let text = String::from_utf8_lossy(&bytes);
        Self::parse(&text).map_err(|error| LocatedError::new(path, error))
    }

    /// Returns a hash of the whole plan.
    pub fn key(&self) -> Key {
        Key::of(self.to_string().as_str())
    }

    /// Returns the units of a shard. The sizes of shards differ by at most one unit.
    pub fn range(&self, shard: u64) -> Range<u64> {
        let start =
            |shard: u64| (u128::from(self.units) * u128::from(shard) / u128::from(self.shards.max(1))) as u64;
        start(shard)..start(shard + 1)
    }

    /// Finds the plan's files on this machine and checks their contents. If the file at a path is missing or
    /// has changed, `folder` may contain it under its hash. A folder of the plan must be at its own path.
    ///
    /// # Errors
    /// Returns an error that names the first file that is missing or has another content.
    pub fn locate(&self, folder: Option<&Path>) -> Result<Sources, LocatedError> {
        let mut sources = Sources::default();
        for file in &self.files {
            let found = file.check(Path::new(&file.path)).or_else(|error| {
                let copy = folder.filter(|_| !file.is_folder).map(|folder| folder.join(file.hash_text()));
                copy.filter(|copy| file.check(copy).is_ok()).ok_or(error)
            })?;
            if let Some(found) = found.to_str().filter(|found| *found != file.path) {
                sources.0.insert(file.path.clone(), found.to_owned());
            }
        }
        Ok(sources)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { job, program, signature: Key(signature), seed, units, shards, .. } = self;
        let mut text = format!(
            "{TITLE}\njob {job}\nprogram {program}\nsignature {signature:016x}\nseed {seed}\nunits {units}\n\
             shards {shards}\n"
        );
        for argument in &self.arguments {
            writeln!(text, "argument {argument}")?;
        }
        for file in &self.files {
            let kind = if file.is_folder { "folder" } else { "file" };
            writeln!(text, "{kind} {} {} {}", file.hash_text(), file.size, file.path)?;
        }
        writeln!(f, "{text}end {:08x}", crc32fast::hash(text.as_bytes()))
    }
}

/// Parses a key of exactly 16 lower-case hexadecimal digits.
pub(super) fn hex(text: &str) -> Option<Key> {
    let is_hex = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    u64::from_str_radix(text, 16).ok().filter(|_| is_hex).map(Key)
}

struct Lines<'a> {
    rest: &'a str,
    /// Number of lines read.
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (line, rest) = self.rest.split_once('\n')?;
        (self.rest, self.number) = (rest, self.number + 1);
        Some(line)
    }

    /// Reads the next line if it has this key, and returns its value.
    fn optional(&mut self, key: &str) -> Option<&'a str> {
        let value = self.rest.strip_prefix(key)?.strip_prefix(' ')?.split('\n').next()?;
        self.next()?;
        Some(value)
    }

    fn value(&mut self, key: &str) -> Result<String, PlanError> {
        self.parsed(key, |text| Some(text.to_owned()))
    }

    fn parsed<T>(&mut self, key: &str, parse: impl Fn(&'a str) -> Option<T>) -> Result<T, PlanError> {
        let value = self.optional(key).map(parse);
        if value.is_none() {
            let line = self.next();
            return Err(self.wrong(line, &format!("'{key} ...'")));
        }
        let line = format!("a wrong value of {key}");
        value.flatten().ok_or(PlanError::Line {
            line: self.number,
            found: line,
            expected: "a valid one".into(),
        })
    }

    fn all(&mut self, key: &str) -> Vec<String> {
        std::iter::from_fn(|| self.optional(key).map(str::to_owned)).collect()
    }

    fn files(&mut self) -> Result<Vec<PlanFile>, PlanError> {
        let mut files = Vec::new();
        loop {
            let (line, is_folder) = match (self.optional("file"), self.rest.starts_with("folder ")) {
                (Some(line), _) => (line, false),
                (None, true) => (self.optional("folder").unwrap_or_default(), true),
                (None, false) => return Ok(files),
            };
            let mut parts = line.splitn(3, ' ');
            let file = (|| {
                let (hash, size) = (hex(parts.next()?)?, parts.next()?.parse().ok()?);
                Some(PlanFile { hash, size, path: parts.next()?.to_owned(), is_folder })
            })();
            files.push(file.ok_or_else(|| self.wrong(Some(line), "HASH SIZE PATH"))?);
        }
    }

    fn wrong(&self, line: Option<&str>, expected: &str) -> PlanError {
        let found = line.map_or_else(|| "the end".to_owned(), |line| format!("'{}'", shorten(line)));
        PlanError::Line { line: self.number.max(1), found, expected: expected.to_owned() }
    }
}

/// File or folder that a run reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFile {
    /// Path of the file or folder.
    pub path: String,
    /// Hash of the content. For a folder, hash of the names and sizes of its entries.
    pub hash: Key,
    /// Number of bytes, or number of entries of a folder.
    pub size: u64,
    /// Whether it is a folder.
    pub is_folder: bool,
}

impl PlanFile {
    /// Creates a plan's entry for a file or folder, with the hash and size of its present content.
    ///
    /// # Errors
    /// Returns an error if the path cannot be read.
    pub fn of(path: &str) -> Result<Self, LocatedError> {
        let wrong = |error: io::Error| LocatedError::new(Path::new(path), error);
        let is_folder = fs::metadata(path).map_err(wrong)?.is_dir();
        let (hash, size) = content(Path::new(path), is_folder).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), hash, size, is_folder })
    }

    /// Returns the hash as 16 hexadecimal digits.
    pub fn hash_text(&self) -> String {
        format!("{:016x}", self.hash.0)
    }

    /// Checks that the file or folder at `path` has this content. Returns the path.
    fn check(&self, path: &Path) -> Result<PathBuf, LocatedError> {
        let wrong = |error: io::Error| LocatedError::new(path, error);
        let data = fs::metadata(path).map_err(wrong)?;
        let is_alike = data.is_dir() == self.is_folder && (data.is_dir() || data.is_file());
        if is_alike && (self.is_folder || data.len() == self.size) {
            let (hash, size) = content(path, self.is_folder).map_err(wrong)?;
            if (hash, size) == (self.hash, self.size) {
                return Ok(path.to_owned());
            }
        }
        Err(LocatedError::new(path, "it has changed since the plan was made, expected the same content"))
    }
}

/// Returns a hash and the size of a file or folder. A folder's hash is that of the names and lengths of its
/// entries; the contents are not read.
fn content(path: &Path, is_folder: bool) -> io::Result<(Key, u64)> {
    if !is_folder {
        let bytes = fs::read(path)?;
        return Ok((Key::of(bytes.as_slice()), bytes.len() as u64));
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), entry.metadata()?.len()));
    }
    entries.sort_unstable();
    Ok((Key::of(&entries), entries.len() as u64))
}

/// Maps paths in a plan to paths on this machine. A file at the plan's own path has no entry.
#[derive(Clone, Debug, Default)]
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    /// Returns the path on this machine of the file that the plan calls `path`. Any other text is returned
    /// unchanged.
    pub fn path<'a>(&'a self, path: &'a str) -> &'a str {
        self.0.get(path).map_or(path, String::as_str)
    }
}
