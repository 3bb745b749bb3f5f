//! Looks values up in compact tables.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::super::error::TablebaseError;
use super::super::ownership::rules_of;
use super::super::progress::Solution;
use super::super::sliced::{Reached, SliceIndex, SliceName, Sliced, each_turn};
use super::file::{self, EXTENSION, Head, MANIFEST, PREAMBLE, Preamble, RowPlace, TITLE};
use super::predictor::Patterns;
use super::row::Model;
use super::source::Source;
use crate::rules::Score;
use crate::search::{Oracle, Value, Wdl};
use crate::text::{FileError, shorten};

/// Number of slots in the cache of decoded rows. A row takes a few kilobytes. Browsers get fewer slots, because
/// the memory of a WebAssembly module never shrinks.
const KEPT: usize = if cfg!(target_family = "wasm") { 1024 } else { 4096 };
/// Maximum number of cached derived values. A full cache is emptied.
const MAX_DERIVED: usize = 1 << 17;
/// Maximum number of turns that are played to derive a value from stored values.
const MAX_TURNS: u32 = 4;
/// The same for tables of the opening, where many turns are possible.
const MAX_OPENING_TURNS: u32 = 2;
/// Maximum length of the manifest in bytes.
const MAX_MANIFEST: u64 = 1 << 24;

/// Cache slot: the slice of a decoded row, the row's number in the slice, and the row's values, one byte for
/// each index. `None` if the slot is empty.
type Unpacked<S> = Option<(S, u64, Arc<[u8]>)>;

/// Compact tables of a game, opened for lookups.
#[derive(Debug)]
pub struct CompactTables<G: Sliced> {
    game: G,
    source: Box<dyn Source>,
    files: HashMap<G::Slice, SliceFile>,
    kept: Box<[Mutex<Unpacked<G::Slice>>]>,
    /// Cache of derived values. The same positions are reached by several orders of moves, and a value below
    /// the root of one search is often that of the next search's root.
    derived: Mutex<HashMap<SliceIndex<G::Slice>, Wdl>>,
    /// `None` if slices beyond the opening are stored too.
    opening: Option<Opening<G::Slice>>,
    failure: OnceLock<TablebaseError>,
}

/// A slice's file as listed in the manifest.
#[derive(Debug)]
struct SliceFile {
    name: String,
    length: u64,
    checksum: u32,
    opened: OnceLock<Opened>,
}

/// Contents of a slice's file except its rows, read at the first use.
#[derive(Debug)]
struct Opened {
    head: Head,
    model: Model,
    rows: Vec<RowPlace>,
}

/// The positions that tables of the opening cover.
#[derive(Debug)]
struct Opening<S> {
    /// All slices up to the last stored ply. No turn leads back to them from other slices.
    slices: HashSet<S>,
    /// Maximum number of turns from a position of these slices to a stored one, at most [`MAX_OPENING_TURNS`].
    turns: u32,
}

impl<S: SliceName> Opening<S> {
    /// Returns what tables cover that store the slices at `plies`; `None` if that is nothing.
    fn of<G: Sliced<Slice = S>>(game: &G, slices: &[S], plies: &BTreeSet<u32>) -> Option<Self> {
        let last = *plies.last()?;
        let is_early = |slice: &S| game.ply(*slice).is_some_and(|ply| ply <= last);
        let to_stored = |ply: u32| plies.range(ply..).next().map_or(0, |stored| stored - ply);
        let turns = (0..=last).map(to_stored).max().unwrap_or(0).min(MAX_OPENING_TURNS);
        Some(Self { slices: slices.iter().copied().filter(is_early).collect(), turns })
    }
}

/// Whether a folder has the manifest of compact tables.
pub fn is_in(folder: &Path) -> bool {
    folder.join(MANIFEST).exists()
}

