//! Tablebases: solving games or endgames, storing the values and probing them.
//!
//! A game that numbers its positions ([`Sliced`]) is solved one group of slices after another, by retrograde
//! analysis, or by repeated sweeps if points decide the game. Full tables store one byte per index, in
//! compressed blocks: a draw, a win or loss with its distance in plies, or a margin. [Compact
//! tables](compact) store win, draw or loss, and optionally the distances of long wins and losses.

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
pub use ownership::{Claim, claim};
pub use progress::{SliceCounts, SliceRow, Solution, SolveControl, SolveOptions, SolveProgress, Stage};
pub use sliced::{Node, RowPosition, Scope, SliceIndex, SliceName, Sliced, SolvedSlice};
pub use solving::{solve, verify};

pub use crate::search::{Value, Wdl, value_of_move, value_of_position};
