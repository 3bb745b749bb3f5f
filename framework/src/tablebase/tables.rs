//! The tables of a game, opened for lookups. Their files come from a source, such as a folder.
//!
//! Decoded rows stay in a cache with a fixed number of slots. Each slot has a lock of its own, so that the threads of a
//! search seldom wait for each other.

use std::collections::{BTreeSet, HashMap};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use super::cells::Cells;
use super::error::{SolveError, TablebaseError};
use super::files::{Files, TableFile, tables_in};
use super::manifest::{Listed, MANIFEST, Manifest, rules_of};
use super::plan::exits_of;
use super::progress::{SliceCounts, Solution};
use super::rows::{Encoding, VALUES_ROW, result_of, value_of};
use super::sliced::{SliceIndex, Sliced, value_of_byte};
use super::source::Source;
use crate::search::{Value, Wdl, lock};
use crate::text::FileError;

/// Number of slots in the cache of decoded rows. A row usually takes 8 or 16 KiB. Browsers get fewer slots, because the
/// memory of a WebAssembly module never shrinks.
const CACHE_SLOTS: u64 = if cfg!(target_family = "wasm") { 1024 } else { 2048 };
/// Maximum number of slots of the cache. With built-in exact values, the cache has a slot for each of their rows, up to
/// this number.
const MAX_CACHE_SLOTS: u64 = if cfg!(target_family = "wasm") { 3072 } else { 1 << 16 };
/// Maximum number of turns in a row that are played to derive a value from stored values.
const MAX_TURNS: u32 = 4;
/// Maximum number of turns in a row that are played to derive a value if only the opening has tables. It is lower than
/// [`MAX_TURNS`], because positions of the opening have many turns.
const MAX_OPENING_TURNS: u32 = 2;

/// Slot of the cache of decoded rows: the encoding and slice of a file, the number of a row of that file, and the
/// decoded row. `None` if the slot is empty.
type CacheSlot<S> = Option<(Encoding, S, u64, Arc<[u8]>)>;

/// The tables of a game, full or compact. A folder may have both.
///
/// Full tables hold the plies to the end, or margins. Compact tables hold win, draw or loss, and may hold distances.
/// Compact tables may leave out slices whose values can be derived by playing turns to positions of other slices.
#[derive(Debug)]
pub struct Tables<G: Sliced> {
    game: G,
    pub(super) files: Files,
    pub(super) slices: HashMap<G::Slice, SliceFiles>,
    cache: Box<[Mutex<CacheSlot<G::Slice>>]>,
    /// Cache of derived values. Several orders of moves lead to the same position, and a position below the root of one
    /// search is often the root of the next search.
    pub(super) derived: Mutex<HashMap<SliceIndex<G::Slice>, Known>>,
    /// Whether at least one slice has [fast](SliceFiles::is_fast) files, which a search probes at its nodes.
    pub(super) has_fast: bool,
    /// Whether all slices with files have fast ones. A search then also derives values at its nodes.
    pub(super) is_fast: bool,
    /// Maximum number of turns in a row that are played to derive a value; 0 if no value is derived.
    pub(super) turns: u32,
    /// Lower bound on the number of turns from each slice to a slice with files; 0 for a slice with files. Slices that
    /// need more than [`Tables::turns`] turns are missing.
    pub(super) turns_to_files: HashMap<G::Slice, u32>,
    /// First error of a lookup during a search.
    pub(super) failure: OnceLock<TablebaseError>,
}

/// A known value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) value: Value,
    /// Maximum number of turns of a lookup that gives this value; `u32::MAX` if every lookup gives it. A lookup with
    /// more turns may give a distance that this value lacks.
    pub(super) turns: u32,
}

impl Known {
    /// Creates a value that every lookup gives.
    pub(super) const fn always(value: Value) -> Self {
        Self { value, turns: u32::MAX }
    }
}

/// The files of a slice.
#[derive(Debug)]
pub(super) struct SliceFiles {
    /// Values or results of the positions.
    pub(super) values: TableFile,
    /// Whether lookups are fast enough for the nodes of a search: in full tables, unless their source is
    /// [remote](Source::is_remote), and in built-in exact values.
    pub(super) is_fast: bool,
    /// Distances of long wins and losses, in addition to results; `None` if the tables have none.
    distances: Option<TableFile>,
}

