//! The perfect database of Nine Men's Morris: exact values from files.
//!
//! A directory holds a file of subspace values, `std.secval`, and a file of positions for each subspace,
//! `std_W_B_WF_BF.sec2`: the side to move has W stones on the board and WF in hand, the other side B and BF.
//! Files of positions may be missing. Opening the database reads only `std.secval`; a file of positions is
//! opened at its first access and read in pages. Files are written by solving one subspace after another.
//!
//! Positions are numbered as in this crate's own tables. If several symmetries lead to the representative of
//! the side to move's stones, a position has several indices; the entries at all but the least refer to the
//! least.
//!
//! The files are those of the program Malom, <https://github.com/ggevay/malom>, whose source defines their
//! bytes. Values, subspaces and the numbering of positions are described in Gábor E. Gévay and Gábor Danner,
//! *Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris*,
//! IEEE Transactions on Computational Intelligence and AI in Games, <https://arxiv.org/abs/1408.0032>. Ralph
//! Gasser first showed that the game is a draw: *Solving Nine Men's Morris*, in Games of No Chance, MSRI
//! Publications 29 (1996).

mod entry;
mod error;
mod page_cache;
mod solution;
mod subspace;
mod subspace_id;
mod values;
mod wdl_counts;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use plywright::{Score, Side};

pub use error::DatabaseError;
pub use subspace_id::SubspaceId;
pub use wdl_counts::WdlCounts;
pub(crate) use write::solve;

use crate::board::Layout;
use crate::position::State;
use crate::rules::Rules;
use crate::tables::{Geometry, Numbering};
use entry::{Entry, Scale};
use page_cache::PageCache;
use subspace::Subspace;

/// A directory with files of the perfect database.
#[derive(Debug)]
pub struct Database {
    scale: Scale,
    slots: HashMap<SubspaceId, Slot>,
    pages: PageCache,
}

/// File and value of a subspace.
#[derive(Debug)]
struct Slot {
    path: PathBuf,
    /// Number of the subspace, unique in the database.
    number: u32,
    /// Value of a draw in this subspace, comparable between subspaces.
    value: i32,
    /// The file, opened at its first access.
    opened: OnceLock<Result<Subspace, DatabaseError>>,
}

impl Database {
    /// Opens the database in `directory`.
    ///
    /// # Errors
    /// When the file of subspace values is missing or cannot be read.
    pub fn open(directory: &Path) -> Result<Self, DatabaseError> {
        let values = values::read(&directory.join("std.secval"))?;
        let slot = |(number, (id, value)): (usize, (SubspaceId, i32))| {
            let path = directory.join(format!("std_{id}.sec2"));
            (id, Slot { path, number: number as u32, value, opened: OnceLock::new() })
        };
        let slots = values.subspaces.into_iter().enumerate().map(slot).collect();
        Ok(Self { scale: values.scale, slots, pages: PageCache::new() })
    }

    /// Whether the database's values hold under these rules. Draw rules and the number of stones may differ.
    pub fn fits(rules: &Rules) -> bool {
        let Rules { piece_count, n_move_rule, endgame_n_move_rule, threefold_repetition_rule, .. } = *rules;
        let standard = Rules::NINE_MENS_MORRIS;
        *rules
            == Rules { piece_count, n_move_rule, endgame_n_move_rule, threefold_repetition_rule, ..standard }
    }

    /// Exact value of a position for the side to move, or `None` if the database does not know it. Ignores
    /// repetition and move limits.
    pub fn value(&self, state: &State) -> Option<Score> {
        let id = subspace_of(state)?;
        let slot = self.slots.get(&id)?;
        let subspace = slot.open(id).as_ref().ok()?;
        let read =
            |index| self.pages.entry(slot.number, index, |page, bytes| subspace.read_page(page, bytes));
        let [own, other] = [state.own(), state.opposing()].map(|set| geometry().bits_of(set));
        let known = Entry::decode(read(subspace.numbering.number(own, other).index)?)?;
        self.scale.score(known, slot.value)
    }

    /// Counts the won, drawn and lost positions of a subspace by reading its file. Symmetric positions count
    /// once.
    ///
    /// # Errors
    /// When the file is missing or damaged.
    pub fn wdl_counts(&self, id: SubspaceId) -> Result<WdlCounts, DatabaseError> {
        let slot = self.slots.get(&id).ok_or(DatabaseError::NoSubspace { id })?;
        let subspace = slot.open(id).as_ref().map_err(Clone::clone)?;
        WdlCounts::of(subspace, self.scale, slot.value).map_err(|error| error.at(&slot.path))
    }
}

impl Slot {
    fn open(&self, id: SubspaceId) -> &Result<Subspace, DatabaseError> {
        let numbering = || Numbering::new(geometry(), id.own.into(), id.other.into());
        self.opened.get_or_init(|| Subspace::open(&self.path, numbering))
    }
}

fn geometry() -> &'static Geometry {
    Geometry::of(Layout::ThreeRings, false)
}

/// Subspace of the position, or `None` if the database has no positions of its kind. No removal may be
/// pending, no stone may be marked, and while placing the hands must match alternate turns.
fn subspace_of(state: &State) -> Option<SubspaceId> {
    let [own, other] = [state.side, !state.side].map(Side::index);
    let lead = u8::from(state.side == Side::Second);
    let alternate = state.hand == [0, 0] || state.hand[own] == state.hand[other] + lead;
    if state.removals != [0, 0] || !alternate || !state.marked.is_empty() {
        return None;
    }
    let count = |side: usize| state.stones[side].count() as u8;
    Some(SubspaceId::new([count(own), count(other), state.hand[own], state.hand[other]]))
}
