//! Tablebases: solving games or endgames, storing the values and probing them.
//!
//! A game that numbers its positions ([`Sliced`]) is solved by retrograde analysis, one group of slices after
//! another. In full tables, the value of a position takes one byte. It is a win, draw or loss with the plies
//! to the end under best play, or the margin in a game decided by points. [Compact tables](compact) hold only
//! win, draw or loss. Each file states the rules, the counts of values and checksums. Files that are damaged,
//! truncated or made under other rules are refused.

mod binomial;
mod cells;
pub mod coder;
pub mod compact;
mod edges;
mod erased;
mod error;
mod file;
mod folder;
mod margins;
mod numbering;
mod ownership;
mod progress;
mod retrograde;
mod sliced;
mod solving;

pub use binomial::choose;
pub use erased::{DynTablebase, GameTablebase};
pub use error::{SolveError, TablebaseError};
pub use folder::{Probed, Tablebase, Tables, probe};
pub use numbering::NumberingFault;
pub use ownership::claim;
pub use progress::{SliceCounts, SliceRow, Solution, SolveControl, SolveOptions, SolveProgress, Stage};
pub use sliced::{Node, RowPosition, Scope, SliceIndex, SliceName, Sliced, SolvedSlice};
pub use solving::{solve, verify};

pub use crate::search::{Value, Wdl, value_of_move, value_of_position};
