//! Tablebases: solving games or endgames, storing the values and probing them.
//!
//! A game that numbers its positions ([`Sliced`]) is solved one group of slices after another, by retrograde
//! analysis, or by repeated sweeps if points decide the game. The values of a slice are a file. Files of full and of
//! compact tables have the same format, manifest and reader, [`Tables`]; only the encoding of their rows differs. Full
//! tables store one byte for each index: a draw, a win or loss with its distance in plies, or a margin. Compact tables
//! store win, draw or loss, and optionally the distances of long wins and losses.

mod binomial;
mod cells;
pub mod coder;
mod edges;
mod erased;
mod error;
mod files;
mod lookup;
mod manifest;
mod margins;
mod numbering;
mod ownership;
mod pack;
mod parallel;
mod plan;
mod progress;
pub mod reader;
mod retrograde;
mod rows;
mod sliced;
mod solving;
mod source;
mod table_file;
mod tables;
mod verifying;

pub use binomial::choose;
pub use erased::{DynTablebase, GameTablebase};
pub use error::{SolveError, TablebaseError};
pub use files::is_compact;
pub use lookup::{Probed, probe};
pub use numbering::NumberingFault;
pub use ownership::{Claim, claim};
pub use pack::{Contents, compare, pack};
pub use progress::{
    SliceCounts, SliceRow, Solution, SolveControl, SolveOptions, SolveProgress, SolveResult, Stage,
};
pub use sliced::{Node, RowPosition, Scope, SliceIndex, SliceName, Sliced, SolvedSlice};
pub use solving::{solve, solve_and_pack};
pub use source::{Source, Stored};
pub use tables::Tables;
pub use verifying::verify;

pub use crate::search::{Value, Wdl, value_of_move, value_of_position};