impl SliceFiles {
    /// Takes the files of a slice out of the manifest; `None` if it lists none with values. Prefers full tables, then
    /// exact values.
    fn take(manifest: &mut Manifest, slice: &str, source: &dyn Source) -> Option<Self> {
        let mut take_file = |encoding: Encoding| {
            let is_wanted = |file: &Listed| file.encoding == encoding && file.slice == slice;
            let at = manifest.files.iter().position(is_wanted)?;
            Some(TableFile::from(manifest.files.swap_remove(at)))
        };
        for (encoding, is_fast) in
            [(Encoding::Values, !source.is_remote()), (Encoding::Exact, source.is_built_in())]
        {
            if let Some(values) = take_file(encoding) {
                return Some(Self { values, is_fast, distances: None });
            }
        }
        let (values, distances) = (take_file(Encoding::Results)?, take_file(Encoding::Distances));
        Some(Self { values, is_fast: false, distances })
    }

    pub(super) fn is_full(&self) -> bool {
        self.values.listed.encoding == Encoding::Values
    }

    /// Whether a row holds exact values with distances or margins, and not only win, draw or loss.
    fn is_exact(&self) -> bool {
        self.values.listed.encoding != Encoding::Results
    }
}

impl<G: Sliced> Tables<G> {
    /// Opens all tables of the game in `source`: reads the manifest and, unless the source is
    /// [remote](Source::is_remote), the preambles. The rest of a file is read when a lookup needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if the source has no tables of the game's rules, or if its manifest is missing, damaged or of
    /// another version. Unless the source is remote, also returns an error if a file is missing, has a wrong length, or
    /// is not the listed one. Other damage is detected only when values are read.
    pub fn open(game: G, source: Box<dyn Source>) -> Result<Self, TablebaseError> {
        let files = Files { source };
        let folder = files.folder();
        let Some(mut manifest) = files.manifest()? else { return Err(no_manifest(folder)) };
        let groups = game.groups(None);
        let mut slices = HashMap::new();
        for slice in groups.iter().flatten() {
            if manifest.rules.contains(&game.table_rules(*slice))
                && let Some(found) = SliceFiles::take(&mut manifest, &slice.to_string(), &*files.source)
            {
                slices.insert(*slice, found);
            }
        }
        if slices.is_empty() {
            return Err(no_slices(folder, &manifest.rules, &rules_of(&game)));
        }
        // The plies with tables; `None` if a slice with a table has no single ply.
        let plies: Option<BTreeSet<u32>> = slices.keys().map(|slice| game.ply(*slice)).collect();
        let mut tables = Self {
            game,
            files,
            cache: Box::default(),
            derived: Mutex::default(),
            has_fast: slices.values().any(|files| files.is_fast),
            is_fast: slices.values().all(|files| files.is_fast),
            turns: match plies {
                _ if slices.values().all(SliceFiles::is_full) => 0,
                Some(plies) => max_gap(&plies).min(MAX_OPENING_TURNS),
                None => MAX_TURNS,
            },
            turns_to_files: slices.keys().map(|slice| (*slice, 0)).collect(),
            slices,
            failure: OnceLock::new(),
        };
        tables.find_turns_to_files(&groups);
        let built_in = if tables.files.source.is_remote() { 0 } else { tables.check_preambles()? };
        tables.cache =
            (0..CACHE_SLOTS.max(built_in.min(MAX_CACHE_SLOTS))).map(|_| Mutex::new(None)).collect();
        Ok(tables)
    }

    /// Adds the slices without files to [`Tables::turns_to_files`].
    fn find_turns_to_files(&mut self, groups: &[Vec<G::Slice>]) {
        for turns in 1..=self.turns {
            let mut found = Vec::new();
            for (number, group) in groups.iter().enumerate() {
                let is_known = |slice: &G::Slice| self.turns_to_files.contains_key(slice);
                let others: Vec<_> = group.iter().copied().filter(|slice| !is_known(slice)).collect();
                let is_reached = || {
                    others.len() < group.len() || exits_of(&self.game, groups, number).iter().any(is_known)
                };
                if !others.is_empty() && is_reached() {
                    found.extend(others);
                }
            }
            self.turns_to_files.extend(found.into_iter().map(|slice| (slice, turns)));
        }
    }

