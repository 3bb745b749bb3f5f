//! Shards in a folder: plays a shard, resumes an interrupted one, and merges all shards. A shard consists of units,
//! which are games of self-play or pairs of games of a match.
//!
//! Every process writes to a partial file of its own, so two processes that play the same shard do not disturb each
//! other. A complete file is renamed to the shard's name. The partial file of an interrupted process stays; the next
//! process copies the complete units from the partial file that has the most.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::iter;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::format::{ShardError, ShardFacts, ShardReader, ShardWriter};
use super::partial_file::{create_part, open_if_exists, parts_of, paths_in, put_in_place, remove_parts};
use super::plan::Plan;
use super::{Job, JobError, UnitFacts};
use crate::files::{LocatedError, Naming};
use crate::outputs::is_stream;

/// Extension of the file of a complete shard.
const COMPLETE: &str = "shard";
/// Maximum number of ranges of shards in an error message.
const MAX_RANGES: usize = 10;

/// Reason why playing a shard failed.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be read or written, is damaged or belongs to another plan.
    #[error(transparent)]
    File(#[from] LocatedError),
    /// The units cannot be played.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The plan has no such shard.
    #[error(transparent)]
    Number(#[from] ShardError),
}

/// Returns the file name of a shard, such as `000012.shard`.
pub fn shard_name(number: u64) -> String {
    format!("{number:06}.{COMPLETE}")
}

/// Called after each unit with the number of units done and the number of units in the shard. `Break` stops the job.
type Progress<'a> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'a;

/// Called with the facts of each unit that a merge has written, in order. `Break` ends the merged file with this unit.
type Take<'a> = dyn FnMut(&UnitFacts) -> ControlFlow<()> + 'a;

/// The shards of a plan, and the job that plays their units.
#[derive(Clone, Copy)]
pub struct Shards<'a> {
    /// Plan that says which units each shard has.
    pub plan: &'a Plan,
    /// The job that the plan describes.
    pub job: &'a dyn Job,
}

