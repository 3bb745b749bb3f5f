//! Probing of tables: opens a folder, and looks up the exact value of a position and of each move.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::cells::Cells;
use super::compact::{self, CompactTables, Stored};
use super::error::TablebaseError;
use super::file::{self, EXTENSION, TableFile};
use super::ownership::{rules_of, stated_rules};
use super::progress::{SliceCounts, SliceRow, Solution};
use super::sliced::{SliceIndex, Sliced, lead, value_of_byte};
use crate::rules::{Moves, Score};
use crate::search::{Oracle, Value, value_of_move, value_of_position};
use crate::text::{FileError, Notation};

/// Number of slots in the cache of decompressed blocks, 16 KiB each.
const KEPT: usize = 2048;

/// The full tables of a game in a folder, opened for probing.
#[derive(Debug)]
pub struct Tablebase<G: Sliced> {
    game: G,
    folder: PathBuf,
    /// The file of each slice, and the number of its first block, counted across all files.
    pub(super) files: HashMap<G::Slice, (usize, TableFile)>,
    kept: Box<[Mutex<Unpacked>]>,
    /// First error of a lookup through [`Oracle`].
    failure: OnceLock<TablebaseError>,
}

/// Number of a cached block, counted across all files (`usize::MAX` in an empty slot), and its values.
type Unpacked = (usize, Vec<u8>);

impl<G: Sliced> Tablebase<G> {
    /// Opens all tables of the game in the folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder has no tables of the game, or if one of them cannot be used. Damaged
    /// values are detected only when they are read.
    pub fn open(game: G, folder: &Path) -> Result<Self, TablebaseError> {
        let mut files = HashMap::new();
        let mut blocks = 0;
        for slice in game.groups(None).into_iter().flatten() {
            if !path_of(folder, slice).exists() {
                continue;
            }
            let file = open_file(&game, folder, slice)?;
            let before = blocks;
            blocks += file.blocks();
            files.insert(slice, (before, file));
        }
        if files.is_empty() {
            if let Some(found) = stated_rules(folder)? {
                let [found, expected] = [found, rules_of(&game)].map(|rules| rules.join("; "));
                if found != expected {
                    return Err(TablebaseError::Rules { folder: folder.to_owned(), found, expected });
                }
            }
            return Err(TablebaseError::Empty { folder: folder.to_owned() });
        }
        let kept = (0..KEPT).map(|_| Mutex::new((usize::MAX, Vec::new()))).collect();
        Ok(Self { game, folder: folder.to_owned(), files, kept, failure: OnceLock::new() })
    }

    /// Returns the game of the tables.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the names and counts of the slices with tables, in the order of solving.
    pub fn rows(&self) -> Vec<SliceRow> {
        let slices = self.game.groups(None).into_iter().flatten();
        let counts = |slice: &G::Slice| self.files.get(slice).map(|(_, file)| file.header.counts);
        slices.filter_map(|slice| Some((slice.to_string(), counts(&slice)?))).collect()
    }

    pub(super) fn slices(&self) -> Vec<G::Slice> {
        let slices = self.game.groups(None).into_iter().flatten();
        slices.filter(|slice| self.files.contains_key(slice)).collect()
    }

    pub(super) fn counts(&self, slice: G::Slice) -> Result<SliceCounts, TablebaseError> {
        Ok(self.file(slice)?.header.counts)
    }

    pub(super) fn load(&self, slice: G::Slice) -> Result<Cells, TablebaseError> {
        Ok(self.file(slice)?.load()?)
    }

    /// Checks the checksums of all values.
    ///
    /// # Errors
    ///
    /// Returns an error about the first file that cannot be read or is damaged.
    pub fn check_values(&self) -> Result<(), TablebaseError> {
        self.slices().into_iter().try_for_each(|slice| Ok(self.file(slice)?.check_blocks()?))
    }

    /// Returns the first error of a lookup during a search; `None` if no lookup failed. The search continued
    /// without the value.
    pub fn failure(&self) -> Option<&TablebaseError> {
        self.failure.get()
    }

    /// Returns the value of the start position; `None` if no table contains it.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::value`].
    pub fn start(&self) -> Result<Option<Value>, TablebaseError> {
        self.value(&self.game.start())
    }

    /// Returns the counts of each slice and the value of the start position.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::value`].
    pub fn solution(&self) -> Result<Solution, TablebaseError> {
        Ok(Solution { rows: self.rows(), start: self.start()? })
    }

    /// Returns the value of a position at the beginning of a turn; `None` if no table contains it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is damaged.
    pub fn value(&self, state: &G::State) -> Result<Option<Value>, TablebaseError> {
        match self.game.locate(state) {
            Some(place) if self.files.contains_key(&place.slice) => {
                let value = self.value_at(place)?;
                Ok(Some(value.with_lead(lead(&self.game, state))))
            }
            _ => Ok(None),
        }
    }

    /// Returns the value of the position with this slice and index. In a game with
    /// [`Hints::points`](crate::Hints::points), this is the margin beyond the lead.
    ///
    /// # Errors
    ///
    /// Returns an error if no table contains the index, or if the file cannot be read or is damaged.
    pub fn value_at(
        &self,
        SliceIndex { slice, index }: SliceIndex<G::Slice>,
    ) -> Result<Value, TablebaseError> {
        let (before, file) = self.files.get(&slice).ok_or_else(|| self.nothing())?;
        let (block, at) = (index as usize / file::BLOCK, index as usize % file::BLOCK);
        let number = before + block;
        let mut kept = self.kept[number % KEPT].lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != number {
            *kept = (number, file.read(block)?);
        }
        kept.1.get(at).map(|byte| value_of_byte(*byte, self.game.margin_unit())).ok_or_else(|| self.nothing())
    }

