//! Packs full tables into compact tables, and compares the two.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::super::cells::Cells;
use super::super::error::{SolveError, TablebaseError};
use super::super::folder::Tablebase;
use super::super::ownership::rules_of;
use super::super::progress::{SliceRow, Solution, SolveControl, SolveProgress, Stage};
use super::super::retrograde::in_parallel;
use super::super::sliced::{RowPosition, Sliced};
use super::file::{self, EXTENSION, Head, MANIFEST, PREAMBLE, Preamble, RowPlace, TITLE};
use super::predictor::{Network, Patterns};
use super::reader::CompactTables;
use super::row::{Counts, Model};
use super::training::Trainer;
use crate::search::{Rng, Value, Wdl};
use crate::text::{FileError, write_atomically};

/// Minimum number of indices in a slice with a network. A network takes about a hundred kilobytes, more than
/// it saves in a small slice.
const MIN_FOR_NETWORK: u64 = 1 << 20;
const MAX_TRAINING: u64 = 8_000_000;
/// Number of training positions for each index of the slice, up to [`MAX_TRAINING`] in total.
const TRAINING_PER_INDEX: u64 = 8;
/// Number of training positions between two progress reports.
const REPORT_INTERVAL: u64 = 1 << 18;
const SEED: u64 = 1;

/// Name of the archive of opening tables, which can be compiled into a program.
const OPENINGS: &str = "openings.bin";
/// Distance in plies between the stored slices of the opening. Values between them are derived by playing one
/// turn. Storing every third ply saves a tenth of the size, but its lookups take up to 80 ms.
const OPENING_PLIES: u32 = 2;

/// Packs the full tables in the folder `full` into compact tables in the folder `out`. Intact files in `out`
/// are kept. With `openings`, packs only the slices at ply `openings` and at every second ply before it (see
/// [`Sliced::ply`]), and also writes an archive of them for [`Stored::archive`](super::Stored::archive).
///
/// # Errors
///
/// Returns an error if the full tables cannot be used, `out` has tables of other rules, a file cannot be read
/// or written, or `stop` was set. Finished slices remain, and the next run continues after them.
pub fn pack<G: Sliced>(
    game: &G,
    full: &Path,
    out: &Path,
    openings: Option<u32>,
    threads: usize,
    SolveControl { stop, report }: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    let tables = Tablebase::open(game.clone(), full)?;
    fs::create_dir_all(out).map_err(|error| FileError::access(out, &error))?;
    let rules = rules_of(game);
    check_rules(out, &rules)?;
    let mut slices = tables.slices();
    slices.retain(|slice| match openings {
        None => game.is_stored(*slice),
        Some(last) => {
            game.ply(*slice).is_some_and(|ply| ply <= last && (last - ply).is_multiple_of(OPENING_PLIES))
        }
    });
    if slices.is_empty() {
        return Err(TablebaseError::Empty { folder: full.to_owned() });
    }
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let mut manifest = vec![TITLE.to_owned()];
    manifest.extend(rules.iter().map(|rules| format!("rules {rules}")));
    let mut rows: Vec<SliceRow> = Vec::new();
    let mut files = Vec::new();
    let mut done = 0;
    for slice in slices {
        let counts = tables.counts(slice)?;
        let head = Head {
            rules: game.table_rules(slice),
            slice: slice.to_string(),
            positions: game.size(slice),
            row_len: game.row_len(slice),
            counts,
        };
        let path = out.join(format!("{slice}.{EXTENSION}"));
        let failed = |error| FileError::access(&path, &error);
        let bytes = match fs::read(&path) {
            Ok(bytes) if is_intact(&bytes, &head) => bytes,
            _ => {
                let packer = Packer { game, slice, cells: tables.load(slice)?, threads, stop };
                let tell = |stage| {
                    report(&SolveProgress { slices: slice.to_string(), stage, done, all });
                };
                let (model, rows) = packer.pack(&tell)?;
                let bytes = file::to_bytes(&head, &model, &rows);
                write_atomically(&path, &bytes).map_err(failed)?;
                bytes
            }
        };
        let checksum = crc32fast::hash(&bytes[..PREAMBLE as usize]);
        manifest.push(format!("slice {slice} {} {checksum:08x}", bytes.len()));
        done += game.size(slice);
        report(&SolveProgress { slices: slice.to_string(), stage: Stage::Finished(counts), done, all });
        rows.push((slice.to_string(), counts));
        if openings.is_some() {
            files.extend(bytes);
        }
    }
    let manifest = manifest.join("\n") + "\n";
    let write = |name: &str, bytes: &[u8]| {
        let path = out.join(name);
        write_atomically(&path, bytes).map_err(|error| FileError::access(&path, &error))
    };
    if openings.is_some() {
        write(OPENINGS, &[manifest.as_bytes(), b"\n", &files].concat())?;
    }
    write(MANIFEST, manifest.as_bytes())?;
    Ok(Solution { rows, start: tables.start()? })
}