impl Shards<'_> {
    /// Plays a shard in memory and returns the bytes of its file. Returns `None` if `progress` breaks or the job is
    /// stopped before the last unit.
    ///
    /// # Errors
    /// Returns an error if there is no such shard or its units cannot be played.
    pub fn bytes(self, number: u64, progress: &mut Progress) -> Result<Option<Vec<u8>>, RunError> {
        self.check_number(number)?;
        self.write_shard(number, Path::new("shard"), Vec::new(), iter::empty(), progress)
    }

    /// Plays a shard into a folder, which is created if necessary. Keeps the complete units of an interrupted process;
    /// plays nothing if the shard is complete. Removes all partial files of a completed shard. Returns the shard's
    /// path, or `None` if `progress` breaks or the job is stopped before the last unit.
    ///
    /// # Errors
    /// Returns an error if there is no such shard or its units cannot be played, a file cannot be read or written,
    /// or the shard's file is damaged or belongs to another plan.
    pub fn play(
        self,
        number: u64,
        folder: &Path,
        progress: &mut Progress,
    ) -> Result<Option<PathBuf>, RunError> {
        self.check_number(number)?;
        fs::create_dir_all(folder).naming(folder)?;
        let path = folder.join(shard_name(number));
        if self.is_complete(number, &path)? {
            return Ok(Some(path));
        }
        let parts = parts_of(&path).naming(folder)?;
        let best = parts.iter().chain([&path]).max_by_key(|file| self.complete_units(number, file).count());
        let complete = self.complete_units(number, best.unwrap_or(&path));
        let (part, file) = create_part(&path)?;
        let Some(file) = self.write_shard(number, &part, file, complete, progress)? else { return Ok(None) };
        file.sync_all().naming(&part)?;
        drop(file);
        if let Err(error) = fs::rename(&part, &path) {
            // An error is ignored if the shard is complete: another process has then completed it first, and has
            // removed all partial files.
            if !self.is_complete(number, &path)? {
                return Err(LocatedError::new(&part, error).into());
            }
        }
        remove_parts(&path);
        Ok(Some(path))
    }

    fn check_number(self, number: u64) -> Result<(), ShardError> {
        let all = self.plan.shards;
        if number < all { Ok(()) } else { Err(ShardError::unplanned(number, all)) }
    }

    fn is_complete(self, number: u64, path: &Path) -> Result<bool, LocatedError> {
        let file = open_if_exists(path).naming(path)?;
        match file.map(|file| self.check(number, file)) {
            Some(Ok(_)) => Ok(true),
            // The file is cut short: its complete units are kept, like those of an interrupted process's partial file.
            None | Some(Err(ShardError::Cut(_))) => Ok(false),
            Some(Err(error)) => Err(LocatedError::new(path, error)),
        }
    }

    /// Writes a shard to `out`: first the units in `complete`, which were played before, then the units that are still
    /// to be played. Errors name `path`. Returns `None` if `progress` breaks or the job is stopped before the last
    /// unit.
    fn write_shard<W: Write>(
        self,
        number: u64,
        path: &Path,
        out: W,
        mut complete: impl Iterator<Item = String>,
        progress: &mut Progress,
    ) -> Result<Option<W>, RunError> {
        let mut writer = ShardWriter::new(out, self.plan, number).naming(path)?;
        let Range { start, end } = self.plan.range(number);
        let mut next = start;
        let mut written = Ok(());
        let mut write = |unit: String| {
            written = writer.push(next, unit.as_bytes());
            if written.is_err() {
                return ControlFlow::Break(());
            }
            next += 1;
            progress(next - start, end - start)
        };
        let mut copied = 0;
        let flow = complete.try_for_each(|unit| {
            copied += 1;
            write(unit)
        });
        let mut played = Ok(());
        if flow.is_continue() && start + copied < end {
            played = self.job.play(start + copied..end, &mut write);
        }
        written.naming(path)?;
        played?;
        if next < end {
            return Ok(None);
        }
        Ok(Some(writer.finish().naming(path)?))
    }

    /// Iterates over the complete units at the start of a shard's file, up to a unit that is damaged or that the job
    /// refuses when it replays the games. A file that cannot be read, or is of another shard or plan, has none.
    fn complete_units(self, number: u64, path: &Path) -> impl Iterator<Item = String> {
        let file = File::open(path).ok();
        let mut reader = file.and_then(|file| self.reader(number, BufReader::new(file)).ok());
        iter::from_fn(move || {
            let (unit, _) = self.next_unit(reader.as_mut()?).ok()??;
            Some(unit)
        })
    }

    /// Reads the header of a shard, which must have this number.
    fn reader<R: BufRead>(self, number: u64, shard: R) -> Result<ShardReader<R>, ShardError> {
        let reader = ShardReader::new(shard, self.plan)?;
        if reader.number == number {
            return Ok(reader);
        }
        Err(ShardError::Wrong(format!("it is shard {}, expected shard {number}", reader.number)))
    }

    /// Reads the next unit of a shard and checks it. Returns its text and its facts; `None` after the last unit.
    fn next_unit(
        self,
        reader: &mut ShardReader<impl BufRead>,
    ) -> Result<Option<(String, UnitFacts)>, ShardError> {
        let Some((number, unit)) = reader.next_unit()? else { return Ok(None) };
        let facts = self.job.check(number, &unit).map_err(|error| ShardError::of_unit(number, error))?;
        Ok(Some((unit, facts)))
    }

    /// Checks a whole shard and returns its facts.
    ///
    /// # Errors
    /// Returns an error if the shard cannot be read, is of another plan, version or number, or is cut short or
    /// damaged.
    pub fn check(self, number: u64, shard: impl BufRead) -> Result<ShardFacts, ShardError> {
        let (mut reader, mut facts) = (self.reader(number, shard)?, ShardFacts::default());
        while let Some((_, found)) = self.next_unit(&mut reader)? {
            facts.units += 1;
            facts.games += found.games;
            facts.positions += found.positions;
            facts.outcomes.extend(found.outcome);
        }
        Ok(facts)
    }

    /// Merges the shards in a folder into the file `out`, atomically. Checks each unit and passes its facts to
    /// `take`, in order. If `take` breaks, the file ends with that unit. Later shards may then be missing if `may_end`
    /// is set; otherwise, all shards of the plan must exist. An existing file must be empty or have the same content. A
    /// device or a pipe is written directly.
    ///
    /// # Errors
    /// Returns an error if a shard is missing, occurs twice, is cut short or damaged, or is of another version
    /// or plan. Returns an error if a file cannot be read or written, or if `out` exists with other content.
    pub fn merge(
        self,
        folder: &Path,
        out: &Path,
        may_end: bool,
        take: &mut Take,
    ) -> Result<(), LocatedError> {
        let shards = self.shards_in(folder)?;
        if !may_end && shards.len() as u64 != self.plan.shards {
            return Err(self.missing_shards(folder, &shards));
        }
        if is_stream(out) {
            let stream = OpenOptions::new().write(true).open(out).naming(out)?;
            return self.write_units(folder, &shards, out, &stream, take);
        }
        // The target of a symbolic link is replaced, not the link.
        let target = fs::canonicalize(out).ok().filter(|_| out.is_symlink());
        let out = target.as_deref().unwrap_or(out);
        let (part, file) = create_part(out)?;
        let written = self.write_units(folder, &shards, out, &file, take);
        let written = written.and_then(|()| put_in_place(&part, &file, out));
        // This removes the partial file after an error. After a success, the file is no longer there.
        let _ = fs::remove_file(&part);
        written
    }

    /// Returns an error that lists the shards of the plan that `folder` lacks. `shards` are those that it has.
    fn missing_shards(self, folder: &Path, shards: &BTreeMap<u64, PathBuf>) -> LocatedError {
        let all = 0..self.plan.shards;
        let missing = ranges(all.clone().filter(|number| !shards.contains_key(number)));
        LocatedError::new(folder, format!("shard {missing} is missing, expected shards {}", ranges(all)))
    }

    /// Writes [`Job::head`] and the units of all shards, until `take` breaks, to `file`. Errors of writing name `out`.
    fn write_units(
        self,
        folder: &Path,
        shards: &BTreeMap<u64, PathBuf>,
        out: &Path,
        file: &File,
        take: &mut Take,
    ) -> Result<(), LocatedError> {
        let mut writer = BufWriter::new(file);
        writer.write_all(self.job.head().as_bytes()).naming(out)?;
        for number in 0..self.plan.shards {
            let path = shards.get(&number).ok_or_else(|| self.missing_shards(folder, shards))?;
            let shard = BufReader::new(File::open(path).naming(path)?);
            let mut reader = self.reader(number, shard).naming(path)?;
            while let Some((unit, facts)) = self.next_unit(&mut reader).naming(path)? {
                writer.write_all(unit.as_bytes()).naming(out)?;
                if take(&facts).is_break() {
                    return writer.flush().naming(out);
                }
            }
        }
        writer.flush().naming(out)
    }

    /// Returns the paths of a folder's files that are named like complete shards, by the numbers in their headers.
    /// Reads only the headers, so a file may be cut short. Two files with the same number are an error.
    fn shards_in(self, folder: &Path) -> Result<BTreeMap<u64, PathBuf>, LocatedError> {
        let mut paths = paths_in(folder).naming(folder)?;
        paths.sort_unstable();
        let mut shards: BTreeMap<u64, PathBuf> = BTreeMap::new();
        for path in paths {
            let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
            let is_number = !stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number || path.extension() != Some(COMPLETE.as_ref()) {
                continue;
            }
            let file = File::open(&path).naming(&path)?;
            let number = ShardReader::new(BufReader::new(file), self.plan).naming(&path)?.number;
            if let Some(other) = shards.get(&number) {
                let error =
                    format!("it is shard {number}, as is {}; expected each shard once", other.display());
                return Err(LocatedError::new(&path, error));
            }
            shards.insert(number, path);
        }
        Ok(shards)
    }
}

/// Formats ascending numbers as ranges, such as `3, 5 to 7`. From [`MAX_RANGES`] ranges on, the rest is left out, and
/// the text ends with ` ...`.
fn ranges(numbers: impl Iterator<Item = u64>) -> String {
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        let count = spans.len();
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ if count == MAX_RANGES => break,
            _ => spans.push((number, number)),
        }
    }
    let texts = spans.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first} to {last}"),
    });
    let more = if spans.len() == MAX_RANGES { " ..." } else { "" };
    texts.collect::<Vec<_>>().join(", ") + more
}