impl<G: Sliced> CompactTables<G> {
    /// Opens tables: reads the manifest. The file of a slice is read at its first use.
    ///
    /// # Errors
    ///
    /// Returns an error if the manifest cannot be read, is invalid or states other rules.
    pub fn open(game: G, source: Box<dyn Source>) -> Result<Self, TablebaseError> {
        let path = PathBuf::from(source.place()).join(MANIFEST);
        let bytes =
            source.read(MANIFEST, 0..MAX_MANIFEST).map_err(|error| FileError::access(&path, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines();
        let wrong = |found: &str, expected: &str| FileError::content(&path, found, expected);
        let title = lines.next().unwrap_or_default();
        if title != TITLE {
            return Err(wrong(&format!("the title '{}'", shorten(title)), &format!("'{TITLE}'")).into());
        }
        let (mut rules, mut listed) = (Vec::new(), HashMap::new());
        for line in lines {
            if let Some(line) = line.strip_prefix("rules ") {
                rules.push(line.to_owned());
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let file = match words[..] {
                ["slice", name, length, checksum] => {
                    length.parse().ok().zip(u32::from_str_radix(checksum, 16).ok()).map(
                        |(length, checksum)| {
                            (
                                name.to_owned(),
                                SliceFile {
                                    name: format!("{name}.{EXTENSION}"),
                                    length,
                                    checksum,
                                    opened: OnceLock::new(),
                                },
                            )
                        },
                    )
                }
                _ => None,
            };
            let (name, file) = file.ok_or_else(|| {
                wrong(&format!("the line '{}'", shorten(line)), "'slice NAME LENGTH CHECKSUM'")
            })?;
            listed.insert(name, file);
        }
        let expected = rules_of(&game);
        if rules != expected {
            let [found, expected] = [rules, expected].map(|rules| rules.join("; "));
            return Err(TablebaseError::Rules { folder: PathBuf::from(source.place()), found, expected });
        }
        let slices: Vec<G::Slice> = game.groups(None).into_iter().flatten().collect();
        let file_of = |slice: &G::Slice| Some((*slice, listed.remove(&slice.to_string())?));
        let files: HashMap<_, _> = slices.iter().filter_map(file_of).collect();
        let plies: Option<BTreeSet<u32>> = files.keys().map(|slice| game.ply(*slice)).collect();
        let opening = plies.and_then(|plies| Opening::of(&game, &slices, &plies));
        let kept = (0..KEPT).map(|_| Mutex::new(None)).collect();
        Ok(Self { game, source, files, kept, derived: Mutex::default(), opening, failure: OnceLock::new() })
    }

    /// Returns the game of the tables.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the stored slices, in the order of solving.
    pub(super) fn slices(&self) -> Vec<G::Slice> {
        let slices = self.game.groups(None).into_iter().flatten();
        slices.filter(|slice| self.files.contains_key(slice)).collect()
    }

    /// Checks the preamble of every file against the manifest, and that the file is not truncated. Damaged
    /// values are not detected.
    ///
    /// # Errors
    ///
    /// Returns an error about the first file that differs.
    pub fn check(&self) -> Result<(), TablebaseError> {
        self.slices().into_iter().try_for_each(|slice| self.preamble(&self.files[&slice]).map(drop))
    }

    /// Returns the first error of a lookup during a search; `None` if no lookup failed. The search continued
    /// without the value.
    pub fn failure(&self) -> Option<&TablebaseError> {
        self.failure.get()
    }

    /// Returns the value of a position at the beginning of a turn. If it is not stored, derives it from
    /// stored values by playing at most four turns; `None` if this is impossible.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or is damaged, or turns do not alternate between the sides.
    pub fn value(&self, state: &G::State) -> Result<Option<Wdl>, TablebaseError> {
        Lookup { tables: self, stop: &|| false }.value(state, self.turns())
    }

    /// Returns the maximum number of turns that are played to derive a value.
    fn turns(&self) -> u32 {
        self.opening.as_ref().map_or(MAX_TURNS, |opening| opening.turns)
    }

    /// Returns the counts of each slice, and the value of the start position if it is a draw. A win or loss
    /// is not reported, because compact tables do not store its distance.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or is damaged.
    pub fn solution(&self) -> Result<Solution, TablebaseError> {
        let counts = |slice: G::Slice| Ok((slice.to_string(), self.opened(slice)?.head.counts));
        let rows = self.slices().into_iter().map(counts).collect::<Result<_, TablebaseError>>()?;
        let start = self.value(&self.game.start())?.filter(|value| *value == Wdl::Draw);
        Ok(Solution { rows, start: start.map(|_| Value::DRAW) })
    }

    /// Returns the value of a position in a stored slice.
    fn stored(&self, SliceIndex { slice, index }: SliceIndex<G::Slice>) -> Result<Wdl, TablebaseError> {
        let row_len = self.row_len(slice)?;
        let (number, at) = (index / row_len, (index % row_len) as usize);
        let values = self.row(slice, number)?;
        let value = values.get(at).and_then(|value| Wdl::ALL.get(usize::from(*value).wrapping_sub(1)));
        value
            .copied()
            .ok_or_else(|| self.wrong(&self.files[&slice], "no value", "one for each position").into())
    }

    /// Returns the values of the row with this number in the slice, from the cache or the file. There is one
    /// byte for each index: 0 for no position, 1 for a loss, 2 for a draw, 3 for a win.
    pub(super) fn row(&self, slice: G::Slice, number: u64) -> Result<Arc<[u8]>, TablebaseError> {
        let (file, opened) = (&self.files[&slice], self.opened(slice)?);
        let spread = (number ^ u64::from(file.checksum)) as usize % KEPT;
        let mut kept = self.kept[spread].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, row, values)) = &*kept
            && *of == slice
            && *row == number
        {
            return Ok(Arc::clone(values));
        }
        let place = opened.rows.get(number as usize).copied();
        let place = place.ok_or_else(|| self.wrong(file, "too few rows", "one for each position"))?;
        let bytes = self.bytes(file, place.start..place.start + u64::from(place.length))?;
        if !place.fits(&bytes) {
            return Err(self.wrong(file, format!("damage in row {number}"), "values").into());
        }
        let start = number * opened.head.row_len;
        let row = start..(start + opened.head.row_len).min(opened.head.positions);
        let values: Arc<[u8]> = opened.model.decode(&self.game, slice, row, &bytes).into();
        *kept = Some((slice, number, Arc::clone(&values)));
        Ok(values)
    }

    /// Returns the number of indices in each row of the slice's file; the last row may have fewer.
    pub(super) fn row_len(&self, slice: G::Slice) -> Result<u64, TablebaseError> {
        Ok(self.opened(slice)?.head.row_len)
    }

    fn opened(&self, slice: G::Slice) -> Result<&Opened, TablebaseError> {
        let file = &self.files[&slice];
        match file.opened.get() {
            Some(opened) => Ok(opened),
            None => self.open_slice(slice, file).map(|opened| file.opened.get_or_init(|| opened)),
        }
    }

    fn preamble(&self, file: &SliceFile) -> Result<Preamble, TablebaseError> {
        let bytes = self.bytes(file, 0..PREAMBLE)?;
        let preamble = Preamble::from_bytes(&bytes)
            .filter(|preamble| preamble.end == file.length && crc32fast::hash(&bytes) == file.checksum)
            .ok_or_else(|| self.wrong(file, "another preamble", "the one listed in the manifest"))?;
        // Reads the last byte of the file, to detect a truncated file before its rows are needed.
        self.bytes(file, preamble.end - 1..preamble.end)?;
        Ok(preamble)
    }

    fn open_slice(&self, slice: G::Slice, file: &SliceFile) -> Result<Opened, TablebaseError> {
        let preamble = self.preamble(file)?;
        let [head, model, index] = preamble.ranges();
        let part = |number: usize, range: Range<u64>| {
            let bytes = self.bytes(file, range)?;
            let intact = crc32fast::hash(&bytes) == preamble.parts[number].1;
            intact
                .then_some(bytes)
                .ok_or_else(|| self.wrong(file, "damage before its rows", "the bytes written"))
        };
        let contradiction = || self.wrong(file, "parts that contradict each other", "a slice");
        let head = Head::from_bytes(&part(0, head)?).ok_or_else(contradiction)?;
        let (rules, positions) = (self.game.table_rules(slice), self.game.size(slice));
        if (&head.rules, head.positions) != (&rules, positions) {
            let found = format!("{} positions under the rules '{}'", head.positions, head.rules);
            return Err(self.wrong(file, found, format!("{positions} under '{rules}'")).into());
        }
        if !self.game.allows_row_len(slice, head.row_len) {
            let (found, expected) = (head.row_len, self.game.row_len(slice));
            return Err(self.wrong(file, format!("rows of {found} indices"), format!("{expected}")).into());
        }
        let patterns = Patterns::new(&self.game.patterns());
        let model = file::read_model(patterns, &part(1, model)?).ok_or_else(contradiction)?;
        let rows = head.positions.div_ceil(head.row_len);
        let rows = file::read_index(&preamble, rows, &part(2, index)?).ok_or_else(contradiction)?;
        Ok(Opened { head, model, rows })
    }

    fn bytes(&self, file: &SliceFile, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let wanted = range.end - range.start;
        let bytes = self.source.read(&file.name, range).map_err(|error| {
            FileError::access(&PathBuf::from(self.source.place()).join(&file.name), &error)
        })?;
        let is_whole = bytes.len() as u64 == wanted;
        is_whole
            .then_some(bytes)
            .ok_or_else(|| self.wrong(file, "too few bytes", format!("{} of them", file.length)))
    }

    fn wrong(&self, file: &SliceFile, found: impl Into<String>, expected: impl Into<String>) -> FileError {
        FileError::content(&PathBuf::from(self.source.place()).join(&file.name), found, expected)
    }
}

/// Looks up the value of a position, which may depend on the values of many other positions.
struct Lookup<'a, G: Sliced> {
    tables: &'a CompactTables<G>,
    /// Once this returns `true`, no position is looked up.
    stop: &'a dyn Fn() -> bool,
}