    pub(super) fn file(&self, slice: G::Slice) -> Result<&TableFile, TablebaseError> {
        self.files.get(&slice).map(|(_, file)| file).ok_or_else(|| self.nothing())
    }

    fn nothing(&self) -> TablebaseError {
        TablebaseError::Empty { folder: self.folder.clone() }
    }
}

/// The tables of a game in a folder, full or compact.
#[derive(Debug)]
pub enum Tables<G: Sliced> {
    /// Full tables, with the plies to the end or with margins.
    Full(Tablebase<G>),
    /// Compact tables, which hold win, draw or loss, and may hold the distances of long wins and losses.
    Compact(CompactTables<G>),
}

impl<G: Sliced> Tables<G> {
    /// Opens all tables of the game in the folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder has no tables of the game, or if one of them cannot be used. Damaged
    /// values are detected only when they are read.
    pub fn open(game: G, folder: &Path) -> Result<Self, TablebaseError> {
        if !compact::is_in(folder) && !compact::has_lost_manifest(folder) {
            return Tablebase::open(game, folder).map(Self::Full);
        }
        let tables = CompactTables::open(game, Box::new(Stored::Folder(folder.to_owned())))?;
        tables.check().map(|()| Self::Compact(tables))
    }

    /// Returns the game of the tables.
    pub fn game(&self) -> &G {
        match self {
            Self::Full(tables) => tables.game(),
            Self::Compact(tables) => tables.game(),
        }
    }

    /// Returns the counts of each slice and the value of the start position; see [`Solution`].
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or is damaged.
    pub fn solution(&self) -> Result<Solution, TablebaseError> {
        match self {
            Self::Full(tables) => tables.solution(),
            Self::Compact(tables) => tables.solution(),
        }
    }

    /// Checks the checksums of all values.
    ///
    /// # Errors
    ///
    /// Returns an error about the first file that cannot be read or is damaged.
    pub fn check_values(&self) -> Result<(), TablebaseError> {
        match self {
            Self::Full(tables) => tables.check_values(),
            Self::Compact(tables) => tables.check_values(),
        }
    }

    /// Returns the first error of a lookup through [`Oracle`]; `None` if there was none.
    pub fn failure(&self) -> Option<&TablebaseError> {
        match self {
            Self::Full(tables) => tables.failure(),
            Self::Compact(tables) => tables.failure(),
        }
    }
}

impl<G: Sliced> Oracle<G> for Tables<G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Score> {
        match self {
            Self::Full(tables) => tables.probe(game, state),
            Self::Compact(_) => None,
        }
    }

    fn value_unless(&self, game: &G, state: &G::State, stop: &dyn Fn() -> bool) -> Option<Value> {
        match self {
            Self::Full(tables) => tables.value_unless(game, state, stop),
            Self::Compact(tables) => tables.value_unless(game, state, stop),
        }
    }

    fn failure(&self) -> Option<String> {
        Self::failure(self).map(TablebaseError::to_string)
    }
}

/// Opens the full table of a slice. Checks everything but the values.
pub(super) fn open_file<G: Sliced>(
    game: &G,
    folder: &Path,
    slice: G::Slice,
) -> Result<TableFile, TablebaseError> {
    let path = path_of(folder, slice);
    let file = TableFile::open(&path, &game.table_rules(slice))?;
    let (positions, name) = (game.size(slice), slice.to_string());
    if file.header.positions != positions || file.header.slice != name {
        let found = format!("{} positions of slice {}", file.header.positions, file.header.slice);
        return Err(FileError::content(&path, found, format!("{positions} of {name}")).into());
    }
    Ok(file)
}

pub(super) fn path_of(folder: &Path, slice: impl Display) -> PathBuf {
    folder.join(format!("{slice}.{EXTENSION}"))
}

/// Exact values of a position and of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Value for the side to move; `None` if it is unknown.
    pub value: Option<Value>,
    /// Text of each legal move and its value for the side to move, best first. Moves of unknown value come
    /// last.
    pub moves: Vec<(String, Option<Value>)>,
}

impl Probed {
    /// Converts every value with `convert`.
    pub fn map(self, convert: impl Fn(Value) -> Value) -> Self {
        let moves = self.moves.into_iter().map(|(text, value)| (text, value.map(&convert)));
        Self { value: self.value.map(&convert), moves: moves.collect() }
    }
}

impl<G: Sliced> Oracle<G> for Tablebase<G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Score> {
        self.value_unless(game, state, &|| false).map(Value::score)
    }

    fn value_unless(&self, _game: &G, state: &G::State, _stop: &dyn Fn() -> bool) -> Option<Value> {
        self.value(state).unwrap_or_else(|error| {
            let _ = self.failure.set(error);
            None
        })
    }

    fn failure(&self) -> Option<String> {
        self.failure.get().map(TablebaseError::to_string)
    }
}

/// Looks up the exact values of a position and of each of its legal moves.
pub fn probe<G: Notation>(game: &G, oracle: &dyn Oracle<G>, state: &G::State) -> Probed {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let valued = |mv| (game.move_text(state, mv), value_of_move(game, oracle, state, mv));
    let mut moves: Vec<_> = moves.into_iter().map(valued).collect();
    moves.sort_by_key(|(_, value)| Reverse(*value));
    Probed { value: value_of_position(game, oracle, state), moves }
}
