//! Exact endings: solving games, or the last part of them, and keeping what was found.
//!
//! A game that numbers positions ([`Sliced`]) is solved slice by slice by retrograde analysis: win, draw or
//! loss, and plies to the end under best play, a byte a position. Files carry the rules, counts and
//! checksums; what is damaged, cut short or made under other rules is refused.

mod cells;
mod counts;
mod edges;
mod erased;
mod error;
mod file;
mod folder;
mod group;
mod numbering;
mod ownership;
mod probe;
mod progress;
mod sliced;
mod turns;

pub use counts::SliceCounts;
pub use erased::{DynTables, GameTables, Listener};
pub use error::{SolveError, TablesError};
pub use file::TableFileError;
pub use folder::{Tables, solve, verify};
pub use numbering::NumberingFault;
pub use ownership::claim;
pub use probe::{Probed, probe};
pub use progress::{SliceRow, Solution, SolveOptions, SolveProgress, Stage};
pub use sliced::{Exits, Node, Place, Scope, SliceName, Sliced, SolvedSlice};

pub use crate::search::{Value, value_of_move, value_of_position};