    /// Checks the preamble of every file against the manifest, and the length of the file. Gives each row of built-in
    /// exact values a slot, and returns the number of these rows.
    fn check_preambles(&mut self) -> Result<u64, TablebaseError> {
        let mut rows = 0;
        for slice in self.slices() {
            let Some(SliceFiles { values, distances, is_fast }) = self.slices.get_mut(&slice) else {
                continue;
            };
            let preamble = self.files.preamble(&values.listed)?;
            if *is_fast && values.listed.encoding == Encoding::Exact {
                values.first_slot = rows;
                rows += preamble.rows();
            }
            if let Some(file) = distances {
                self.files.preamble(&file.listed)?;
            }
        }
        Ok(rows)
    }

    /// Reads every byte of the files that lookups use, and checks the checksums of their rows.
    ///
    /// # Errors
    ///
    /// Returns an error about the first file that cannot be read or is damaged, or [`SolveError::Stopped`] soon after
    /// `stop` is set.
    pub fn check_values(&self, stop: &AtomicBool) -> Result<(), TablebaseError> {
        for slice in self.slices() {
            let SliceFiles { values, distances, .. } = &self.slices[&slice];
            for file in [Some(values), distances.as_ref()].into_iter().flatten() {
                self.files.check_rows(&self.game, slice, file, stop)?;
            }
            if stop.load(Relaxed) {
                return Err(SolveError::Stopped.into());
            }
        }
        Ok(())
    }

    /// Returns the game that [`Tables::open`] was called with.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the slices that have tables, in the order in which they are solved.
    pub(super) fn slices(&self) -> Vec<G::Slice> {
        let slices = self.game.groups(None).into_iter().flatten();
        slices.filter(|slice| self.slices.contains_key(slice)).collect()
    }

    /// Returns the slices with full tables, in the order of solving.
    pub(super) fn full_slices(&self) -> Vec<G::Slice> {
        let mut slices = self.slices();
        slices.retain(|slice| self.slices[slice].is_full());
        slices
    }

    /// Returns the counts that the file of a slice states.
    pub(super) fn counts(&self, slice: G::Slice) -> Result<SliceCounts, TablebaseError> {
        Ok(self.files.open(&self.game, slice, &self.files_of(slice)?.values)?.head.counts)
    }

    /// Reads all values of a slice into memory. Returns an error if the slice has no full table.
    pub(super) fn load(&self, slice: G::Slice) -> Result<Cells, TablebaseError> {
        if let Some(files) = self.slices.get(&slice).filter(|files| files.is_full()) {
            return Ok(self.files.load(&self.game, slice, &files.values)?);
        }
        let path = self.files.folder().join(Encoding::Values.file_name(&slice.to_string()));
        Err(FileError::access(&path, &ErrorKind::NotFound.into()).into())
    }

    /// Returns the value of the start position; `None` if it is unknown.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tables::value`].
    pub fn start(&self) -> Result<Option<Value>, TablebaseError> {
        self.value(&self.game.start())
    }

    /// Returns the counts of each slice and the value of the start position; see [`Tables::start`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tables::value`].
    pub fn solution(&self) -> Result<Solution, TablebaseError> {
        let mut rows = Vec::new();
        for slice in self.slices() {
            rows.push((slice.to_string(), self.counts(slice)?));
        }
        Ok(Solution { rows, start: self.start()? })
    }

    /// Returns the first error of a lookup during a search; `None` if no lookup failed. The search continued
    /// without the value.
    pub fn failure(&self) -> Option<&TablebaseError> {
        self.failure.get()
    }

    /// Returns the value of the position with this slice and index. In a game with
    /// [`Hints::points`](crate::Hints::points), this is the final margin minus the current lead. At an index without a
    /// position, the result is any value or an error.
    ///
    /// # Errors
    ///
    /// Returns an error if no table contains the index, or if the file cannot be read or is damaged.
    pub fn value_at(&self, place: SliceIndex<G::Slice>) -> Result<Value, TablebaseError> {
        self.value_in(self.files_of(place.slice)?, place)
    }

