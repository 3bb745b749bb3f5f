//! The perfect database of Nine Men's Morris: exact values from files.
//!
//! A directory holds a file of subspace values, `std.secval`, and a file of positions for each subspace,
//! `std_W_B_WF_BF.sec2`: the side to move has W stones on the board and WF in hand, the other side B and BF.
//! Any part of the files will do. Opening reads the small first file only; a subspace is opened when it is
//! first asked for, and its positions are read in pages as they are needed. Files are written by solving
//! subspaces in turn.
//!
//! Positions are numbered as in our own tables: if several symmetries lead to the representative of the side
//! to move's stones, a position has several numbers, and the entries of all but the least refer to that one.
//!
//! The files are those of the program Malom, <https://github.com/ggevay/malom>, whose source defines their
//! bytes. Values, subspaces and the numbering of positions are described in Gábor E. Gévay and Gábor Danner,
//! *Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris*, IEEE
//! Transactions on Computational Intelligence and AI in Games, <https://arxiv.org/abs/1408.0032>. That the
//! game is a draw was shown first by Ralph Gasser, *Solving Nine Men's Morris*, in Games of No Chance, MSRI
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

use crate::boards::Layout;
use crate::endgame::{Geometry, Numbering};
use crate::rules::Rules;
use crate::state::State;
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

/// The files and values of a subspace.
#[derive(Debug)]
struct Slot {
    path: PathBuf,
    /// The number of the subspace, unique in the database.
    number: u32,
    /// The value of a draw in this subspace as other subspaces see it.
    value: i32,
    /// The file, once it was asked for.
    opened: OnceLock<Result<Subspace, DatabaseError>>,
}

impl Database {
    /// Opens the database in that directory.
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

    /// Whether the database was computed for these rules, as far as they bear on values.
    pub fn fits(rules: &Rules) -> bool {
        let Rules { piece_count, n_move_rule, endgame_n_move_rule, threefold_repetition_rule, .. } = *rules;
        let standard = Rules::NINE_MENS_MORRIS;
        *rules
            == Rules { piece_count, n_move_rule, endgame_n_move_rule, threefold_repetition_rule, ..standard }
    }

    /// The exact value of a position from the side to move, without regard to repetition and move limits;
    /// `None` where the database does not know it.
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

/// The subspace of the position, if the database has positions of its kind: no removal is pending, and while
/// placing the hands are as alternate turns leave them.
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