/// Checks that no readable file in the folder has rules other than `rules`.
fn check_rules(folder: &Path, rules: &[String]) -> Result<(), TablebaseError> {
    let access = |error| FileError::access(folder, &error);
    for entry in fs::read_dir(folder).map_err(access)? {
        let path = entry.map_err(access)?.path();
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            continue;
        }
        let bytes = fs::read(&path).map_err(|error| FileError::access(&path, &error))?;
        let head = Preamble::from_bytes(bytes.get(..PREAMBLE as usize).unwrap_or_default())
            .and_then(|preamble| Head::from_bytes(preamble.parts_of(&bytes)?[0]));
        if let Some(head) = head.filter(|head| !rules.contains(&head.rules)) {
            let (folder, expected) = (folder.to_owned(), rules.join("; "));
            return Err(TablebaseError::Rules { folder, found: head.rules, expected });
        }
    }
    Ok(())
}

fn is_intact(bytes: &[u8], head: &Head) -> bool {
    let is_whole = || {
        let preamble = Preamble::from_bytes(bytes.get(..PREAMBLE as usize)?)?;
        let [found, _, index] = preamble.parts_of(bytes)?;
        let rows = file::read_index(&preamble, head.positions.div_ceil(head.row_len), index)?;
        let fits = |row: &RowPlace| {
            let start = row.start as usize;
            bytes.get(start..start + usize::from(row.length)).is_some_and(|bytes| row.fits(bytes))
        };
        let has_end = bytes.len() as u64 == preamble.end;
        Some(has_end && Head::from_bytes(found).as_ref() == Some(head) && rows.iter().all(fits))
    };
    is_whole() == Some(true)
}

struct Packer<'a, G: Sliced> {
    game: &'a G,
    slice: G::Slice,
    cells: Cells,
    threads: usize,
    stop: &'a AtomicBool,
}

