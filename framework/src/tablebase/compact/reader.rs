//! Looks values up in compact tables.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::super::error::TablebaseError;
use super::super::ownership::rules_of;
use super::super::progress::Solution;
use super::super::sliced::{Reached, SliceIndex, SliceName, Sliced, each_turn};
use super::distances::{self, Distances, ResultRow};
use super::file::{self, Kind};
use super::predictor::Patterns;
use super::row::Model;
use super::slice_files::{Files, Listed, Opened, SliceFile, SliceFiles};
use super::source::Source;
use crate::rules::Score;
use crate::search::{Oracle, Value, Wdl};

/// Number of slots in the cache of decoded rows. A row takes a few kilobytes. Browsers get fewer slots, because
/// the memory of a WebAssembly module never shrinks.
const KEPT: usize = if cfg!(target_family = "wasm") { 1024 } else { 4096 };
/// Maximum number of cached derived values. A full cache is emptied.
const MAX_DERIVED: usize = 1 << 17;
/// Maximum number of turns that are played to derive a value from stored values.
const MAX_TURNS: u32 = 4;
/// Like [`MAX_TURNS`], for tables of the opening. It is lower, because positions of the opening have many turns.
const MAX_OPENING_TURNS: u32 = 2;
/// Cache slot: the file and the slice of a decoded row, the row's number, and one byte for each of its indices.
/// `None` if the slot is empty.
type Unpacked<S> = Option<(Kind, S, u64, Arc<[u8]>)>;

/// Compact tables of a game, opened for lookups.
#[derive(Debug)]
pub struct CompactTables<G: Sliced> {
    game: G,
    files: Files,
    slices: HashMap<G::Slice, SliceFiles>,
    kept: Box<[Mutex<Unpacked<G::Slice>>]>,
    /// Cache of derived values. The same positions are reached by several orders of moves, and a value below
    /// the root of one search is often that of the next search's root.
    derived: Mutex<HashMap<SliceIndex<G::Slice>, Value>>,
    /// `None` if slices beyond the opening are stored too.
    opening: Option<Opening<G::Slice>>,
    failure: OnceLock<TablebaseError>,
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
    /// Returns the positions that tables cover if they store the slices at `plies`; `None` if there are no
    /// such slices.
    fn of<G: Sliced<Slice = S>>(game: &G, slices: &[S], plies: &BTreeSet<u32>) -> Option<Self> {
        let last = *plies.last()?;
        let is_early = |slice: &S| game.ply(*slice).is_some_and(|ply| ply <= last);
        let to_stored = |ply: u32| plies.range(ply..).next().map_or(0, |stored| stored - ply);
        let turns = (0..=last).map(to_stored).max().unwrap_or(0).min(MAX_OPENING_TURNS);
        Some(Self { slices: slices.iter().copied().filter(is_early).collect(), turns })
    }
}

impl<G: Sliced> CompactTables<G> {
    /// Opens tables: reads the manifest. The file of a slice is read at its first use.
    ///
    /// # Errors
    ///
    /// Returns an error if the manifest cannot be read, is invalid or states other rules.
    pub fn open(game: G, source: Box<dyn Source>) -> Result<Self, TablebaseError> {
        let files = Files(source);
        let mut manifest = files.manifest()?;
        let expected = rules_of(&game);
        if manifest.rules != expected {
            let [found, expected] = [manifest.rules, expected].map(|rules| rules.join("; "));
            return Err(TablebaseError::Rules { folder: files.folder(), found, expected });
        }
        let slices: Vec<G::Slice> = game.groups(None).into_iter().flatten().collect();
        let mut stored = HashMap::new();
        for slice in &slices {
            if let Some(files) = manifest.take(&slice.to_string()) {
                stored.insert(*slice, files);
            }
        }
        manifest.check_empty(&files)?;
        let plies: Option<BTreeSet<u32>> = stored.keys().map(|slice| game.ply(*slice)).collect();
        let opening = plies.and_then(|plies| Opening::of(&game, &slices, &plies));
        let kept = (0..KEPT).map(|_| Mutex::new(None)).collect();
        Ok(Self {
            game,
            files,
            slices: stored,
            kept,
            derived: Mutex::default(),
            opening,
            failure: OnceLock::new(),
        })
    }

