//! Packs full tables into compact tables, and compares the two.

use std::fs;
use std::io::ErrorKind;
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
use super::distances::{self, Distances, ResultRow, class_of};
use super::file::{self, FILES, Head, Kind, MANIFEST, PREAMBLE, Preamble, RowPlace, TITLE};
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
/// Number of stages in which a slice is packed: training, counting and encoding.
const STAGES: u64 = 3;

/// Name of the archive of opening tables, which can be compiled into a program.
const OPENINGS: &str = "openings.bin";
/// Distance in plies between the stored slices of the opening. Values between them are derived by playing one
/// turn. Storing every third ply saves a tenth of the size, but its lookups take up to 80 ms.
const OPENING_PLIES: u32 = 2;

/// What is packed into compact tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Win, draw or loss in all slices with [`Sliced::is_stored`].
    Values,
    /// Also the distances of long wins and losses in the slices with [`Sliced::has_distances`].
    Distances,
    /// Win, draw or loss in the slices at this ply and at every second ply before it; see [`Sliced::ply`].
    Openings(u32),
}

/// Packs the full tables in the folder `full` into compact tables in the folder `out`. Intact files in `out`
/// are kept. With [`Contents::Openings`], also writes an archive of them for
/// [`Stored::archive`](super::Stored::archive).
///
/// # Errors
///
/// Returns an error if the full tables cannot be used, `out` has tables of other rules, a file cannot be read
/// or written, or `stop` was set. Finished slices remain, and the next run continues after them.
pub fn pack<G: Sliced>(
    game: &G,
    full: &Path,
    out: &Path,
    contents: Contents,
    threads: usize,
    SolveControl { stop, report }: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    let tables = Tablebase::open(game.clone(), full)?;
    fs::create_dir_all(out).map_err(|error| FileError::access(out, &error))?;
    let rules = rules_of(game);
    check_rules(out, &rules)?;
    let mut slices = tables.slices();
    slices.retain(|slice| match contents {
        Contents::Values | Contents::Distances => game.is_stored(*slice),
        Contents::Openings(last) => {
            game.ply(*slice).is_some_and(|ply| ply <= last && (last - ply).is_multiple_of(OPENING_PLIES))
        }
    });
    if slices.is_empty() {
        return Err(TablebaseError::Empty { folder: full.to_owned() });
    }
    let all = slices.iter().map(|slice| game.size(*slice)).sum();
    let mut listed = Vec::new();
    let mut rows: Vec<SliceRow> = Vec::new();
    let is_opening = matches!(contents, Contents::Openings(_));
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
        let tell = |stage| report(&SolveProgress { slices: slice.to_string(), stage, done, all });
        for kind in Kind::ALL {
            if kind == Kind::Distances && (is_opening || !game.has_distances(slice)) {
                continue;
            }
            let path = out.join(kind.file_name(&slice.to_string()));
            let before = match fs::read(&path) {
                Ok(bytes) => Some(bytes),
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(FileError::access(&path, &error).into()),
            };
            let bytes = match before {
                Some(bytes) if is_intact(kind, &bytes, &head) => bytes,
                None if kind == Kind::Distances && contents == Contents::Values => continue,
                before => {
                    if before.is_some() {
                        let damage = FileError::content(&path, "damage", "the table of this slice");
                        tell(Stage::Damaged(damage.into()));
                    }
                    let cells = tables.load(slice)?;
                    let packer = Packer { game, slice, cells, threads, stop, report: &tell };
                    let bytes = packer.file(kind, &head)?;
                    write_atomically(&path, &bytes).map_err(|error| FileError::access(&path, &error))?;
                    bytes
                }
            };
            let checksum = crc32fast::hash(&bytes[..PREAMBLE as usize]);
            listed.push(format!("{} {slice} {} {checksum:08x}", kind.word(), bytes.len()));
            if is_opening {
                files.extend(bytes);
            }
        }
        done += game.size(slice);
        report(&SolveProgress { slices: slice.to_string(), stage: Stage::Finished(counts), done, all });
        rows.push((slice.to_string(), counts));
    }
    let mut manifest = vec![TITLE.to_owned()];
    manifest.extend(rules.iter().map(|rules| format!("rules {rules}")));
    manifest.push(format!("{FILES}{}", listed.len()));
    manifest.append(&mut listed);
    let manifest = manifest.join("\n") + "\n";
    let write = |name: &str, bytes: &[u8]| {
        let path = out.join(name);
        write_atomically(&path, bytes).map_err(|error| FileError::access(&path, &error))
    };
    if is_opening {
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
        let is_of = |kind: &Kind| path.extension().is_some_and(|extension| extension == kind.extension());
        let Some(kind) = Kind::ALL.into_iter().find(is_of) else { continue };
        let bytes = fs::read(&path).map_err(|error| FileError::access(&path, &error))?;
        let head = Preamble::from_bytes(kind, bytes.get(..PREAMBLE as usize).unwrap_or_default())
            .and_then(|preamble| Head::from_bytes(preamble.parts_of(&bytes)?[0]));
        if let Some(head) = head.filter(|head| !rules.contains(&head.rules)) {
            let (folder, expected) = (folder.to_owned(), rules.join("; "));
            return Err(TablebaseError::Rules { folder, found: head.rules, expected });
        }
    }
    Ok(())
}

fn is_intact(kind: Kind, bytes: &[u8], head: &Head) -> bool {
    let is_whole = || {
        let preamble = Preamble::from_bytes(kind, bytes.get(..PREAMBLE as usize)?)?;
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

/// Packs a slice.
struct Packer<'a, G: Sliced> {
    game: &'a G,
    slice: G::Slice,
    cells: Cells,
    threads: usize,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(Stage) + Sync),
}