    /// Returns the value of the position with this slice and index, from `files`, the files of the slice.
    pub(super) fn value_in(
        &self,
        files: &SliceFiles,
        SliceIndex { slice, index }: SliceIndex<G::Slice>,
    ) -> Result<Value, TablebaseError> {
        let missing = || self.files.wrong(&files.values.listed, "no value", "one for each position");
        let row_len = if files.is_full() {
            VALUES_ROW
        } else {
            self.files.open(&self.game, slice, &files.values)?.head.row_len
        };
        let (number, at) = (index / row_len, (index % row_len) as usize);
        if files.is_exact() {
            let byte = self.with_row(slice, &files.values, number, &[], |row| row.get(at).copied())?;
            return Ok(value_of_byte(byte.ok_or_else(missing)?, self.game.margin_unit()));
        }
        let results = self.with_row(slice, &files.values, number, &[], Arc::clone)?;
        let result = results.get(at).copied().and_then(result_of).ok_or_else(missing)?;
        match &files.distances {
            Some(file) if result != Wdl::Draw => {
                let class = self.with_row(slice, file, number, &results, |row| row[at])?;
                Ok(value_of(result, class))
            }
            _ => Ok(Value::from(result)),
        }
    }

    /// Returns the values in the row with this number of the slice. At an index without a position, this is any value
    /// if the row holds values, and `None` if it holds results.
    pub(super) fn values_of_row(
        &self,
        slice: G::Slice,
        number: u64,
    ) -> Result<Vec<Option<Value>>, TablebaseError> {
        let files = self.files_of(slice)?;
        let bytes = self.with_row(slice, &files.values, number, &[], Arc::clone)?;
        if files.is_exact() {
            let unit = self.game.margin_unit();
            return Ok(bytes.iter().map(|byte| Some(value_of_byte(*byte, unit))).collect());
        }
        let Some(file) = &files.distances else {
            return Ok(bytes.iter().map(|result| result_of(*result).map(Value::from)).collect());
        };
        let classes = self.with_row(slice, file, number, &bytes, Arc::clone)?;
        let value = |(result, class): (&u8, &u8)| Some(value_of(result_of(*result)?, *class));
        Ok(bytes.iter().zip(&*classes).map(value).collect())
    }

    /// Returns the number of indices in each row of the slice; the last row may have fewer.
    pub(super) fn row_len(&self, slice: G::Slice) -> Result<u64, TablebaseError> {
        Ok(self.files_of(slice)?.values.listed.encoding.row_len(&self.game, slice))
    }

    /// Passes the decoded row with this number to `read`. Takes the row from the cache, or decodes it and stores it
    /// there. Meanwhile, other threads that need the same slot wait. `results` is the decoded row of results at the
    /// same indices; only distances need it.
    fn with_row<T>(
        &self,
        slice: G::Slice,
        file: &TableFile,
        number: u64,
        results: &[u8],
        read: impl FnOnce(&Arc<[u8]>) -> T,
    ) -> Result<T, TablebaseError> {
        let encoding = file.listed.encoding;
        let slot = (file.first_slot + number) % self.cache.len() as u64;
        let mut cached = lock(&self.cache[slot as usize]);
        if let Some((cached_encoding, cached_slice, cached_number, bytes)) = &*cached
            && (*cached_number, *cached_slice, *cached_encoding) == (number, slice, encoding)
        {
            return Ok(read(bytes));
        }
        let decoded = self.files.decode_row(&self.game, slice, file, number, results)?.into();
        let (.., bytes) = cached.insert((encoding, slice, number, decoded));
        Ok(read(bytes))
    }

    fn files_of(&self, slice: G::Slice) -> Result<&SliceFiles, TablebaseError> {
        self.slices.get(&slice).ok_or_else(|| TablebaseError::Empty { folder: self.files.folder() })
    }
}

/// Returns the greatest number of plies from a ply to the next one with tables. `plies` are the plies with tables.
/// Plies after the last of them do not count.
fn max_gap(plies: &BTreeSet<u32>) -> u32 {
    let last = plies.last().copied().unwrap_or(0);
    let to_stored = |ply: u32| plies.range(ply..).next().map_or(0, |stored| stored - ply);
    (0..=last).map(to_stored).max().unwrap_or(0)
}

/// Returns the error for a folder without a manifest. If the folder has tables, their manifest has been lost.
fn no_manifest(folder: PathBuf) -> TablebaseError {
    if tables_in(&folder).is_ok_and(|tables| !tables.is_empty()) {
        FileError::access(&folder.join(MANIFEST), &ErrorKind::NotFound.into()).into()
    } else {
        TablebaseError::Empty { folder }
    }
}

/// Returns the error for a manifest that lists no slice of the game.
fn no_slices(folder: PathBuf, found: &[String], expected: &[String]) -> TablebaseError {
    if found == expected {
        TablebaseError::Empty { folder }
    } else {
        TablebaseError::Rules { folder, found: found.join("; "), expected: expected.join("; ") }
    }
}
