//! The perfect database of Nine Men's Morris: exact values from files.
//!
//! A subspace is the set of positions with given numbers of stones. A folder holds a file of subspace values,
//! `std.secval`, and a file of positions for each subspace, `std_W_B_WF_BF.sec2`. In that subspace the side to move has
//! W stones on the board and WF in hand, the other side B and BF. Files of positions may be missing. Those that exist
//! are opened at their first access and read in pages.
//!
//! One of the images of a set of stones under the symmetries represents all of them. A position is numbered by its
//! image under a symmetry that maps the mover's stones to their representative. If several symmetries do this, the
//! position can have several indices. The entry at the least index holds the value, and the other entries refer to that
//! entry.
//!
//! The format is that of the program Malom, <https://github.com/ggevay/malom>, whose source defines it.
//! Values, subspaces and the numbering of positions are described in Gábor E. Gévay and Gábor Danner,
//! *Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris*,
//! IEEE Transactions on Computational Intelligence and AI in Games, <https://arxiv.org/abs/1408.0032>. Ralph
//! Gasser first showed that the game is a draw: *Solving Nine Men's Morris*, in Games of No Chance, MSRI
//! Publications 29 (1996).

mod entry;
mod page_cache;
mod solution;
mod subspace;
mod values;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use plywright::tablebase::{SliceCounts, SolveError, TablebaseError};
use plywright::{FileError, Score, Side};

pub(crate) use write::solve;

use crate::position::State;
use crate::rules::Rules;
use crate::tables::{Numbering, Slice, TableRules};
use entry::{Entry, Scale};
use page_cache::PageCache;
use subspace::Subspace;

/// A folder with files of the perfect database.
#[derive(Debug)]
pub struct Database {
    scale: Scale,
    slots: HashMap<Slice, Slot>,
    pages: PageCache,
    /// First error of a lookup.
    failure: OnceLock<FileError>,
}

/// A subspace that the file of subspace values lists. Its file of positions may be missing.
#[derive(Debug)]
struct Slot {
    path: PathBuf,
    /// Identifies the file in the page cache.
    number: u32,
    /// Value of a draw in this subspace, for the side to move.
    value: i32,
    /// The open file, or the error of opening it; set at the first access.
    opened: OnceLock<Result<Subspace, FileError>>,
}

impl Database {
    /// Opens the database in the folder `directory`. Reads only the file of subspace values.
    ///
    /// # Errors
    /// Returns an error if the file of subspace values is missing, invalid or cannot be read.
    pub fn open(directory: &Path) -> Result<Self, FileError> {
        let values = values::read(&directory.join(values::FILE))?;
        let slot = |(number, (slice, value)): (usize, (Slice, i32))| {
            let path = subspace::path(directory, slice);
            (slice, Slot { path, number: number as u32, value, opened: OnceLock::new() })
        };
        let slots = values.subspaces.into_iter().enumerate().map(slot).collect();
        Ok(Self { scale: values.scale, slots, pages: PageCache::new(), failure: OnceLock::new() })
    }

    /// Whether the database's values are valid under these rules. The rules may differ from Nine Men's Morris
    /// in the draw rules and the number of stones.
    pub fn fits(rules: &Rules) -> bool {
        let piece_count = Rules::NINE_MENS_MORRIS.piece_count;
        Rules { piece_count, ..*rules }.play_like_nine_mens_morris()
    }

    /// Returns the exact value of a position for the side to move, without regard to repetition and move limits. May
    /// read from a file. `None` if the database does not cover the position, or if the position's file is missing,
    /// damaged or cannot be read. If a file is damaged or cannot be read, [`Database::failure`] returns an error from
    /// then on.
    pub fn value(&self, state: &State) -> Option<Score> {
        self.look_up(state, |entry, subspace| self.scale.score(entry, subspace))
    }