impl<G: Sliced> Packer<'_, G> {
    fn pack(&self, report: &(dyn Fn(Stage) + Sync)) -> Result<(Model, Vec<Vec<u8>>), SolveError> {
        let patterns = Patterns::new(&self.game.patterns());
        let network = self.train(&patterns, report)?;
        let empty = Counts::new().contexts();
        let mut model = Model { patterns, network, contexts: empty };
        let mut counts = self.count(&model, report)?;
        if let Some(network) = &model.network {
            let size = lz4_flex::block::compress(&network.to_bytes()).len() as f64;
            let without = counts.without_network();
            if without.bytes() <= counts.bytes() + size {
                model.network = None;
                counts = without;
            }
        }
        model.contexts = counts.contexts();
        let rows = self.encode(&model, report)?;
        Ok((model, rows))
    }

    fn value(&self, index: u64) -> Wdl {
        Value::from_byte(self.cells.get(index)).into()
    }

    fn rows(&self) -> usize {
        self.cells.len().div_ceil(self.game.row_len(self.slice)) as usize
    }

    fn row(&self, row: usize) -> Range<u64> {
        let length = self.game.row_len(self.slice);
        let start = row as u64 * length;
        start..(start + length).min(self.cells.len())
    }

    /// Trains a network on random positions; `None` if the slice is small or the game has no patterns.
    fn train(
        &self,
        patterns: &Patterns,
        report: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<Network>, SolveError> {
        if patterns.features == 0 || self.cells.len() < MIN_FOR_NETWORK {
            return Ok(None);
        }
        let positions = (self.cells.len() * TRAINING_PER_INDEX).min(MAX_TRAINING);
        let mut trainer = Trainer::new(patterns.features);
        let mut states = patterns.empty();
        let mut rng = Rng::new(SEED);
        for number in 0..positions {
            if number % REPORT_INTERVAL == 0 {
                if self.stop.load(Relaxed) {
                    return Err(SolveError::Stopped);
                }
                report(Stage::Expanding(number, 2 * positions));
            }
            let index = rng.below(self.cells.len() as usize) as u64;
            let progress = number as f32 / positions as f32;
            let value = self.value(index);
            self.game.walk_row(self.slice, index..index + 1, &mut |_, RowPosition { own, other, .. }| {
                states.set(patterns, [own, other]);
                trainer.learn(&states.features, value as usize, progress);
            });
        }
        Ok(Some(trainer.finish()))
    }

    fn count(&self, model: &Model, report: &(dyn Fn(Stage) + Sync)) -> Result<Counts, SolveError> {
        let all = Mutex::new(Counts::new());
        let done = AtomicU64::new(0);
        let at_a_time = self.rows().div_ceil(self.threads.max(1)).clamp(1, 4096);
        in_parallel(self.rows(), at_a_time, self.threads, self.stop, |rows| {
            let mut counts = Counts::new();
            for row in rows {
                let row = self.row(row);
                model.walk(self.game, self.slice, row.clone(), |index, context| {
                    let value = self.value(index);
                    counts.add(context, value);
                    value
                });
                let done = done.fetch_add(row.end - row.start, Relaxed);
                report(Stage::Expanding(2 * self.cells.len() + done, 4 * self.cells.len()));
            }
            all.lock().unwrap_or_else(PoisonError::into_inner).merge(&counts);
            Ok(())
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn encode(&self, model: &Model, report: &(dyn Fn(Stage) + Sync)) -> Result<Vec<Vec<u8>>, SolveError> {
        let packed = Mutex::new(vec![Vec::new(); self.rows()]);
        let done = AtomicU64::new(0);
        in_parallel(self.rows(), 64, self.threads, self.stop, |rows| {
            for number in rows {
                let row = self.row(number);
                let bytes = model.encode(self.game, self.slice, row.clone(), |index| self.value(index));
                packed.lock().unwrap_or_else(PoisonError::into_inner)[number] = bytes;
                let done = done.fetch_add(row.end - row.start, Relaxed);
                report(Stage::Expanding(3 * self.cells.len() + done, 4 * self.cells.len()));
            }
            Ok(())
        })?;
        Ok(packed.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Compares every value stored in compact tables with the full tables.
///
/// # Errors
///
/// Returns an error if a file cannot be used, a value differs, or `stop` was set.
pub fn compare<G: Sliced>(
    tables: &CompactTables<G>,
    full: &Tablebase<G>,
    threads: usize,
    SolveControl { stop, report }: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    let slices = tables.slices();
    let game = full.game();
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let mut rows: Vec<SliceRow> = Vec::new();
    let mut done = 0;
    for slice in slices {
        let (name, cells) = (slice.to_string(), full.load(slice)?);
        let row_len = tables.row_len(slice)?;
        let failure = Mutex::new(None);
        let checked = AtomicU64::new(0);
        in_parallel(cells.len().div_ceil(row_len) as usize, 16, threads.max(1), stop, |numbers| {
            for number in numbers {
                let start = number as u64 * row_len;
                let values = match tables.row(slice, number as u64) {
                    Ok(values) => values,
                    Err(error) => {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        return Err(SolveError::Stopped);
                    }
                };
                for (at, found) in values.iter().enumerate().filter(|(_, found)| **found != 0) {
                    let index = start + at as u64;
                    let value = Value::from_byte(cells.get(index));
                    let (found, expected) = (Wdl::ALL[usize::from(*found) - 1], Wdl::from(value));
                    if found != expected {
                        let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
                        return Err(SolveError::Wrong { slice: name.clone(), index, found, expected });
                    }
                }
                let checked = checked.fetch_add(values.len() as u64, Relaxed);
                let stage = Stage::Expanding(checked, cells.len());
                report(&SolveProgress { slices: name.clone(), stage, done, all });
            }
            Ok(())
        })
        .map_err(|error| {
            let failure = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
            failure.unwrap_or(TablebaseError::Solve(error))
        })?;
        let counts = full.counts(slice)?;
        done += game.size(slice);
        report(&SolveProgress { slices: name.clone(), stage: Stage::Finished(counts), done, all });
        rows.push((name, counts));
    }
    Ok(Solution { rows, start: full.start()? })
}
