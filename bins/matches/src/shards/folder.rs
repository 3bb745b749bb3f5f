//! Shards in a folder: plays a shard, resumes an interrupted one, and merges all shards.
//!
//! Every process writes to its own file, so two processes that play the same shard do not disturb each other.
//! A complete file is renamed to the shard's name. The file of an interrupted process stays; the next process
//! copies the complete units from the file that has the most.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use thiserror::Error;

use super::format::{ShardError, ShardReader, ShardWriter, check_shard, read_units};
use super::plan::Plan;
use super::{Job, JobError, UnitFacts};
use crate::files::LocatedError;

/// Extension of a complete shard.
const COMPLETE: &str = "shard";
/// Extension of the partial file of a shard or of a merged file.
const PART: &str = "part";

/// Reason why a shard was not played.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be read or written, is damaged or belongs to another plan.
    #[error(transparent)]
    File(#[from] LocatedError),
    /// The units cannot be played.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// Returns the file name of a shard.
pub fn shard_name(number: u64) -> String {
    format!("{number:06}.{COMPLETE}")
}

/// Plays a shard of a plan and returns its bytes. Returns `None` if the job was stopped before the end.
/// `progress` receives the number of units done and the number of all units of the shard; it may stop the
/// job.
///
/// # Errors
/// Returns an error if the units cannot be played.
pub fn shard_bytes(
    plan: &Plan,
    number: u64,
    job: &dyn Job,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Option<Vec<u8>>, RunError> {
    let path = Path::new("shard");
    let in_memory = |error| LocatedError::new(path, error);
    let writer = ShardWriter::new(Vec::new(), plan, number).map_err(in_memory)?;
    let Some(writer) = fill(writer, path, plan, number, job, iter::empty(), progress)? else {
        return Ok(None);
    };
    Ok(Some(writer.finish().map_err(in_memory)?))
}

/// Plays a shard of a plan into a folder, which is created if it does not exist. Resumes an interrupted
/// shard; does nothing if the shard is complete. Returns the shard's path, or `None` if the job was stopped.
/// `progress` is as in [`shard_bytes`].
///
/// # Errors
/// Returns an error if the units cannot be played, a file cannot be read or written, or the shard's file is
/// damaged or belongs to another plan.
pub fn play_shard(
    plan: &Plan,
    number: u64,
    job: &dyn Job,
    folder: &Path,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Option<PathBuf>, RunError> {
    fs::create_dir_all(folder).map_err(|error| LocatedError::new(folder, error))?;
    let path = folder.join(shard_name(number));
    let is_there = || -> Result<bool, LocatedError> {
        let file = match File::open(&path) {
            Ok(file) => BufReader::new(file),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(LocatedError::new(&path, error)),
        };
        match check_shard(plan, number, file, job) {
            Ok(_) => Ok(true),
            // A file cut short is resumed like the file of an interrupted process.
            Err(ShardError::Cut { .. }) => Ok(false),
            Err(error) => Err(LocatedError::new(&path, error)),
        }
    };
    if is_there()? {
        return Ok(Some(path));
    }
    let parts = parts_of(&path).map_err(|error| LocatedError::new(folder, error))?;
    let best = parts.iter().chain([&path]).max_by_key(|file| complete_units(file, plan, number, job).count());
    let known = complete_units(best.unwrap_or(&path), plan, number, job);
    let (part, file) = create(folder, number)?;
    let wrong = |error| LocatedError::new(&part, error);
    let writer = ShardWriter::new(file, plan, number).map_err(wrong)?;
    let filled = fill(writer, &part, plan, number, job, known, progress)?;
    let Some(writer) = filled else { return Ok(None) };
    let file = writer.finish().map_err(wrong)?;
    file.sync_all().map_err(wrong)?;
    drop(file);
    if let Err(error) = fs::rename(&part, &path) {
        // Another process that has completed the shard removes all parts.
        if !is_there()? {
            return Err(wrong(error).into());
        }
    }
    remove_parts(&path);
    Ok(Some(path))
}

/// Writes the given complete units, then plays and writes the rest. Returns `None` if the job was stopped.
fn fill<W: Write>(
    mut writer: ShardWriter<W>,
    path: &Path,
    plan: &Plan,
    number: u64,
    job: &dyn Job,
    mut known: impl Iterator<Item = String>,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Option<ShardWriter<W>>, RunError> {
    let range = plan.range(number);
    let (mut done, all) = (0, range.end - range.start);
    let mut written = Ok(());
    let mut push = |unit: String| {
        written = writer.push(range.start + done, unit.as_bytes());
        done += 1;
        let flow = progress(done, all);
        if written.is_err() { ControlFlow::Break(()) } else { flow }
    };
    let mut played = Ok(());
    let mut copied = 0;
    let flow = known.try_for_each(|unit| {
        copied += 1;
        push(unit)
    });
    if flow.is_continue() && copied < all {
        played = job.play(range.start + copied..range.end, &mut push);
    }
    written.map_err(|error| LocatedError::new(path, error))?;
    played?;
    Ok((done == all).then_some(writer))
}

fn parts_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let whole = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_part = |name: &str| {
        let part = name.strip_prefix(whole).and_then(|rest| rest.strip_prefix('.'));
        let unique = part.and_then(|part| part.strip_suffix(PART)?.strip_suffix('.'));
        unique.is_some_and(|unique| unique.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-'))
    };
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        parts.extend(entry.file_name().to_str().is_some_and(is_part).then(|| entry.path()));
    }
    Ok(parts)
}

/// Removes the unfinished parts of a shard's file. Ignores errors: they only leave a superfluous file.
fn remove_parts(path: &Path) {
    for part in parts_of(path).unwrap_or_default() {
        let _ = fs::remove_file(part);
    }
}

fn new_part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{PART}", unique()));
    name.into()
}

fn create(folder: &Path, number: u64) -> Result<(PathBuf, File), LocatedError> {
    let path = new_part(&folder.join(shard_name(number)));
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    Ok((path.clone(), file.map_err(|error| LocatedError::new(&path, error))?))
}

/// Returns a text that makes a file name unique, very probably even among machines that share a folder.
fn unique() -> String {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    format!("{}-{}-{call}", process::id(), time.as_nanos())
}

/// Returns the complete units at the beginning of a shard's file. A file that cannot be read has none.
fn complete_units(path: &Path, plan: &Plan, number: u64, job: &dyn Job) -> impl Iterator<Item = String> {
    let file = File::open(path).ok();
    let reader = file.and_then(|file| ShardReader::new(BufReader::new(file), plan).ok());
    let mut reader = reader.filter(|reader| reader.number == number);
    iter::from_fn(move || {
        let reader = reader.as_mut()?;
        let unit = reader.next_unit().ok()??;
        job.check(reader.last(), &unit).ok().map(|_| unit)
    })
}

/// Merges the shards in a folder into the file `out`, atomically. Checks each unit and passes its facts to
/// `take`, in order. If `take` breaks, the file ends with that unit. Without `may_end`, all shards must
/// exist; with it, shards after that unit may be missing. An existing file must be empty or have the same
/// content.
///
/// # Errors
/// Returns an error if a shard is missing, occurs twice, is cut short or damaged, or is of another version or
/// plan. Returns an error if a file cannot be read or written, or if `out` exists with other content.
pub fn merge(
    plan: &Plan,
    job: &dyn Job,
    folder: &Path,
    out: &Path,
    may_end: bool,
    take: &mut dyn FnMut(&UnitFacts) -> ControlFlow<()>,
) -> Result<(), LocatedError> {
    let shards = find(plan, folder)?;
    let missing = || {
        let missing = ranges((0..plan.shards).filter(|number| !shards.contains_key(number)));
        let all = ranges(0..plan.shards);
        LocatedError::new(folder, format!("shard {missing} is missing, expected shards {all}"))
    };
    if !may_end && shards.len() as u64 != plan.shards {
        return Err(missing());
    }
    let mut merged = Merged::create(out)?;
    merged.write(&job.head())?;
    for number in 0..plan.shards {
        let path = shards.get(&number).ok_or_else(missing)?;
        let wrong = |error| LocatedError::new(path, error);
        let file = File::open(path).map_err(|error| wrong(error.into()))?;
        let flow = read_units(plan, number, BufReader::new(file), job, |unit, facts| {
            if let Err(error) = merged.write(unit) {
                return ControlFlow::Break(Err(error));
            }
            match take(&facts) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(()) => ControlFlow::Break(Ok(())),
            }
        });
        if let ControlFlow::Break(end) = flow.map_err(wrong)? {
            end?;
            break;
        }
    }
    merged.finish()
}

fn find(plan: &Plan, folder: &Path) -> Result<BTreeMap<u64, PathBuf>, LocatedError> {
    let wrong = |error| LocatedError::new(folder, error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_number = !stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_digit());
        paths.extend((is_number && path.extension() == Some(COMPLETE.as_ref())).then_some(path));
    }
    paths.sort_unstable();
    let mut shards: BTreeMap<u64, PathBuf> = BTreeMap::new();
    for path in paths {
        let wrong = |error| LocatedError::new(&path, error);
        let file = File::open(&path).map_err(|error| wrong(error.into()))?;
        let number = ShardReader::new(BufReader::new(file), plan).map_err(wrong)?.number;
        if let Some(other) = shards.get(&number) {
            let error = format!("it is shard {number}, as is {}; expected each shard once", other.display());
            return Err(LocatedError::new(&path, error));
        }
        shards.insert(number, path);
    }
    Ok(shards)
}