    /// Returns the game of the tables.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the stored slices, in the order of solving.
    pub(super) fn slices(&self) -> Vec<G::Slice> {
        let slices = self.game.groups(None).into_iter().flatten();
        slices.filter(|slice| self.slices.contains_key(slice)).collect()
    }

    /// Checks the preamble of every file against the manifest, and that the file is not truncated. Damaged
    /// values are not detected.
    ///
    /// # Errors
    ///
    /// Returns an error about the first file that differs.
    pub fn check(&self) -> Result<(), TablebaseError> {
        self.slices().into_iter().try_for_each(|slice| {
            let SliceFiles { values, distances } = &self.slices[&slice];
            self.files.preamble(&values.listed)?;
            if let Some(file) = distances {
                self.files.preamble(&file.listed)?;
            }
            Ok(())
        })
    }

    /// Reads all files, and checks the checksums of all values.
    ///
    /// # Errors
    ///
    /// Returns an error about the first file that cannot be read or is damaged.
    pub fn check_values(&self) -> Result<(), TablebaseError> {
        for slice in self.slices() {
            let SliceFiles { values, distances } = &self.slices[&slice];
            self.files.check_rows(&values.listed, &self.opened(slice)?.rows)?;
            if let Some(file) = distances {
                let opened = self.files.opened(&self.game, slice, file, Distances::from_bytes)?;
                self.files.check_rows(&file.listed, &opened.rows)?;
            }
        }
        Ok(())
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
    pub fn value(&self, state: &G::State) -> Result<Option<Value>, TablebaseError> {
        Lookup { tables: self, stop: &|| false }.value(state, self.turns())
    }

    /// Returns the maximum number of turns that are played to derive a value.
    fn turns(&self) -> u32 {
        self.opening.as_ref().map_or(MAX_TURNS, |opening| opening.turns)
    }

    /// Returns the counts of each slice, and the value of the start position if it is a draw. A win or loss
    /// is not reported, because compact tables do not store every distance.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or is damaged.
    pub fn solution(&self) -> Result<Solution, TablebaseError> {
        let counts = |slice: G::Slice| Ok((slice.to_string(), self.opened(slice)?.head.counts));
        let rows = self.slices().into_iter().map(counts).collect::<Result<_, TablebaseError>>()?;
        let start = self.value(&self.game.start())?.filter(|value| *value == Value::DRAW);
        Ok(Solution { rows, start })
    }

    /// Returns the value of a position in a stored slice.
    fn stored(&self, SliceIndex { slice, index }: SliceIndex<G::Slice>) -> Result<Value, TablebaseError> {
        let row_len = self.row_len(slice)?;
        let (number, at) = (index / row_len, (index % row_len) as usize);
        let results = self.results(slice, number)?;
        let result = results.get(at).copied().and_then(result_of);
        let result = result.ok_or_else(|| {
            let file = &self.slices[&slice].values.listed;
            TablebaseError::from(self.files.wrong(file, "no value", "one for each position"))
        })?;
        match &self.slices[&slice].distances {
            Some(file) if result != Wdl::Draw => {
                Ok(distances::value_of(result, self.classes(slice, file, number, &results)?[at]))
            }
            _ => Ok(Value::from(result)),
        }
    }

    /// Returns the values in the row with this number of the slice; `None` for an index without a position.
    pub(super) fn values(&self, slice: G::Slice, number: u64) -> Result<Vec<Option<Value>>, TablebaseError> {
        let results = self.results(slice, number)?;
        let Some(file) = &self.slices[&slice].distances else {
            return Ok(results.iter().map(|result| result_of(*result).map(Value::from)).collect());
        };
        let classes = self.classes(slice, file, number, &results)?;
        let value = |(result, class): (&u8, &u8)| Some(distances::value_of(result_of(*result)?, *class));
        Ok(results.iter().zip(&*classes).map(value).collect())
    }

    /// Returns one byte for each index of a row: 0 for no position, 1 for a loss, 2 for a draw, 3 for a win.
    fn results(&self, slice: G::Slice, number: u64) -> Result<Arc<[u8]>, TablebaseError> {
        let (file, opened) = (&self.slices[&slice].values, self.opened(slice)?);
        self.kept_row(slice, &file.listed, opened, number, |row, bytes| {
            opened.model.decode(&self.game, slice, row, bytes)
        })
    }

    /// Returns the classes of the distances in a row with these results.
    fn classes(
        &self,
        slice: G::Slice,
        file: &SliceFile<Distances>,
        number: u64,
        results: &[u8],
    ) -> Result<Arc<[u8]>, TablebaseError> {
        let opened = self.files.opened(&self.game, slice, file, Distances::from_bytes)?;
        self.kept_row(slice, &file.listed, opened, number, |row, bytes| {
            let row = ResultRow { game: &self.game, slice, start: row.start, results };
            row.decode(&opened.model, bytes)
        })
    }

    /// Decodes the row with this number in a file, or takes it from the cache. `decode` gets the row's range of
    /// indices and its bytes.
    fn kept_row<M>(
        &self,
        slice: G::Slice,
        file: &Listed,
        Opened { head, rows, .. }: &Opened<M>,
        number: u64,
        decode: impl FnOnce(Range<u64>, &[u8]) -> Vec<u8>,
    ) -> Result<Arc<[u8]>, TablebaseError> {
        let spread = (number ^ u64::from(file.checksum)) as usize % KEPT;
        let mut kept = self.kept[spread].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((kind, of, row, bytes)) = &*kept
            && (*kind, *of, *row) == (file.kind, slice, number)
        {
            return Ok(Arc::clone(bytes));
        }
        let bytes = self.files.row_bytes(file, rows, number as usize)?;
        let start = number * head.row_len;
        let decoded: Arc<[u8]> = decode(start..(start + head.row_len).min(head.positions), &bytes).into();
        *kept = Some((file.kind, slice, number, Arc::clone(&decoded)));
        Ok(decoded)
    }

    /// Returns the number of indices in each row of the slice's file; the last row may have fewer.
    pub(super) fn row_len(&self, slice: G::Slice) -> Result<u64, TablebaseError> {
        Ok(self.opened(slice)?.head.row_len)
    }

    fn opened(&self, slice: G::Slice) -> Result<&Opened<Model>, TablebaseError> {
        let model = |bytes: &[u8]| file::read_model(Patterns::new(&self.game.patterns()), bytes);
        self.files.opened(&self.game, slice, &self.slices[&slice].values, model)
    }
}

/// Returns the result that a byte of a row stands for; `None` if there is no position.
fn result_of(byte: u8) -> Option<Wdl> {
    Wdl::ALL.get(usize::from(byte).wrapping_sub(1)).copied()
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
    fn value(&self, state: &G::State, turns: u32) -> Result<Option<Value>, TablebaseError> {
        let Self { tables, stop } = self;
        let Some(place) = tables.game.locate(state).filter(|_| !stop()) else { return Ok(None) };
        if tables.slices.contains_key(&place.slice) {
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
    fn derived(&self, state: &G::State, turns: u32) -> Result<Option<Value>, TablebaseError> {
        let (mut best, mut is_known, mut failure) = (Value::LOST, true, None);
        each_turn(&self.tables.game, state, &mut |reached| {
            // No other turn matters after a short win, or after a win whose distance is not stored.
            if best >= Value::SHORT_WIN || best == Value::WIN || failure.is_some() {
                return Ok(());
            }
            let value = match reached {
                Reached::Ended(value) => Ok(Some(value)),
                Reached::Position(next) => {
                    self.value(next, turns).map(|value| value.and_then(Value::one_turn_before))
                }
            };
            match value {
                Ok(Some(Value::WIN)) => best = Value::WIN,
                Ok(Some(value)) => best = best.max(value),
                Ok(None) => is_known = false,
                Err(error) => failure = Some(error),
            }
            Ok(())
        })?;
        match failure {
            Some(error) => Err(error),
            None if is_known || best == Value::SHORT_WIN => Ok(Some(best)),
            None => Ok(best.is_win().then_some(Value::WIN)),
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
        lookup.value(state, self.turns()).unwrap_or_else(|error| {
            let _ = self.failure.set(error);
            None
        })
    }

    fn failure(&self) -> Option<String> {
        self.failure.get().map(TablebaseError::to_string)
    }
}
