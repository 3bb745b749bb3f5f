//! Tablebases: solve a whole game or its endings, store the exact values of its positions, and look them up.
//!
//! A game that implements [`Sliced`] divides its positions into slices and numbers the positions of each slice. Such a
//! number is an index. Slices whose moves lead from one to another and back form a group. Groups are solved one after
//! another, by retrograde analysis, or by repeated sweeps if points decide the game.
//!
//! Each slice has files of its own. Full tables store one byte for each index: a draw, a win or loss with its distance
//! in plies, or a margin. Compact tables store win, draw or loss, and may store distances. Both have the same file
//! format, manifest and reader, [`Tables`]; they differ only in the encoding of a row, which is a range of indices.
//!
//! - The game: `sliced` has the trait, `numbering` checks a game's numbers, `binomial` helps to number positions, and
//!   `erased` hides the game's type.
//! - Solving: `solving` runs through the groups as `plan` says. `retrograde`, with `edges`, or `margins` solves one
//!   group, in the memory of `cells`. `verifying` derives the values again.
//! - Compact tables: `pack` makes them from full ones. `rows` has the encodings, and `coder` their bits.
//! - Files: `table_file` and `manifest` are the formats, `reader` decodes bytes, and `ownership` claims a folder.
//! - Lookups: `source`, `files`, `tables` and `lookup`, from the bytes of a file to the value of a position.
//! - All runs share `progress`, `error`, `parallel` and `each_slice`.

mod binomial;
mod cells;
pub mod coder;
mod each_slice;
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
pub use pack::{compare, pack};
pub use progress::{
    Contents, SliceCounts, SliceRow, Solution, SolveControl, SolveOptions, SolveProgress, SolveResult, Stage,
    TableFormat,
};
pub use sliced::{Node, RowPosition, Scope, SliceIndex, SliceName, Sliced, SolvedSlice};
pub use solving::solve;
pub use source::{Source, Stored};
pub use tables::Tables;
pub use verifying::verify;

pub use crate::search::{Value, Wdl, value_of_move, value_of_position};