impl<G: Sliced> Packer<'_, G> {
    /// Returns the bytes of the slice's file of this kind.
    fn file(&self, kind: Kind, head: &Head) -> Result<Vec<u8>, SolveError> {
        let (model, rows) = match kind {
            Kind::Values => {
                let model = self.model()?;
                let rows =
                    self.encode(|row| model.encode(self.game, self.slice, row, |index| self.result(index)))?;
                (file::model_bytes(&model), rows)
            }
            Kind::Distances => {
                let model = self.distances()?;
                let rows = self.encode(|row| {
                    let results = self.results(row.clone());
                    self.result_row(&row, &results).encode(&model, |index| self.class(index))
                })?;
                (model.to_bytes(), rows)
            }
        };
        Ok(file::to_bytes(kind, head, model, &rows))
    }

    fn model(&self) -> Result<Model, SolveError> {
        let patterns = Patterns::new(&self.game.patterns());
        let network = self.train(&patterns)?;
        let empty = Counts::new().contexts();
        let mut model = Model { patterns, network, contexts: empty };
        let mut counts = self.count(Counts::new, Counts::merge, |counts, row| {
            model.walk(self.game, self.slice, row, |index, context| {
                let value = self.result(index);
                counts.add(context, value);
                value
            });
        })?;
        if let Some(network) = &model.network {
            let size = lz4_flex::block::compress(&network.to_bytes()).len() as f64;
            let without = counts.without_network();
            if without.bytes() <= counts.bytes() + size {
                model.network = None;
                counts = without;
            }
        }
        model.contexts = counts.contexts();
        Ok(model)
    }

    fn distances(&self) -> Result<Distances, SolveError> {
        use distances::Counts;
        let counts = self.count(Counts::new, Counts::merge, |counts, row| {
            let results = self.results(row.clone());
            self.result_row(&row, &results).count(counts, |index| self.class(index));
        })?;
        Ok(counts.distances())
    }

    fn value(&self, index: u64) -> Value {
        Value::from_byte(self.cells.get(index))
    }

    fn result(&self, index: u64) -> Wdl {
        self.value(index).into()
    }

    fn class(&self, index: u64) -> u8 {
        self.value(index).plies().map_or(0, class_of)
    }

    /// Returns the results of a row, like [`Model::walk`].
    fn results(&self, row: Range<u64>) -> Vec<u8> {
        let mut results = vec![0; (row.end - row.start) as usize];
        self.game.walk_row(self.slice, row.clone(), &mut |index, _| {
            results[(index - row.start) as usize] = self.result(index) as u8 + 1;
        });
        results
    }

    fn result_row<'a>(&'a self, row: &Range<u64>, results: &'a [u8]) -> ResultRow<'a, G> {
        ResultRow { game: self.game, slice: self.slice, start: row.start, results }
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
    fn train(&self, patterns: &Patterns) -> Result<Option<Network>, SolveError> {
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
                (self.report)(Stage::Expanding(number, STAGES * positions));
            }
            let index = rng.below(self.cells.len() as usize) as u64;
            let progress = number as f32 / positions as f32;
            let value = self.result(index);
            self.game.walk_row(self.slice, index..index + 1, &mut |_, RowPosition { own, other, .. }| {
                states.set(patterns, [own, other]);
                trainer.learn(&states.features, value as usize, progress);
            });
        }
        Ok(Some(trainer.finish()))
    }

    /// Counts by `add` in every row, in several threads, and adds up the counts by `merge`.
    fn count<C: Send>(
        &self,
        new: impl Fn() -> C + Sync,
        merge: impl Fn(&mut C, &C) + Sync,
        add: impl Fn(&mut C, Range<u64>) + Sync,
    ) -> Result<C, SolveError> {
        let all = Mutex::new(new());
        let done = AtomicU64::new(0);
        let at_a_time = self.rows().div_ceil(self.threads.max(1)).clamp(1, 4096);
        in_parallel(self.rows(), at_a_time, self.threads, self.stop, |rows| {
            let mut counts = new();
            for row in rows {
                let row = self.row(row);
                add(&mut counts, row.clone());
                self.tell(1, &done, &row);
            }
            merge(&mut all.lock().unwrap_or_else(PoisonError::into_inner), &counts);
            Ok(())
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Encodes every row by `encode`, in several threads.
    fn encode(&self, encode: impl Fn(Range<u64>) -> Vec<u8> + Sync) -> Result<Vec<Vec<u8>>, SolveError> {
        let packed = Mutex::new(vec![Vec::new(); self.rows()]);
        let done = AtomicU64::new(0);
        in_parallel(self.rows(), 64, self.threads, self.stop, |rows| {
            for number in rows {
                let row = self.row(number);
                let bytes = encode(row.clone());
                packed.lock().unwrap_or_else(PoisonError::into_inner)[number] = bytes;
                self.tell(2, &done, &row);
            }
            Ok(())
        })?;
        Ok(packed.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reports the progress after a row. `stages` is the number of stages before this one.
    fn tell(&self, stages: u64, done: &AtomicU64, row: &Range<u64>) {
        let before = done.fetch_add(row.end - row.start, Relaxed);
        (self.report)(Stage::Expanding(stages * self.cells.len() + before, STAGES * self.cells.len()));
    }
}

/// Compares every value and every distance stored in compact tables with the full tables.
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
                let values = match tables.values(slice, number as u64) {
                    Ok(values) => values,
                    Err(error) => {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        return Err(SolveError::Stopped);
                    }
                };
                for (at, found) in values.iter().enumerate() {
                    let Some(found) = *found else { continue };
                    let index = start + at as u64;
                    let expected = Value::from_byte(cells.get(index));
                    if !found.describes(expected) {
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
