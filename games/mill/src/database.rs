//! The perfect database of Nine Men's Morris: exact values from files.
//!
//! A directory holds a file of subspace values, `std.secval`, and a file of positions for each subspace,
//! `std_W_B_WF_BF.sec2`: the side to move has W stones on the board and WF in hand, the other side B and BF. Whatever
//! files are there are used. Opening reads the small first file only; a subspace is opened when it is first asked
//! for, and its positions are read in pages as they are needed.

mod entry;
mod error;
mod numbering;
mod pages;
mod subspace;
mod tally;
mod values;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use plywright::{Score, Side};

pub use error::DatabaseError;
pub use tally::Tally;

use crate::both_sides::BothSides;
use crate::rules::Rules;
use crate::state::State;
use entry::{Entry, Scale};
use numbering::Numbering;
use pages::Pages;
use subspace::Subspace;

/// Stones on the board and in hand: the side to move's, the other's, and the same for the hands.
pub(crate) type Stones = [u8; 4];

/// A directory with files of the perfect database.
#[derive(Debug)]
pub struct Database {
    scale: Scale,
    subspaces: HashMap<Stones, Place>,
    pages: Pages,
}

/// A subspace that the database speaks of, and its file once it was asked for.
#[derive(Debug)]
struct Place {
    path: PathBuf,
    /// The subspace's number, unique in the database.
    number: u32,
    /// The value of a draw in this subspace as other subspaces see it.
    value: i32,
    opened: OnceLock<Result<Subspace, DatabaseError>>,
}

impl Database {
    /// Opens the database in that directory.
    ///
    /// # Errors
    /// When the file of subspace values is missing or cannot be read.
    pub fn open(directory: &Path) -> Result<Self, DatabaseError> {
        let values = values::read(&directory.join("std.secval"))?;
        let place = |(number, (stones, value)): (usize, (Stones, i32))| {
            let [own, other, own_hand, other_hand] = stones;
            let name = format!("std_{own}_{other}_{own_hand}_{other_hand}.sec2");
            let (path, opened) = (directory.join(name), OnceLock::new());
            (stones, Place { path, number: number as u32, value, opened })
        };
        let subspaces = values.subspaces.into_iter().enumerate().map(place).collect();
        Ok(Self { scale: values.scale, subspaces, pages: Pages::new() })
    }

    /// Are these rules, as far as they bear on values, the ones that the database was computed for?
    pub fn fits(rules: &Rules) -> bool {
        let Rules { piece_count, n_move_rule, endgame_n_move_rule, threefold_repetition_rule, .. } = *rules;
        let standard = Rules::NINE_MENS_MORRIS;
        *rules
            == Rules { piece_count, n_move_rule, endgame_n_move_rule, threefold_repetition_rule, ..standard }
    }

    /// The exact value of a position from the side to move, draws by repetition and quiet play left aside; `None` where
    /// the database does not know it.
    pub fn value(&self, state: &State) -> Option<Score> {
        let stones = subspace_of(state)?;
        let place = self.subspaces.get(&stones)?;
        let subspace = place.open(stones).as_ref().ok()?;
        let read =
            |index| self.pages.entry(place.number, index, |page, bytes| subspace.read_page(page, bytes));
        let (index, board) = subspace.numbering.index(BothSides::new(state.own(), state.opposing()));
        let known = match Entry::decode(read(index)?)? {
            Entry::Image(symmetry) => {
                Entry::decode(read(subspace.numbering.index_of_image(board, symmetry))?)?
            }
            known @ Entry::Known { .. } => known,
        };
        self.scale.score(known, place.value)
    }

    /// Counts the positions of a subspace, modulo the board's sixteen symmetries, by going through its file.
    ///
    /// # Errors
    /// When the file is missing or is not what it should be.
    pub fn tally(&self, stones: [u8; 4]) -> Result<Tally, DatabaseError> {
        let place = self.subspaces.get(&stones).ok_or(DatabaseError::NoSubspace { stones })?;
        let subspace = place.open(stones).as_ref().map_err(Clone::clone)?;
        Tally::of(subspace, self.scale, place.value).map_err(|error| error.of(&place.path))
    }
}

impl Place {
    fn open(&self, stones: Stones) -> &Result<Subspace, DatabaseError> {
        let numbering = || Numbering::new(stones[0].into(), stones[1].into());
        self.opened.get_or_init(|| Subspace::open(&self.path, numbering))
    }
}

/// The subspace in which the position lies, if the database has positions of that kind: no removal is pending, and
/// while placing the hands are as alternate turns leave them.
fn subspace_of(state: &State) -> Option<Stones> {
    let [own, other] = [state.side, !state.side].map(Side::index);
    let lead = u8::from(state.side == Side::Second);
    let alternate = state.hand == [0, 0] || state.hand[own] == state.hand[other] + lead;
    if state.removals != [0, 0] || !alternate || !state.marked.is_empty() {
        return None;
    }
    let count = |side: usize| state.stones[side].count() as u8;
    Some([count(own), count(other), state.hand[own], state.hand[other]])
}