impl<G: Sliced> Lookup<'_, G> {
    /// Returns the value of a position, derived by playing at most `turns` turns. `None` if it is unknown or
    /// the lookup was stopped.
    fn value(&self, state: &G::State, turns: u32) -> Result<Option<Wdl>, TablebaseError> {
        let Self { tables, stop } = self;
        let Some(place) = tables.game.locate(state).filter(|_| !stop()) else { return Ok(None) };
        if tables.files.contains_key(&place.slice) {
            return tables.stored(place).map(Some);
        }
        let is_covered = tables.opening.as_ref().is_none_or(|opening| opening.slices.contains(&place.slice));
        if turns == 0 || !is_covered {
            return Ok(None);
        }
        let cache = || tables.derived.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = cache().get(&place).copied();
        if cached.is_some() {
            return Ok(cached);
        }
        let value = self.derived(state, turns - 1)?;
        if let Some(value) = value {
            let mut cache = cache();
            if cache.len() == MAX_DERIVED {
                cache.clear();
            }
            cache.insert(place, value);
        }
        Ok(value)
    }

    /// Derives the value of a position by playing each of its turns. A value after such a turn is looked up, or
    /// derived by at most `turns` further turns. `None` if the value depends on an unknown value.
    fn derived(&self, state: &G::State, turns: u32) -> Result<Option<Wdl>, TablebaseError> {
        let (mut best, mut is_known, mut failure) = (Wdl::Loss, true, None);
        each_turn(&self.tables.game, state, &mut |reached| {
            if best == Wdl::Win || failure.is_some() {
                return Ok(());
            }
            let value = match reached {
                Reached::Ended(value) => Ok(Some(Wdl::from(value))),
                Reached::Position(next) => self.value(next, turns).map(|value| value.map(Wdl::reversed)),
            };
            match value {
                Ok(Some(value)) => best = best.max(value),
                Ok(None) => is_known = false,
                Err(error) => failure = Some(error),
            }
            Ok(())
        })?;
        match failure {
            Some(error) => Err(error),
            None => Ok((is_known || best == Wdl::Win).then_some(best)),
        }
    }
}

/// A lookup decodes whole rows, which takes milliseconds. The search therefore gets values only at the root,
/// through `value`. In the tree it calls `probe`, which returns `None`.
impl<G: Sliced> Oracle<G> for CompactTables<G> {
    fn probe(&self, _game: &G, _state: &G::State) -> Option<Score> {
        None
    }

    fn value_unless(&self, _game: &G, state: &G::State, stop: &dyn Fn() -> bool) -> Option<Value> {
        let lookup = Lookup { tables: self, stop };
        let value = lookup.value(state, self.turns()).unwrap_or_else(|error| {
            let _ = self.failure.set(error);
            None
        });
        value.map(Value::from)
    }

    fn failure(&self) -> Option<String> {
        self.failure.get().map(TablebaseError::to_string)
    }
}
