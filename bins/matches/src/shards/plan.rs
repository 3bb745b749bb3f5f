//! Plan of a run in shards: a small file that determines what is played, on any machine.
//!
//! # File
//!
//! A JSON object with the members `format` (the text `plywright-plan 1`), `plan` and `checksum`. The plan has the
//! members of [`Plan`]. A hash is a text of 16 lower-case hexadecimal digits. The checksum is the CRC-32 of the plan
//! as JSON without white space.
//!
//! The plan has a hash of every file and folder that the run reads. When a process prepares the run, [`Plan::locate`]
//! compares its files with the hashes. The header of a shard has the hash of the plan, but no proof of these files.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;

use plywright::{Key, shorten};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files::{LocatedError, Naming};
use crate::outputs::is_stream;

const FORMAT: &str = "plywright-plan 1";
const MAX_BYTES: usize = 1 << 20;
/// Maximum number of shards of a plan.
pub const MAX_SHARDS: u64 = 1_000_000;
const MAX_UNITS: u64 = 1_000_000_000_000;

/// What a run plays, and into how many shards it is divided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the members of a plan")]
pub struct Plan {
    /// Name of the command that plays the run.
    pub job: String,
    /// Version of the program that created the plan.
    pub program: String,
    /// Hash of the engines' behaviour; see [`Job::signature`](super::Job::signature).
    #[serde(with = "hash")]
    pub signature: Key,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of units of the run: of games, or of pairs of games.
    pub units: u64,
    /// Number of shards, at least 1 and at most `units`.
    pub shards: u64,
    /// Arguments of the command.
    pub arguments: Vec<String>,
    /// Files and folders that the run reads.
    pub files: Vec<PlanFile>,
}

/// Content of a plan's file: the format, the plan, and the checksum of the plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a plan")]
struct Sealed {
    format: String,
    plan: Plan,
    checksum: u32,
}

/// Reason why a text is not a plan, or a plan cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PlanError(pub String);

impl Plan {
    /// Checks the numbers of the plan, and returns the text of its file.
    ///
    /// # Errors
    /// Returns an error if a number is out of range or the text is too long.
    pub fn text(&self) -> Result<String, PlanError> {
        let Self { units, shards, .. } = *self;
        if shards == 0 || shards > MAX_SHARDS.min(units) || units > MAX_UNITS {
            let (name, most) = (if units == 1 { "unit" } else { "units" }, MAX_SHARDS.min(units));
            return Err(PlanError(format!("{shards} shards of {units} {name}, expected 1 to {most} shards")));
        }
        let text = self.to_string();
        check_length(&text)?;
        Ok(text)
    }

    /// Parses the text of a plan's file, which must be exactly as [`Plan::text`] writes it.
    ///
    /// # Errors
    /// Returns an error if the text is not a plan, is cut short or was changed.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        check_length(text)?;
        let refused =
            |error| PlanError(format!("it is not a plan, or the plan is cut short or was changed: {error}"));
        let Sealed { format, plan, checksum } = serde_json::from_str(text).map_err(refused)?;
        if format != FORMAT {
            return Err(PlanError(format!("its format is '{}', expected '{FORMAT}'", shorten(&format))));
        }
        let found = plan.checksum();
        if found != checksum {
            return Err(PlanError(format!(
                "the plan is cut short or was changed: its checksum is {found}, expected {checksum}"
            )));
        }
        if plan.text()? != text {
            return Err(PlanError("the plan was changed: it is not in its usual form".to_owned()));
        }
        Ok(plan)
    }

    /// Reads a plan from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a plan.
    pub fn read(path: &Path) -> Result<Self, LocatedError> {
        let mut bytes = Vec::new();
        let read =
            fs::File::open(path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
        read.naming(path)?;
        let text = String::from_utf8_lossy(&bytes);
        Self::parse(&text).naming(path)
    }

    /// Returns the plan as JSON without white space.
    fn json(&self) -> String {
        // This cannot fail, because a plan has no map with keys other than texts.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn checksum(&self) -> u32 {
        crc32fast::hash(self.json().as_bytes())
    }

    /// Returns a hash of the whole plan. The header of a shard has the hash of its plan.
    pub fn key(&self) -> Key {
        Key::of(self.json().as_str())
    }

    /// Returns the numbers of the units of a shard. The sizes of two shards differ by at most one unit.
    pub fn range(&self, shard: u64) -> Range<u64> {
        let start =
            |shard: u64| (u128::from(self.units) * u128::from(shard) / u128::from(self.shards.max(1))) as u64;
        start(shard)..start(shard + 1)
    }

    /// Finds the plan's files on this machine and checks their contents. A file that is missing at its own path, or has
    /// changed there, may be in `folder`, named by its hash. A folder of the plan must be at its own path.
    ///
    /// # Errors
    /// Returns an error that names the first file that is missing, has other content, or is a copy with a path that is
    /// not UTF-8.
    pub fn locate(&self, folder: Option<&Path>) -> Result<Sources, LocatedError> {
        let mut sources = Sources::default();
        for file in &self.files {
            let Err(error) = file.check(Path::new(&file.path)) else { continue };
            let copy = folder.filter(|_| !file.is_folder).map(|folder| folder.join(file.hash_text()));
            let Some(copy) = copy.filter(|copy| file.check(copy).is_ok()) else { return Err(error) };
            let Some(text) = copy.to_str() else {
                return Err(LocatedError::new(&copy, "the path is not UTF-8"));
            };
            sources.paths.insert(file.path.clone(), text.to_owned());
        }
        Ok(sources)
    }
}

