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
pub use erased::{DynTablebase, GameTablebase, Listener};
pub use error::{SolveError, TablebaseError};
pub use file::TableFileError;
pub use folder::{Tablebase, solve, verify};
pub use numbering::NumberingFault;
pub use ownership::claim;
pub use probe::{Probed, probe};
pub use progress::{SliceRow, Solution, SolveOptions, SolveProgress, Stage};
pub use sliced::{Exits, Node, Scope, SliceIndex, SliceName, Sliced, SolvedSlice};

pub use crate::search::{Value, value_of_move, value_of_position};