    /// Returns the grade of a drawn position for the side to move: the value of the subspace in which best play stays
    /// in the end. A higher grade is better. A won or lost position has the value of a win or loss. `None` if
    /// [`Database::value`] finds no entry.
    pub fn grade(&self, state: &State) -> Option<i32> {
        self.look_up(state, |entry, subspace| match entry {
            Entry::Value { value, .. } => Some(value + subspace),
            Entry::Image(_) => None,
        })
    }

    /// Looks up a position and decodes its entry by `read`, which also receives the value of the subspace and returns
    /// `None` for an invalid entry. An error gives `None`; the first error is kept for [`Database::failure`].
    fn look_up<T>(&self, state: &State, read: impl Fn(Entry, i32) -> Option<T>) -> Option<T> {
        let slice = subspace_of(state)?;
        let slot = self.slots.get(&slice)?;
        self.entry(slot, slice, state, read).unwrap_or_else(|error| {
            let _ = self.failure.set(error);
            None
        })
    }

    /// Reads the entry of a position in the subspace `slice` and decodes it by `read`; `None` if the subspace's file is
    /// missing. Fails if the file is damaged or cannot be read, or if `read` refuses the entry.
    fn entry<T>(
        &self,
        slot: &Slot,
        slice: Slice,
        state: &State,
        read: impl Fn(Entry, i32) -> Option<T>,
    ) -> Result<Option<T>, FileError> {
        let subspace = match slot.open(slice) {
            Ok(subspace) => subspace,
            Err(_) if !slot.path.exists() => return Ok(None),
            Err(error) => return Err(error.clone()),
        };
        let index = subspace.numbering.locate(state.own(), state.opposing()).index;
        let entry = self.pages.entry(slot.number, index, |page, bytes| subspace.read_page(page, bytes));
        let entry = entry.map_err(|error| FileError::access(&slot.path, &error))?;
        let decoded = Entry::decode(entry).and_then(|entry| read(entry, slot.value));
        decoded.map(Some).ok_or_else(|| subspace::invalid_entry(&slot.path, index))
    }

    /// Returns the first error of [`Database::value`] or [`Database::grade`]; `None` if there was none.
    pub fn failure(&self) -> Option<&FileError> {
        self.failure.get()
    }

    /// Counts the won, drawn and lost positions of a subspace by reading its whole file. Symmetric positions are
    /// counted once.
    ///
    /// # Errors
    /// Returns an error if the file is missing, damaged or cannot be read, or if the database does not list
    /// the subspace.
    pub fn counts(&self, slice: Slice) -> Result<SliceCounts, TablebaseError> {
        let slot = self.slots.get(&slice).ok_or_else(|| missing_error(slice))?;
        let subspace = slot.open(slice).as_ref().map_err(Clone::clone)?;
        let mut counts = SliceCounts::default();
        subspace.scan(&slot.path, |entry| {
            if matches!(entry, Entry::Image(_)) {
                return true;
            }
            let Some(score) = self.scale.score(entry, slot.value) else { return false };
            counts.add_score(score);
            true
        })?;
        Ok(counts)
    }
}

impl Slot {
    fn open(&self, slice: Slice) -> &Result<Subspace, FileError> {
        self.opened.get_or_init(|| Subspace::open(&self.path, slice))
    }
}

fn numbering(slice: Slice) -> Numbering {
    Numbering::new(TableRules(&Rules::NINE_MENS_MORRIS).geometry(), slice.board)
}

fn missing_error(slice: Slice) -> SolveError {
    SolveError::Missing { slice: slice.to_string() }
}

/// Returns the subspace of a position. `None` if a removal is pending, a stone is marked, or the stones in hand cannot
/// be those of sides that place alternately, the first side first.
fn subspace_of(state: &State) -> Option<Slice> {
    let sides = [state.side, !state.side];
    let hand = sides.map(|side| state.hand(side));
    let lead = u8::from(state.side == Side::Second);
    let alternate = hand == [0; 2] || hand[0] == hand[1] + lead;
    (state.removals == [0; 2] && alternate && state.marked.is_empty())
        .then(|| Slice { hand, board: sides.map(|side| state.stones(side).count() as u8) })
}