fn check_length(text: &str) -> Result<(), PlanError> {
    if text.len() <= MAX_BYTES {
        return Ok(());
    }
    Err(PlanError(format!("the plan has {} bytes, expected at most {MAX_BYTES}", text.len())))
}

impl fmt::Display for Plan {
    /// Writes the text of the plan's file, without the checks of [`Plan::text`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sealed = Sealed { format: FORMAT.to_owned(), plan: self.clone(), checksum: self.checksum() };
        writeln!(f, "{}", serde_json::to_string_pretty(&sealed).map_err(|_| fmt::Error)?)
    }
}

/// Parses a key of exactly 16 lower-case hexadecimal digits.
pub(super) fn hex(text: &str) -> Option<Key> {
    let is_hex = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    u64::from_str_radix(text, 16).ok().filter(|_| is_hex).map(Key)
}

/// Writes a hash in JSON as a text of 16 hexadecimal digits, and parses it by [`hex`].
mod hash {
    use plywright::Key;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub fn serialize<S: Serializer>(key: &Key, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", key.0))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::hex(&text).ok_or_else(|| de::Error::custom("expected 16 lower-case hexadecimal digits"))
    }
}

/// File or folder that a run reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFile {
    /// Path on the machine that created the plan.
    pub path: String,
    /// Hash of the file's content, or of the names and sizes of the folder's entries.
    #[serde(with = "hash")]
    pub hash: Key,
    /// Size of the file in bytes, or number of entries of the folder.
    pub size: u64,
    /// Whether the path is that of a folder.
    pub is_folder: bool,
}

impl PlanFile {
    /// Creates the entry of a file or folder, with the hash and size of its present content. Reads the whole file.
    ///
    /// # Errors
    /// Returns an error if the path cannot be read, or is that of a device or a pipe.
    pub fn of(path: &str) -> Result<Self, LocatedError> {
        let file = Path::new(path);
        if is_stream(file) {
            return Err(LocatedError::new(file, "it is a device or a pipe, expected a file or a folder"));
        }
        let is_folder = fs::metadata(file).naming(file)?.is_dir();
        let (hash, size) = content(file, is_folder).naming(file)?;
        Ok(Self { path: path.to_owned(), hash, size, is_folder })
    }

    /// Returns the hash as 16 lower-case hexadecimal digits. [`Plan::locate`] looks for a copy of this name.
    pub fn hash_text(&self) -> String {
        format!("{:016x}", self.hash.0)
    }

    /// Checks that the file or folder at `path` has the content of this entry.
    fn check(&self, path: &Path) -> Result<(), LocatedError> {
        let data = fs::metadata(path).naming(path)?;
        let is_alike = data.is_dir() == self.is_folder && (data.is_dir() || data.is_file());
        if is_alike && (self.is_folder || data.len() == self.size) {
            let (hash, size) = content(path, self.is_folder).naming(path)?;
            if (hash, size) == (self.hash, self.size) {
                return Ok(());
            }
        }
        Err(LocatedError::new(path, "it has changed since the plan was made, expected the same content"))
    }
}

/// Returns the hash and the size of a file, in bytes, or of a folder, in entries. The hash of a folder covers the names
/// and sizes of its entries, but not their contents.
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

/// Paths of a plan's files on this machine, by their paths in the plan. A file that has the same path here has no
/// entry.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    paths: BTreeMap<String, String>,
}

impl Sources {
    /// Returns the path on this machine of the file that the plan calls `path`. Any other text is returned unchanged.
    pub fn path<'a>(&'a self, path: &'a str) -> &'a str {
        self.paths.get(path).map_or(path, String::as_str)
    }
}