/// Formats ascending numbers, such as `3, 5 to 7`. A long list is shortened.
fn ranges(numbers: impl Iterator<Item = u64>) -> String {
    const MAX_RANGES: usize = 10;
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        let count = ranges.len();
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ if count == MAX_RANGES => break,
            _ => ranges.push((number, number)),
        }
    }
    let texts = ranges.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first} to {last}"),
    });
    let more = if ranges.len() == MAX_RANGES { " ..." } else { "" };
    texts.collect::<Vec<_>>().join(", ") + more
}

/// Partial file of merged shards. When it is complete, it is renamed to `path`, unless `path` already has the
/// same content. Other content at `path` is an error.
struct Merged<'a> {
    path: &'a Path,
    part: PathBuf,
    file: BufWriter<File>,
}

impl<'a> Merged<'a> {
    fn create(path: &'a Path) -> Result<Self, LocatedError> {
        let part = new_part(path);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&part);
        let file = file.map_err(|error| LocatedError::new(path, error))?;
        Ok(Self { path, part, file: BufWriter::new(file) })
    }

    fn write(&mut self, text: &str) -> Result<(), LocatedError> {
        self.file.write_all(text.as_bytes()).map_err(|error| LocatedError::new(self.path, error))
    }

    fn finish(mut self) -> Result<(), LocatedError> {
        let wrong = |error: io::Error| LocatedError::new(self.path, error);
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).map_err(wrong)?;
        let is_same = || is_same(self.path, self.file.get_ref()).map_err(wrong);
        let same = match is_same()? {
            None => match fs::rename(&self.part, self.path) {
                Ok(()) => true,
                // The part is missing if another process has merged the same file and removed all parts.
                Err(error) => is_same()?.ok_or_else(|| wrong(error))?,
            },
            Some(same) => same,
        };
        if !same {
            let error = "the file exists and has other content; choose another file or remove it";
            return Err(LocatedError::new(self.path, error));
        }
        remove_parts(self.path);
        Ok(())
    }
}

/// Removes the partial file if it was not renamed.
impl Drop for Merged<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

/// Whether the file at `path` has the contents of `other`; `None` if it is empty or does not exist.
fn is_same(path: &Path, mut other: &File) -> io::Result<Option<bool>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    other.rewind()?;
    let lengths = [file.metadata()?.len(), other.metadata()?.len()];
    if lengths[0] == 0 {
        return Ok(None);
    }
    let bytes = BufReader::new(file).bytes().map(Result::ok);
    Ok(Some(lengths[0] == lengths[1] && bytes.eq(BufReader::new(other).bytes().map(Result::ok))))
}
